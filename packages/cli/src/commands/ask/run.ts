import { type Agent, createAgent, type EndReason, type AgentEvent, type TurnEnd } from '@hookline/agent';
import { forTerminal } from '@hookline/core/internal';
import { agentOptionsOf, asWrongCall } from '../../call/agent-options.ts';
import { type Arguments, isGiven } from '../../call/arguments.ts';
import { readText } from '../../call/caller.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeErr, writeJson } from '../../print/output.ts';
import { createPlainView, type View } from '../../print/plain-view.ts';
import { oneLine } from '../../print/text.ts';
import { type Breaker, createBreaker } from '../../process/breaker.ts';
import { READER_GONE } from '../../process/signals.ts';

/** Carries one prompt out. However the turn ends, the hooks of SessionEnd run. */
export const ask = (given: Arguments): Promise<number> => askOnce(given).catch(asWrongCall);

async function askOnce(given: Arguments): Promise<number> {
  const prompt = promptOf(given);
  const breaker = createBreaker();
  try {
    const options = await agentOptionsOf(given);
    const { tell } = viewOf(given, () => breaker.stop(READER_GONE));
    const agent = await createAgent({ ...options, ui: { tell, askPermission: null, elicit: null } });
    return await carryOut(agent, prompt, breaker);
  } finally {
    breaker.dispose();
  }
}

function promptOf(given: Arguments): string {
  const word = given.words[0] ?? '';
  const prompt = word === '-' ? readText('-') : word;
  if (prompt.trim() === '') throw wrongCall('the prompt is empty: say what the agent should do');
  return prompt;
}

function viewOf(given: Arguments, onReaderGone: () => void): View {
  if (!isGiven(given, 'json')) return createPlainView(onReaderGone);
  const showsAll = !['', '0'].includes(process.env['HOOKLINE_VERBOSE'] ?? '');
  return createJsonView(showsAll, onReaderGone);
}

async function carryOut(agent: Agent, prompt: string, breaker: Breaker): Promise<number> {
  breaker.enter('starting');
  const { started, reason, firstPrompt } = await agent.start(breaker.signal);
  if (!started) return tellAborted(reason, breaker);
  breaker.enter('working');
  let end: TurnEnd | null = null;
  try {
    for (const each of firstPrompt === null ? [prompt] : [firstPrompt, prompt]) {
      if (breaker.signal.aborted || (end !== null && end.how !== 'done')) break;
      end = await agent.submit(each, breaker.signal);
    }
  } finally {
    const reason = endReasonOf(breaker, end);
    breaker.enter('ending');
    // Also when the agent itself failed: hooks that wait for the session's end must not wait for ever.
    await agent.end(reason);
  }
  return breaker.caught()?.status ?? tellEnd(end);
}

function endReasonOf(breaker: Breaker, end: TurnEnd | null): EndReason {
  const caught = breaker.caught();
  if (caught !== null) return caught.reason;
  return end === null || end.how === 'failed' ? 'error' : 'ask_complete';
}

function tellAborted(reason: string | null, breaker: Breaker): number {
  const caught = breaker.caught();
  if (caught !== null) return caught.status;
  writeErr(`hookline: a hook did not let the session start${reason === null ? '' : `: ${oneLine(reason)}`}\n`);
  return 1;
}

const STATUSES: Readonly<Record<TurnEnd['how'], number>> = {
  done: 0,
  ended_by_hook: 0,
  rejected: 2,
  failed: 1,
  interrupted: 1,
  max_turns: 1,
};

const WHAT: Readonly<Partial<Record<TurnEnd['how'], string>>> = {
  failed: 'the turn failed',
  interrupted: 'the turn was interrupted',
  max_turns: 'the turn was ended: too many model turns',
};

/** Says on stderr why the turn did not succeed; the reason of a rejected prompt is alone on its line, as that of a block is. */
function tellEnd(end: TurnEnd | null): number {
  const { how, reason } = end ?? { how: 'interrupted', reason: null };
  if (how === 'rejected') writeErr(`${forTerminal(reason ?? 'a hook rejected the prompt, without a reason')}\n`);
  const what = WHAT[how];
  if (what !== undefined) writeErr(`hookline: ${reason === null ? what : oneLine(reason)}\n`);
  return STATUSES[how];
}

/** One JSON object a line; pieces of texts and starts of hooks only when all is asked for. */
export function createJsonView(showsAll: boolean, onReaderGone: () => void): View {
  return {
    tell: (event) => {
      if (!showsAll && PASSING.has(event.type)) return;
      if (!writeJson(event)) onReaderGone();
    },
  };
}

const PASSING: ReadonlySet<AgentEvent['type']> = new Set(['text_delta', 'hook_start']);
