import { createAgent } from '@hookline/agent';
import { forTerminal } from '@hookline/core/internal';
import { agentOptionsOf, asWrongCall } from '../call/agent-options.ts';
import type { Arguments } from '../call/arguments.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { type Environment, isTerminal } from '../print/output.ts';
import { converse, type OpenAgent } from './converse.ts';
import { LineTransport } from './line-transport.ts';
import { Terminal } from './terminal.ts';

/** Runs a chat: on the terminal when stdin and stdout are one, else line by line. */
export const chat = (given: Arguments): Promise<number> => chatWith(given).catch(asWrongCall);

async function chatWith(given: Arguments): Promise<number> {
  const idleMs = idleMsOf(process.env);
  const options = await agentOptionsOf(given);
  const transport = canDraw() ? new Terminal(idleMs) : new LineTransport(idleMs);
  try {
    const open: OpenAgent = (resume) =>
      createAgent({
        ...options,
        ...(resume === undefined ? {} : { resume }),
        ui: transport.front,
        interactive: true,
        onWake: () => transport.wake(),
        ...(options.onDebug === undefined ? {} : { onDebug: (line) => transport.say([forTerminal(line)]) }),
      });
    return await converse(open, transport);
  } finally {
    transport.close();
  }
}

const canDraw = (): boolean => isTerminal(0) && isTerminal(1) && process.env['TERM'] !== 'dumb';

const DEFAULT_IDLE_SECONDS = 60;
const LONGEST_IDLE_SECONDS = 86_400;

function idleMsOf(env: Environment): number {
  const text = env['HOOKLINE_IDLE_SECONDS'] ?? '';
  const seconds = text.trim() === '' ? DEFAULT_IDLE_SECONDS : Number(text);
  if (seconds > 0 && seconds <= LONGEST_IDLE_SECONDS) return seconds * 1000;
  throw wrongCall(
    `HOOKLINE_IDLE_SECONDS: expected a number of seconds above 0, at most ${LONGEST_IDLE_SECONDS}, found "${text}"`,
  );
}
