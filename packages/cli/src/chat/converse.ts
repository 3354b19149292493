import { type Agent, UsageProblem } from '@hookline/agent';
import type { Paint } from '../print/paint.ts';
import { oneLine } from '../print/text.ts';
import { actOn } from './act-on.ts';
import type { Input } from './input-queue.ts';
import { readSlash, type Slash } from './slash.ts';

/** How a chat reaches its user: a person at a terminal, or a stream of lines. */
export interface Transport {
  readonly paint: Paint;
  readonly next: () => Promise<Input>;
  readonly say: (lines: readonly string[]) => void;
  /** Runs what can be interrupted by its signal. */
  readonly turn: <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;
  /** Runs what can only be interrupted by killing its hooks. */
  readonly chore: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** Opens the session of that id, or without one a new session; nothing is fired yet. */
export type OpenAgent = (resume?: string) => Promise<Agent>;

/** What follows an input: the session goes on, is over, or gives way to another. */
type Then = 'goes-on' | 'is-over' | { readonly next: Agent };

/** Runs a session, and those that replace it, from start to end; the result is the exit code. */
export async function converse(open: OpenAgent, transport: Transport): Promise<number> {
  let agent = await open();
  for (;;) {
    const end = await lead(agent, transport, open);
    if (typeof end === 'number') return end;
    agent = end;
  }
}

/** The exit code, or the session that replaces this one. Whatever fails, the session is ended. */
async function lead(agent: Agent, transport: Transport, open: OpenAgent): Promise<number | Agent> {
  const { started, reason, firstPrompt } = await transport.turn((signal) => agent.start(signal));
  if (!started) {
    transport.say([
      transport.paint('red', `a hook did not let the session start${reason === null ? '' : `: ${oneLine(reason)}`}`),
    ]);
    return 1;
  }
  try {
    if (firstPrompt !== null) await transport.turn((signal) => agent.submit(firstPrompt, signal));
    return await goOn(agent, transport, open);
  } catch (error) {
    await agent.end('error');
    throw error;
  }
}

async function goOn(agent: Agent, transport: Transport, open: OpenAgent): Promise<number | Agent> {
  for (;;) {
    const input = await transport.next();
    if (input.kind === 'ended') {
      await transport.chore(() => agent.end(input.reason));
      return input.status;
    }
    const then = await respond(agent, transport, open, input);
    if (then === 'is-over') return 0;
    if (then !== 'goes-on') return then.next;
  }
}

async function respond(
  agent: Agent,
  transport: Transport,
  open: OpenAgent,
  input: Exclude<Input, { readonly kind: 'ended' }>,
): Promise<Then> {
  switch (input.kind) {
    case 'exit':
      return leave(agent, transport);
    case 'idle':
      await transport.chore(() => agent.notifyIdle());
      return 'goes-on';
    case 'wake':
      await transport.turn((signal) => agent.wake(signal));
      return 'goes-on';
    case 'line': {
      const slash = readSlash(input.text, agent.commands);
      if (slash?.does === 'resume') return giveWay(agent, transport, open, slash.id);
      if (slash !== null) return obey(agent, transport, slash);
      await transport.turn((signal) => agent.submit(input.text, signal));
      return 'goes-on';
    }
  }
}

/** Ends this session for another one, once that one has been opened. */
async function giveWay(agent: Agent, transport: Transport, open: OpenAgent, id: string): Promise<Then> {
  try {
    const next = await transport.chore(() => open(id));
    await transport.chore(() => agent.end('resume'));
    return { next };
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    transport.say([transport.paint('red', oneLine(error.message))]);
    return 'goes-on';
  }
}

async function leave(agent: Agent, transport: Transport): Promise<Then> {
  const isOver = await transport.chore(() => agent.end('user_exit'));
  if (!isOver) transport.say([transport.paint('yellow', 'the session goes on: a hook stopped the exit')]);
  return isOver ? 'is-over' : 'goes-on';
}

async function obey(
  agent: Agent,
  transport: Transport,
  slash: Exclude<Slash, { readonly does: 'resume' }>,
): Promise<Then> {
  if (slash.does === 'exit') return leave(agent, transport);
  await actOn(slash, agent, transport);
  return 'goes-on';
}
