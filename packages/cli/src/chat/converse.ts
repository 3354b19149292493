import type { Agent } from '@hookline/agent';
import { oneLine } from '../print/one-line.ts';
import type { Paint } from '../print/paint.ts';
import type { Input } from './agenda.ts';
import { hooksReport } from './hooks-report.ts';
import { helpLines, readSlash, type Slash } from './slash.ts';

/** The other side of a conversation: a person at a terminal, or a stream of lines. */
export interface Talk {
  readonly paint: Paint;
  readonly next: () => Promise<Input>;
  readonly say: (lines: readonly string[]) => void;
  /** Runs what can be interrupted by its signal. */
  readonly turn: <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;
  /** Runs what can only be cut short by killing its hooks. */
  readonly chore: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** Leads a session from its start to its end and gives the exit status. Whatever breaks, the session is ended. */
export async function converse(agent: Agent, talk: Talk): Promise<number> {
  const { started, reason } = await talk.turn((signal) => agent.start(signal));
  if (!started) {
    talk.say([
      talk.paint('red', `a hook did not let the session start${reason === null ? '' : `: ${oneLine(reason)}`}`),
    ]);
    return 1;
  }
  try {
    return await goOn(agent, talk);
  } catch (error) {
    await agent.end('error');
    throw error;
  }
}

async function goOn(agent: Agent, talk: Talk): Promise<number> {
  for (;;) {
    const input = await talk.next();
    if (input.kind === 'ended') {
      await talk.chore(() => agent.end(input.reason));
      return input.status;
    }
    if (await respond(agent, talk, input)) return 0;
  }
}

/** True when the session is over. */
async function respond(agent: Agent, talk: Talk, input: Exclude<Input, { readonly kind: 'ended' }>): Promise<boolean> {
  switch (input.kind) {
    case 'exit':
      return leave(agent, talk);
    case 'idle':
      await talk.chore(() => agent.notifyIdle());
      return false;
    case 'wake':
      await talk.turn((signal) => agent.wake(signal));
      return false;
    case 'line': {
      const slash = readSlash(input.text);
      if (slash !== null) return obey(agent, talk, slash);
      await talk.turn((signal) => agent.submit(input.text, signal));
      return false;
    }
  }
}

async function leave(agent: Agent, talk: Talk): Promise<boolean> {
  const isOver = await talk.chore(() => agent.end('user_exit'));
  if (!isOver) talk.say([talk.paint('yellow', 'the session goes on: a hook called off the exit')]);
  return isOver;
}

async function obey(agent: Agent, talk: Talk, slash: Slash): Promise<boolean> {
  switch (slash.does) {
    case 'exit':
      return leave(agent, talk);
    case 'compact':
      await talk.turn((signal) => agent.compact(slash.instructions, signal));
      return false;
    case 'clear':
      await talk.chore(() => agent.clear());
      return false;
    case 'switch-mode':
      await talk.chore(() => agent.switchMode(slash.mode));
      return false;
    case 'show-mode':
      talk.say([`mode ${agent.mode}`]);
      return false;
    case 'reload-hooks': {
      const isInForce = await talk.chore(() => agent.reloadHooks());
      talk.say([isInForce ? 'the hooks were read again' : 'the hooks stay as they were: the new ones were not taken']);
      return false;
    }
    case 'hooks':
      talk.say(hooksReport(agent.hooks, talk.paint));
      return false;
    case 'help':
      talk.say(helpLines());
      return false;
    case 'nothing':
      talk.say([talk.paint('red', slash.problem)]);
      return false;
  }
}
