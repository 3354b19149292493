import { type AnyEvent, type Outcome, readJsonLine, writtenJson } from '@hookline/core/internal';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Where the outcomes of the last minutes are kept, for events that come twice. */
export const deliveriesFolder = (stateFolder: string): string => join(stateFolder, 'deliveries');

/** Longer than an agent waits for two entries, one after the other. */
const KEPT_MS = 300_000;
/** A tool call has a number of its own: its entry tells it again so soon only where the agent has read one file twice. */
const SAME_CALL_MS = 10_000;
/** So many times may the same content happen before the other entry has told of the first. */
const MOST_OCCURRENCES = 16;
const LOOK_EVERY_MS = 5;
/** A lock without a process in it is being written, unless it is older than this. */
const WRITTEN_WITHIN_MS = 1000;

/** How an event is run; what it decides after it was aborted is no outcome for others. */
export interface EventRun {
  readonly event: AnyEvent;
  /** The entry that delivers it, by its word; one without a word is like all others without. */
  readonly entry: string;
  /** Whether it lets an event go on that could not be checked. */
  readonly failsOpen: boolean;
  readonly run: () => Promise<Decided>;
  readonly signal: AbortSignal;
}

/** An outcome, and the decision of the record that it belongs to; null: nothing is recorded. */
export interface Decided {
  readonly outcome: Outcome;
  readonly decisionId: string | null;
}

/** What a delivery gets: `wasRun` says that its own run has decided. */
interface Delivered extends Decided {
  readonly wasRun: boolean;
}

/** One time that an event has happened: what was decided, and the entries that have told of it. */
interface Occurrence extends Decided {
  readonly endedAt: number;
  readonly entries: readonly string[];
  readonly failsOpen: boolean;
}

/**
 * Runs an event, or gives the outcome that another entry's delivery of it has come to: an agent that is connected twice
 * has two entries, and agents read each other's files. An entry tells of an event once, so that what it tells again has
 * happened again, however soon; and what another entry tells is the same, however late. Where nothing can be kept, the
 * event is run; so it is for an entry that fails closed after one that fails open, which may have let it go on unchecked.
 */
export async function runOnce(
  folder: string,
  { event, entry, failsOpen, run, signal }: EventRun,
  settling: Settling = atOnce,
): Promise<Delivered> {
  const key = keyOf(event);
  if (key === null) return ranIt(run);
  const deliveries = new Deliveries(folder, key);
  for (;;) {
    const taken = deliveries.take();
    if (taken === 'impossible') return ranIt(run);
    if (taken === 'taken') break;
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS));
    signal.throwIfAborted();
  }
  const before = deliveries.known();
  let after: readonly Occurrence[] | null = null;
  try {
    const told = before.findLast((each) => isToldBy(entry, each, event));
    const entries = [...(told?.entries ?? []), entry];
    if (told !== undefined && (failsOpen || !told.failsOpen)) {
      after = before.map((each) => (each === told ? { ...told, entries } : each));
      return { outcome: told.outcome, decisionId: told.decisionId, wasRun: false };
    }
    const decided = await run();
    const others = before.filter((each) => each !== told);
    if (!signal.aborted) after = [...others, { ...withoutPrints(decided), endedAt: Date.now(), entries, failsOpen }];
    return { ...decided, wasRun: true };
  } finally {
    settling(() => {
      if (after !== null) deliveries.keep(after);
      deliveries.release();
      if (!hasCallId(event)) sweep(folder);
    });
  }
}

const ranIt = async (run: EventRun['run']): Promise<Delivered> => ({ ...(await run()), wasRun: true });

/** When the outcome is written down for others and the lock is given back. */
type Settling = (work: () => void) => void;

const atOnce: Settling = (work) => work();

/** A process that goes on can write down what it has decided while its answer is under way; until then others see its lock. */
export const afterTheAnswer: Settling = (work) => void setImmediate(work);

const isToldBy = (entry: string, { entries, endedAt }: Occurrence, event: AnyEvent): boolean =>
  !entries.includes(entry) || (hasCallId(event) && Date.now() - endedAt <= SAME_CALL_MS);

/** What hooks printed is in the record. */
const withoutPrints = ({ outcome, decisionId }: Decided): Decided => ({
  outcome: { ...outcome, hooks: outcome.hooks.map((run) => ({ ...run, stdout: '', stderr: '' })) },
  decisionId,
});

const hasCallId = (event: AnyEvent): boolean => typeof event['tool_use_id'] === 'string';

/** Identifies an event by all that hooks decide on; null where it belongs to no session. */
function keyOf(event: AnyEvent): string | null {
  if (typeof event['session_id'] !== 'string') return null;
  const { hook_event_name: name, session_id: session, tool_use_id: call, tool_name: tool, tool_input: input } = event;
  const content = hasCallId(event)
    ? [name, session, call, tool, input, event['tool_response'], event['error']]
    : [event];
  return createHash('sha256').update(writtenJson(content)).digest('hex');
}

/** The files of one content: a lock while a delivery of it is looked at or run, and what has happened. */
class Deliveries {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string, key: string) {
    this.#folder = folder;
    this.#path = join(folder, key);
  }

  /** What has happened a while ago, in the order in which it ended; to be asked and changed with the lock only. */
  known(): readonly Occurrence[] {
    try {
      const all = readJsonLine(readFileSync(this.#done, 'utf8').trimEnd()) as readonly Occurrence[] | null;
      return (all ?? []).filter(({ endedAt }) => Date.now() - endedAt <= KEPT_MS);
    } catch {
      return [];
    }
  }

  /** `busy`: another delivery has it. */
  take(): 'taken' | 'busy' | 'impossible' {
    try {
      if (!existsSync(this.#folder)) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const descriptor = openSync(this.#lock, 'wx', 0o600);
      writeSync(descriptor, String(process.pid));
      closeSync(descriptor);
      return 'taken';
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return 'impossible';
      if (this.#isLeft()) this.release();
      return 'busy';
    }
  }

  /** Whether the process that ran the event is gone. */
  #isLeft(): boolean {
    try {
      const pid = Number(readFileSync(this.#lock, 'latin1'));
      if (pid > 0) return !isAlive(pid);
      return Date.now() - statSync(this.#lock).mtimeMs > WRITTEN_WITHIN_MS;
    } catch {
      return false; // it has just ended
    }
  }

  keep(occurrences: readonly Occurrence[]): void {
    const unfinished = `${this.#path}.${process.pid}`;
    try {
      writeFileSync(unfinished, writtenJson(occurrences.slice(-MOST_OCCURRENCES)), { mode: 0o600 });
      renameSync(unfinished, this.#done);
    } catch {
      rmSync(unfinished, { force: true }); // the other delivery runs it again
    }
  }

  release(): void {
    try {
      rmSync(this.#lock, { force: true });
    } catch {
      // others find that this process is gone
    }
  }

  get #lock(): string {
    return `${this.#path}.lock`;
  }

  get #done(): string {
    return `${this.#path}.json`;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Removes what no delivery can need any more. */
function sweep(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS && !name.endsWith('.lock'))
        rmSync(path, { force: true });
    }
  } catch {
    // the next one does it
  }
}
