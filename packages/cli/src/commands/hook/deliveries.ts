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

/** Where the outcomes of the last moments are kept, for events that come twice. */
export const deliveriesFolder = (stateFolder: string): string => join(stateFolder, 'deliveries');

/** A tool call has a number of its own, so that its event comes again only if it was delivered twice. */
const CALL_WINDOW_MS = 10_000;
/** Other events may come again soon with the same content: only those at the same moment are one. */
const OTHER_WINDOW_MS = 200;
const KEPT_MS = 60_000;
const LOOK_EVERY_MS = 5;
/** A lock without a process in it is being written, unless it is older than this. */
const WRITTEN_WITHIN_MS = 1000;

/** How an event is run; what it decides after it was aborted is no outcome for others. */
export interface EventRun {
  readonly event: AnyEvent;
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

/** The events of this process that run, or have ended a moment ago. */
const deliveredHere = new Map<string, { readonly decided: Promise<Decided | null>; endedAt: number }>();

/**
 * Runs an event, or gives the outcome of the same event that another entry has delivered at the same time: agents that
 * read each other's files do that. Other processes are asked through the folder, deliveries to this one need no file.
 */
export async function runOnceHere(folder: string, { event, run, signal }: EventRun): Promise<Delivered> {
  const key = keyOf(event);
  if (key === null) return ranIt(run);
  const known = deliveredHere.get(key);
  const windowMs = windowOf(event);
  if (known !== undefined && Date.now() - known.endedAt <= windowMs) {
    const decided = await known.decided;
    signal.throwIfAborted();
    return decided === null ? runOnceHere(folder, { event, run, signal }) : { ...decided, wasRun: false };
  }
  const ran = runOnce(folder, { event, run, signal }, afterTheAnswer);
  const delivered = {
    decided: ran.then(
      (decided) => (signal.aborted ? null : decided),
      () => null,
    ),
    endedAt: Number.POSITIVE_INFINITY,
  };
  deliveredHere.set(key, delivered);
  const forget = (): void => {
    if (deliveredHere.get(key) === delivered) deliveredHere.delete(key);
  };
  const decided = await delivered.decided;
  delivered.endedAt = Date.now();
  if (decided === null) forget();
  else setTimeout(forget, windowMs).unref();
  return ran;
}

const ranIt = async (run: EventRun['run']): Promise<Delivered> => ({ ...(await run()), wasRun: true });

/** A process that goes on can write down what it has decided while its answer is under way; until then others see its lock. */
const afterTheAnswer: Settling = (work) => void setImmediate(work);

/** When the outcome is written down for others and the lock is given back. */
type Settling = (work: () => void) => void;

/** The same for processes that do not know each other. Where nothing can be kept, the event is run. */
export async function runOnce(
  folder: string,
  { event, run, signal }: EventRun,
  settling: Settling = (work) => work(),
): Promise<Delivered> {
  const key = keyOf(event);
  if (key === null) return ranIt(run);
  const delivery = new Delivery(folder, key, windowOf(event));
  for (;;) {
    const known = delivery.decided();
    if (known !== null) return { ...known, wasRun: false };
    const taken = delivery.take();
    if (taken === 'impossible') return ranIt(run);
    if (taken === 'taken') break;
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS));
    signal.throwIfAborted();
  }
  let decided: Decided | null = null;
  try {
    const known = delivery.decided(); // it may have ended before the lock was taken
    if (known !== null) return { ...known, wasRun: false };
    const found = await run();
    if (!signal.aborted) decided = found;
    return { ...found, wasRun: true };
  } finally {
    settling(() => {
      if (decided !== null) delivery.keep(decided);
      delivery.release();
      if (!hasCallId(event)) sweep(folder);
    });
  }
}

const windowOf = (event: AnyEvent): number => (hasCallId(event) ? CALL_WINDOW_MS : OTHER_WINDOW_MS);

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

/** The files of one event: a lock while it runs, and its outcome. */
class Delivery {
  readonly #folder: string;
  readonly #path: string;
  readonly #windowMs: number;

  constructor(folder: string, key: string, windowMs: number) {
    this.#folder = folder;
    this.#path = join(folder, key);
    this.#windowMs = windowMs;
  }

  /** What was decided, if the event has ended a moment ago. */
  decided(): Decided | null {
    try {
      if (Date.now() - statSync(this.#done).mtimeMs > this.#windowMs) return null;
      return readJsonLine(readFileSync(this.#done, 'utf8').trimEnd()) as Decided | null;
    } catch {
      return null;
    }
  }

  /** `busy`: another process runs the event. */
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

  keep({ outcome, decisionId }: Decided): void {
    const unfinished = `${this.#path}.${process.pid}`;
    try {
      // What hooks printed is in the record.
      const hooks = outcome.hooks.map((run) => ({ ...run, stdout: '', stderr: '' }));
      writeFileSync(unfinished, writtenJson({ outcome: { ...outcome, hooks }, decisionId }), { mode: 0o600 });
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
