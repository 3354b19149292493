import { fileURLToPath } from 'node:url';
import type { HandlerKind, Hooks, HooksOptions, JsonObject } from '../../packages/core/src/internal.ts';
import type { FaultDialect, HookScope, Stage } from './dialect.ts';
import type { Expected } from './expectation.ts';

/** The part of faults.md that a row belongs to, by its heading there. */
export type Section = 'Process' | 'Protocol' | 'Start' | 'Configuration, trust, record' | 'Network, models, workers';

/** Which hook of which dialect, on which event. */
export interface Spot {
  readonly dialect: FaultDialect;
  readonly stage: Stage;
  readonly scope: HookScope;
}

/** Where the program of a cell stands, and for whom. */
export interface Cell extends Spot {
  /** The file of the program itself. */
  readonly path: string;
  /** A file outside of the project that a program makes as a sign that it ran. */
  readonly sign: string;
  /** The folder in which code that is imported stands. */
  readonly library: string;
  /** The server that the row has set up; empty where there is none. */
  readonly url: string;
}

/** A real program or another handler: what its file holds, and what it needs beside it. */
export interface Program {
  /** Null: there is no such file. A path copies that file. */
  readonly content: string | { readonly copyOf: string } | null;
  readonly mode?: number;
  /** Bytes that it prints, in a file beside it with the ending `.out`. */
  readonly prints?: Uint8Array;
  /** The handler as the dialect writes it, where it is no command. */
  readonly entry?: JsonObject;
  /** Files of code, by their absolute paths. */
  readonly code?: Readonly<Record<string, string>>;
}

/** What happens to a hook between its loading and its event. */
export type Mishap =
  | 'deleted'
  | 'emptied'
  | 'cwd gone'
  | 'held for writing'
  | 'held for writing for a while'
  /** Followed by a reload, as a host that watches its files does. */
  | 'definition half-written'
  | 'definition emptied'
  | 'definition null'
  | 'definition deleted'
  | 'definition turned into a pipe'
  /** Not followed by one. */
  | 'definition edited'
  | 'script edited'
  | 'script replaced by a link';

/** What is wrong with the file of the definitions when it is read first. */
export type FileFault =
  | 'link'
  | 'pipe'
  | 'device'
  | 'folder'
  | '2 GB'
  | 'writable by others'
  | 'bytes that are no text';

/** What the host itself is short of while the hook runs; a row with one is run in a process of its own. */
export type Shortage =
  | 'no descriptors'
  | 'no descriptors for a while'
  | 'no processes'
  | 'no processes for a while'
  | 'no temporary folder';

/** What a row needs around its hook: a server, a model. */
export interface Surroundings {
  readonly url?: string;
  readonly options?: Partial<HooksOptions>;
  /** Told of the hooks when they are loaded. */
  readonly opened?: (hooks: Hooks) => void;
  /** How often something was reached that must never be. */
  readonly trespasses?: () => number;
  readonly close: () => Promise<void>;
}

/** One line of faults.md, or a part of it, as data. */
export interface Row {
  readonly id: string;
  readonly section: Section;
  /** The fault, as a sentence about the hook. */
  readonly fault: string;
  readonly program: (cell: Cell) => Program;
  /** A second hook on the same event, behind the first. */
  readonly second?: (cell: Cell) => Program;
  readonly expected: Expected;
  /** The kind of handler that it is about; absent: a command. */
  readonly handler?: HandlerKind;
  /** Why the row has no meaning there, such as a refusal in words on an event that has none; null where it has. */
  readonly gap?: (spot: Spot) => string | null;
  /** Absent: long enough that a slow machine makes no difference. */
  readonly timeoutMs?: number;
  /** The outcome must be there within this time; absent: within the timeout and a little more. */
  readonly withinMs?: number;
  /** The same for dialects whose timeout no definition can set. */
  readonly withinFixedMs?: number;
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
  readonly surroundings?: (dialect: FaultDialect, scope: HookScope) => Promise<Surroundings>;
  /** Absent: every project counts as trusted. `given`: this one was trusted before; `none`: it was not. */
  readonly trust?: 'given' | 'none';
  readonly fileFault?: FileFault;
  /** Scopes in which a second guard, defined in the other scope, must not suffer from the fault. */
  readonly guardedFromElsewhere?: readonly HookScope[];
  /** A diagnostic that the outcome must carry; null where there must be none. */
  readonly diagnoses?: (spot: Spot) => RegExp | null;
  /** More entries, so that there are twelve, of which one is bad. */
  readonly oneBadEntry?: boolean;
  /** Keys of its definition that claim powers which no hook has. */
  readonly claims?: JsonObject;
  /** A session that must not appear in the record, because a hook made it up. */
  readonly forgedSession?: string;
}

/** A misbehaving program of its own file. */
export const program = (name: string): string => fileURLToPath(new URL(`../programs/${name}`, import.meta.url));

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

/** A guard that is in order: it refuses, and leaves a sign that it ran. */
export const guarding = ({ sign }: Pick<Cell, 'sign'>): Program =>
  script(`touch '${sign}'\necho '${REASON}' >&2\nexit 2`);

/** The reason that programs give for a refusal. */
export const REASON = 'the guard says no';
export const THE_REASON = /^the guard says no$/;

/** A refusal in the words of the dialect, as JSON text. */
export function refusalIn({ stage }: Pick<Spot, 'stage'>, reason = REASON): string {
  return JSON.stringify(stage.refusal?.(reason) ?? {});
}

/** A gap where the dialect has no words for a refusal. */
export const unlessRefusal = ({ stage }: Pick<Spot, 'stage'>): string | null =>
  stage.refusal === null ? 'the event has no word for a refusal' : null;

/** The object with more written behind its last field. */
export const withMore = (json: string, more: string): string => `${json.slice(0, -1)},${more}}`;

/** Whether the whole is run, as it takes half an hour, or the quick part of it. */
export const isFull = process.env['HOOKLINE_FAULTS'] === 'full';

/** Long enough for the slowest machine. */
export const PATIENCE_MS = 20_000;

/** Long enough for a hook to misbehave, short enough to wait for. */
export const SHORT_MS = 700;
