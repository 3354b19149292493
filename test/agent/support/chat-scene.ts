import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventRow } from './event-row.ts';
import { type Asked, HOOKLINE, type Workplace } from './workplace.ts';
import { skipWithout } from '../../support/skip-without.ts';

/** What a scene in `hookline chat` sees and does. */
interface Chat {
  /** Sends lines; each is a prompt or a slash command. */
  readonly send: (...lines: readonly string[]) => void;
  /** Waits for something to become true; gives up, so that the row's own checks can tell what is missing. */
  readonly until: (isTrue: () => boolean) => Promise<void>;
  /** All that was shown so far. */
  readonly shown: () => string;
}

export interface ChatOptions {
  readonly script: readonly unknown[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly talk: (chat: Chat, place: Workplace) => void | Promise<void>;
}

/** A scene that is a chat without a terminal; it ends when `talk` has ended. */
export const chats =
  (options: ChatOptions): EventRow['scene'] =>
  (place) =>
    chat({ argv: [process.execPath, ...wordsOf(options, place)], enter: '\n' }, options, place);

/** A scene that is a chat in a terminal, for which `script` is needed; `talk` leaves it with `/exit`. */
export const chatsInTerminal =
  (options: ChatOptions): EventRow['scene'] =>
  (place) => {
    skipWithout('script');
    const line = [process.execPath, ...wordsOf(options, place)].map((word) => `'${word}'`).join(' ');
    return chat({ argv: ['script', '-qfec', line, '/dev/null'], enter: '\r' }, options, place);
  };

function wordsOf({ script, args = [] }: ChatOptions, { home, project }: Workplace): readonly string[] {
  const steps = join(home, 'script.json');
  writeFileSync(steps, JSON.stringify(script));
  return [HOOKLINE, 'chat', '--trust-hooks', '--project', project, '--script', steps, ...args];
}

interface Side {
  readonly argv: readonly string[];
  /** What ends a line. */
  readonly enter: string;
}

async function chat({ argv, enter }: Side, { env = {}, talk }: ChatOptions, place: Workplace): Promise<Asked> {
  const [program = '', ...words] = argv;
  const child = spawn(program, words, { cwd: place.project, env: { ...place.env, TERM: 'xterm', ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A chat that has ended reads no more; the row's checks tell when it ended too early.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  await talk({ send: sender(child.stdin, enter), until: waitUntil, shown: () => stdout + stderr }, place);
  child.stdin.end();
  const [status] = (await closed) as [number | null];
  return { status, stdout, stderr, events: [] };
}

const sender =
  (stdin: Writable, enter: string) =>
  (...lines: readonly string[]): void => {
    for (const line of lines) stdin.write(`${line}${enter}`);
  };

const PATIENCE_MS = 15_000;
const EVERY_MS = 20;

/** Waits for something to become true, where a file that is not there yet, or not whole, is not; gives up after a while. */
export async function waitUntil(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !isSoFar(isTrue) && Date.now() < end;) await pause(EVERY_MS);
}

function isSoFar(isTrue: () => boolean): boolean {
  try {
    return isTrue();
  } catch {
    return false;
  }
}
