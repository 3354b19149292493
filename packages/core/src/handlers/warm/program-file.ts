import { closeSync, openSync, readSync, type Stats } from 'node:fs';
import { BoundedMap } from '../../text/memo.ts';
import { isSameState, statOf } from '../process/file-state.ts';
import { oncePerTurn } from '../process/this-turn.ts';

/** The properties of a program that matter before a waiting shell executes it. */
export interface ProgramFile {
  readonly kind: 'bash-script' | 'script' | 'binary' | 'unknown';
  /** The program that `env` searches for in the `#!` line, if the line has nothing else. */
  readonly interpreter: string | null;
  /** The Python in the `#!` line, if the line has nothing else. */
  readonly python: string | null;
  /** Whether its text reads its parent's pid. */
  readonly asksParent: boolean;
  /** A small bash script that a waiting shell may read itself. */
  readonly script: BashScript | null;
}

interface BashScript {
  readonly text: string;
  /** The bash in its `#!` line; null where `env` searches for it. */
  readonly bash: string | null;
}

/** Reads the beginning of the file once, and again when it has changed. */
export const lookAt = oncePerTurn(
  (path: string): ProgramFile => {
    try {
      const found = statOf(path);
      return 'stats' in found ? readAgain(path, found.stats) : UNKNOWN;
    } catch {
      return UNKNOWN;
    }
  },
  ({ kind }) => kind !== 'unknown',
);

function readAgain(path: string, stats: Stats): ProgramFile {
  const seen = known.get(path);
  if (seen !== undefined && isSameState(seen.stats, stats)) return seen.file;
  const file = judge(readStart(path));
  // A file that was modified just now may change again without a new mtime.
  if (Date.now() - stats.ctimeMs > SETTLED_MS) known.set(path, { stats, file });
  return file;
}

const FIRST_BYTES = 64 * 1024;
const SETTLED_MS = 2000;
const LONGEST_SCRIPT = 16 * 1024;
const UNKNOWN: ProgramFile = {
  kind: 'unknown',
  interpreter: null,
  python: null,
  asksParent: false,
  script: null,
};
const known = new BoundedMap<string, { readonly stats: Stats; readonly file: ProgramFile }>(500);

function readStart(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(FIRST_BYTES);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

function judge(start: string): ProgramFile {
  if (start.startsWith('\x7fELF')) return { ...UNKNOWN, kind: 'binary' };
  const asksParent = /ppid/i.test(start);
  if (!start.startsWith('#!')) return { ...UNKNOWN, asksParent };
  const kind = /^#![ \t]*\S*\/(?:env[ \t]+)?bash[ \t]*\n/.test(start) ? 'bash-script' : 'script';
  const interpreter = /^#![ \t]*\/usr\/bin\/env[ \t]+([\w.+-]+)[ \t]*\n/.exec(start)?.[1] ?? null;
  const bash = interpreter === null ? (/^#![ \t]*(\/\S+)/.exec(start)?.[1] ?? null) : null;
  const script = kind === 'bash-script' && start.length <= LONGEST_SCRIPT ? { text: start, bash } : null;
  const python = /^#![ \t]*(\/\S*\/python[\d.]*)[ \t]*\n/.exec(start)?.[1] ?? null;
  return { kind, interpreter, python, asksParent, script };
}
