import { createAgent } from '@hookline/agent';
import { forTerminal } from '@hookline/core/internal';
import { agentOptionsOf } from '../call/agent-options.ts';
import type { Arguments } from '../call/arguments.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { converse, type OpenAgent } from '../chat/converse.ts';
import { LineTalk } from '../chat/line-transport.ts';
import { Terminal } from '../chat/terminal.ts';
import { isTerminal } from '../print/output.ts';

/** A conversation: with a person where there is a terminal on both ends, else line by line. */
export async function chat(given: Arguments): Promise<number> {
  const idleMs = idleMsOf(process.env);
  const options = await agentOptionsOf(given);
  const talk = canDraw() ? new Terminal(idleMs) : new LineTalk(idleMs);
  try {
    const open: OpenAgent = (resume) =>
      createAgent({
        ...options,
        ...(resume === undefined ? {} : { resume }),
        front: talk.front,
        interactive: true,
        onWake: () => talk.wake(),
        ...(options.onDebug === undefined ? {} : { onDebug: (line) => talk.say([forTerminal(line)]) }),
      });
    return await converse(open, talk);
  } finally {
    talk.close();
  }
}

const canDraw = (): boolean => isTerminal(0) && isTerminal(1) && process.env['TERM'] !== 'dumb';

const DEFAULT_IDLE_SECONDS = 60;
const LONGEST_IDLE_SECONDS = 86_400;

function idleMsOf(env: Readonly<Record<string, string | undefined>>): number {
  const text = env['HOOKLINE_IDLE_SECONDS'] ?? '';
  const seconds = text.trim() === '' ? DEFAULT_IDLE_SECONDS : Number(text);
  if (seconds > 0 && seconds <= LONGEST_IDLE_SECONDS) return seconds * 1000;
  throw wrongCall(
    `HOOKLINE_IDLE_SECONDS: expected a number of seconds above 0, at most ${LONGEST_IDLE_SECONDS}, found "${text}"`,
  );
}
