import type { AgentEvent, TurnEnd } from '@hookline/agent';
import { happeningLines } from '../print/happening.ts';
import type { Paint } from '../print/paint.ts';
import { brief } from '../print/text.ts';

/** The lines of an event in a chat: as in `ask`, and how a turn ended. */
export function chatLines(happening: AgentEvent, paint: Paint): readonly string[] {
  if (happening.type !== 'turn_end') return happeningLines(happening, paint);
  const words = WORDS[happening.how];
  if (words === null) return [];
  const why = happening.reason === null ? '' : `: ${brief(happening.reason, 400)}`;
  return [paint(happening.how === 'failed' ? 'red' : 'yellow', `${words}${why}`)];
}

const WORDS: Readonly<Record<TurnEnd['how'], string | null>> = {
  done: null,
  rejected: 'a hook rejected the prompt',
  failed: 'the turn failed',
  interrupted: 'interrupted',
  ended_by_hook: 'a hook ended the turn',
  max_turns: 'ended: too many model turns',
};
