import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { assetPath } from '../assets.ts';
import { discardFifo, giveBackFifo, putBack, takeFifo, type Fifo } from '../process/fifo.ts';
import { ownName, privateFolder, removeFile } from '../process/private-folder.ts';
import { fifoStreams, type Streams } from '../process/stdio.ts';
import { SHELL_TAG } from '../../process/sweep.ts';
import type { ScriptWords } from './task-script.ts';
import type { ExitPipe } from './exit-pipe.ts';
import type { Helper, StartedShell } from './helper.ts';

/** Which bash or Python a shell is, and the part of the environment that it was started with. */
export interface ShellShape {
  readonly key: string;
  readonly file: string;
  /** The name by which it was started, which it shows in `$BASH`. */
  readonly argv0: string;
  /** A bash that was given a script handles some errors differently from one that was given a text. */
  readonly reads: 'text' | 'script' | 'python';
  readonly env: Readonly<Record<string, string>>;
  /** For a Python, which has its arguments from the beginning. */
  readonly own?: { readonly args: readonly string[]; readonly cwd: string };
}

/** The kind of shell that could run a hook, and what is sent to it then. */
export interface Waited {
  readonly shape: ShellShape;
  readonly textFor: (words: ScriptWords) => string;
}

/** A bash, or a Python, that was started ahead of need and runs one hook; exits when its control pipe is closed. */
export interface WaitingShell {
  readonly shape: ShellShape;
  readonly started: StartedShell;
  readonly tag: string;
  readonly words: ScriptWords;
  /** Sends it the event and its task; throws when it is gone. */
  readonly dispatch: (stdin: Uint8Array, text: string) => Streams;
  readonly dismiss: () => void;
}

/** The guaranteed capacity of the pipe to a shell; writing longer texts could block. */
export const MOST_TEXT_BYTES = 60_000;

// All on one line, so that lines of the hook's text are counted from 1. If the end mark is missing, the host died while
// writing.
const WAIT = `IFS= read -r -N 99999 -u 3 hookline;[[ $hookline == *'#END' ]]||exit 0;eval "$hookline"`;

const WAITING_SCRIPT = 'waiting-shell.bash';

/** What starts shells, and what receives their exit codes. */
export interface PoolDeps {
  readonly helper: Helper;
  readonly exitPipe: ExitPipe;
}

/** Null where a part is missing that only a cold start can do without; throws when a program cannot be started. */
export async function startShell(
  { helper, exitPipe }: PoolDeps,
  shape: ShellShape,
  tag: string,
): Promise<WaitingShell | null> {
  const pipes = await takePipes();
  if (pipes === null) return null;
  const [control, stdout, stderr] = pipes;
  const path = join(privateFolder(), ownName('spool'));
  let stdin: number | undefined;
  try {
    stdin = openSync(path, 'wx', 0o600);
    const started = await helper.start({
      file: shape.file,
      argv0: shape.argv0,
      args: argsOf(shape),
      cwd: shape.own?.cwd ?? '/',
      env: { ...shape.env, [SHELL_TAG]: tag },
      stdio: [
        { kind: 'file', path },
        { kind: 'to', path: stdout.path },
        { kind: 'to', path: stderr.path },
        { kind: 'from', path: control.path },
      ],
    });
    [control.readEnd, stdout.writeEnd, stderr.writeEnd].forEach((end) => closeSync(end));
    const word = randomUUID();
    const words = { refusal: `refused ${word}`, exitPipe: { word, path: exitPipe.path } };
    const heard = exitPipe.listenFor(word, started);
    return waitingShell({ shape, started: heard, tag, words }, { stdin, control, stdout, stderr });
  } catch (error) {
    if (stdin !== undefined) closeSync(stdin);
    pipes.forEach(putBack);
    throw error;
  } finally {
    removeFile(path);
  }
}

function argsOf({ reads, own }: ShellShape): readonly string[] {
  if (own !== undefined) return own.args;
  return reads === 'text' ? ['--norc', '-c', WAIT] : [assetPath(WAITING_SCRIPT)];
}

async function takePipes(): Promise<readonly [Fifo, Fifo, Fifo] | null> {
  const taken: Fifo[] = [];
  try {
    for (let count = 0; count < 3; count += 1) {
      const fifo = await takeFifo();
      if (fifo !== null) taken.push(fifo);
    }
  } catch (error) {
    taken.forEach(putBack);
    throw error;
  }
  const [first, second, third] = taken;
  if (first !== undefined && second !== undefined && third !== undefined) return [first, second, third];
  taken.forEach(putBack);
  return null;
}

interface Ends {
  readonly stdin: number;
  readonly control: Fifo;
  readonly stdout: Fifo;
  readonly stderr: Fifo;
}

function waitingShell(facts: Omit<WaitingShell, 'dispatch' | 'dismiss'>, ends: Ends): WaitingShell {
  const { stdin, control, stdout, stderr } = ends;
  const dismiss = (): void => {
    [stdin, control.writeEnd, stdout.readEnd, stderr.readEnd].forEach((end) => closeSync(end));
    [control, stdout, stderr].forEach(({ path }) => discardFifo(path));
  };
  const dispatch = (event: Uint8Array, text: string): Streams => {
    try {
      for (let written = 0; written < event.length;) written += writeSync(stdin, event, written);
      writeSync(control.writeEnd, `${text}\n#END`);
    } catch (error) {
      dismiss();
      throw error;
    }
    closeSync(control.writeEnd); // now it begins
    closeSync(stdin);
    const streams = fifoStreams(stdout, stderr);
    const close = (letsChildrenWrite: boolean): void => {
      streams.close(letsChildrenWrite);
      giveBackFifo(control.path); // one that is still held is not taken again
    };
    const passOn = (): readonly number[] => {
      giveBackFifo(control.path);
      return streams.passOn();
    };
    return { ...streams, close, passOn };
  };
  return { ...facts, dispatch, dismiss };
}
