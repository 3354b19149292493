import type { JsonObject } from '../../packages/core/src/model/index.ts';
import type { DialectId, FaultDialect, Stage } from './dialects.ts';
import type { Expected } from './expectation.ts';

/** Where the program of a cell stands, and for whom. */
export interface Cell {
  readonly dialect: FaultDialect;
  readonly stage: Stage;
  /** The file of the program itself. */
  readonly path: string;
}

/** A real program: what its file holds, and what it needs beside it. */
export interface Program {
  /** Null: there is no such file. A path copies that file. */
  readonly content: string | { readonly copyOf: string } | null;
  readonly mode?: number;
  /** Bytes that it prints, in a file beside it with the ending `.out`. */
  readonly prints?: Uint8Array;
}

/** What happens to a hook between its loading and its event. */
type Mishap = 'deleted' | 'emptied' | 'cwd gone' | 'held for writing' | 'held for writing for a while';

/** What the host itself is short of while the hook runs; a row with one is run in a process of its own. */
export type Shortage =
  | 'no descriptors'
  | 'no descriptors for a while'
  | 'no processes'
  | 'no processes for a while'
  | 'no temporary folder';

/** One line of faults.md, or a part of it, as data. */
export interface Row {
  readonly id: string;
  readonly section: 'Process' | 'Protocol' | 'Start';
  /** The fault, as a sentence about the hook. */
  readonly fault: string;
  readonly program: (cell: Cell) => Program;
  readonly expected: Expected;
  /** Where the row has no meaning, such as a refusal in words on an event that has none. */
  readonly skips?: (cell: Pick<Cell, 'dialect' | 'stage'>) => boolean;
  /** Absent: long enough that a slow machine makes no difference. */
  readonly timeoutMs?: number;
  /** The outcome must be there within this time; absent: within the timeout and a little more. */
  readonly withinMs?: number | Readonly<Partial<Record<DialectId, number>>>;
  /** Sent beside the fields of the event. */
  readonly fields?: JsonObject;
  readonly mishap?: Mishap;
  readonly shortage?: Shortage;
  /** Run without a shell where the dialect lets one choose. */
  readonly direct?: boolean;
  /** A text that must reach the model or the user. */
  readonly tells?: string;
  /** Which stream is cut; `perhaps`: that depends on who is faster. */
  readonly truncated?: 'stdout' | 'stderr' | 'perhaps';
  /** A background hook may leave children behind: they are its own. */
  readonly leavesChildren?: boolean;
}

/** A shell script. */
export const script = (text: string): Program => ({ content: `#!/bin/bash\n${text}\n` });

/** A program that prints exactly these bytes. */
export const printing = (path: string, bytes: string | Uint8Array, then = 'exit 0'): Program => ({
  content: `#!/bin/sh\ncat '${path}.out'\n${then}\n`,
  prints: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
});

/** A program that says so on stderr and exits. */
export const complaining = (path: string, bytes: string, status: number): Program => ({
  content: `#!/bin/sh\ncat '${path}.out' >&2\nexit ${status}\n`,
  prints: Buffer.from(bytes),
});

/** The reason that programs give for a refusal. */
export const REASON = 'the guard says no';
export const THE_REASON = /^the guard says no$/;

/** A refusal in the words of the dialect, as JSON text. */
export function refusalIn({ stage }: Pick<Cell, 'stage'>, reason = REASON): string {
  return JSON.stringify(stage.refusal?.(reason) ?? {});
}

/** True where the dialect has no words for a refusal. */
export const hasNoRefusal = ({ stage }: Pick<Cell, 'stage'>): boolean => stage.refusal === null;

/** The object with more written behind its last field. */
export const withMore = (json: string, more: string): string => `${json.slice(0, -1)},${more}}`;

/** Long enough for the slowest machine. */
export const PATIENCE_MS = 20_000;

/** Long enough for a hook to misbehave, short enough to wait for. */
export const SHORT_MS = 700;
