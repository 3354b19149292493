import type { AgentEvent, TurnEnd } from '@hookline/agent';
import { agentEventLines } from '../print/agent-event.ts';
import type { Paint } from '../print/paint.ts';
import { brief } from '../print/text.ts';

/** The lines of an event in a chat: as in `ask`, and how a turn ended. */
export function chatLines(event: AgentEvent, paint: Paint): readonly string[] {
  if (event.type !== 'turn_end') return agentEventLines(event, paint);
  const words = WORDS[event.how];
  if (words === null) return [];
  const why = event.reason === null ? '' : `: ${brief(event.reason, 400)}`;
  return [paint(event.how === 'failed' ? 'red' : 'yellow', `${words}${why}`)];
}

const WORDS: Readonly<Record<TurnEnd['how'], string | null>> = {
  done: null,
  rejected: 'a hook rejected the prompt',
  failed: 'the turn failed',
  interrupted: 'interrupted',
  ended_by_hook: 'a hook ended the turn',
  max_turns: 'ended: too many model turns',
};
