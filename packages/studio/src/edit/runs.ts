import { randomBytes } from 'node:crypto';
import {
  createHooks,
  errorText,
  type HooksOptions,
  type Outcome,
  type RecordedDecision,
} from '@hookline/core/internal';
import {
  type Comparison,
  type FiringHooks,
  replay,
  replayItem,
  type ReplayItem,
  type ReplaySource,
  select,
} from '@hookline/toolbox';
import type { FlipDetail, FlipView, ReplayAsked, RunMessage, RunStarted, RunSummary } from '../api/index.ts';
import { type EventStream, HttpProblem } from '../http/index.ts';
import { detailOf } from '../look/decision.ts';
import type { StudioPlace } from '../look/project-hooks.ts';
import { decisionWords } from '../look/words.ts';
import type { DecisionSource, FoundDecision } from '../source/decision-source.ts';
import { aboutOf, rowOf } from '../source/row.ts';
import { asDecision } from './outcome-as-decision.ts';

/** Events that run at the same time. */
const JOBS = 2;
const MOST_FLIPS = 1_000;
const MOST_EVENTS = 20_000;
const PROGRESS_MS = 200;

interface Flipped {
  readonly view: FlipView;
  readonly outcome: Outcome;
}

/** One replay: what it has found, and who listens. */
interface Run {
  readonly id: string;
  readonly stop: AbortController;
  readonly flips: Map<string, Flipped>;
  readonly streams: Set<EventStream>;
  progress: Extract<RunMessage, { readonly kind: 'progress' }>;
  last: RunMessage | null;
  done: Promise<void>;
}

/** Replays, one at a time; the newest one is kept until the next begins. */
export class Runs {
  readonly #source: DecisionSource;
  readonly #place: StudioPlace;
  /** What hooks that are only a draft run instead. */
  readonly #adjust: (draft: string) => HooksOptions;
  #run: Run | null = null;

  constructor(source: DecisionSource, place: StudioPlace, adjust: (draft: string) => HooksOptions) {
    this.#source = source;
    this.#place = place;
    this.#adjust = adjust;
  }

  start(asked: ReplayAsked): RunStarted {
    if (this.#run !== null && this.#run.last === null)
      throw new HttpProblem(409, 'another replay is running', 'wait for its end, or cancel it');
    const adjusted = asked.draft === null ? {} : this.#adjust(asked.draft);
    const run: Run = {
      id: randomBytes(9).toString('base64url'),
      stop: new AbortController(),
      flips: new Map(),
      streams: new Set(),
      progress: { kind: 'progress', done: 0, total: 0 },
      last: null,
      done: Promise.resolve(),
    };
    this.#run = run;
    run.done = this.#carryOut(run, asked, adjusted);
    return { run: run.id };
  }

  /** The id again; throws a problem when there is no such run. */
  known(id: string): string {
    return this.#find(id).id;
  }

  /** Sends what was found so far, then what comes. */
  listen(id: string, stream: EventStream): void {
    const run = this.#find(id);
    say(stream, { kind: 'flips', flips: [...run.flips.values()].map(({ view }) => view) });
    say(stream, run.progress);
    if (run.last !== null) {
      say(stream, run.last);
      stream.end();
      return;
    }
    run.streams.add(stream);
    stream.gone.addEventListener('abort', () => run.streams.delete(stream));
  }

  async cancel(id: string): Promise<void> {
    const run = this.#find(id);
    run.stop.abort();
    await run.done;
  }

  async flip(id: string, decision: string): Promise<FlipDetail> {
    const flipped = this.#find(id).flips.get(decision);
    const found = await this.#source.ask('find', decision);
    if (flipped === undefined || found === null) throw new HttpProblem(404, 'there is no such change in this replay');
    const now = asDecision(found.decision, flipped.outcome);
    return {
      flip: flipped.view,
      before: await detailOf(found, this.#place),
      now: await detailOf({ decision: now, row: rowOf(now), raw: [] }, this.#place),
    };
  }

  async close(): Promise<void> {
    this.#run?.stop.abort();
    await this.#run?.done;
  }

  #find(id: string): Run {
    if (this.#run?.id !== id) throw new HttpProblem(404, 'there is no such run', 'only the newest one is kept');
    return this.#run;
  }

  async #carryOut(run: Run, asked: ReplayAsked, adjusted: HooksOptions): Promise<void> {
    const tell = (message: RunMessage): void => run.streams.forEach((stream) => say(stream, message));
    const end = (message: RunMessage): void => {
      run.last = message;
      tell(run.progress);
      tell(message);
      for (const stream of run.streams) stream.end();
    };
    const timer = setInterval(() => tell(run.progress), PROGRESS_MS);
    try {
      const { sample } = asked;
      const source = await this.#events(asked.q);
      const selection = await select(source, sample === null ? {} : { sample: { count: sample } }, true);
      const summary = await replay(
        selection,
        {
          open: (project) => this.#open(project, asked.withOutside, adjusted),
          project: null,
          defaultProject: this.#place.project,
          jobs: JOBS,
          withCut: false,
          withBackground: false,
          onFlip: (...flip) => addFlip(run, tell, ...flip),
          onProgress: ({ done, total }) => (run.progress = { kind: 'progress', done, total: total ?? 0 }),
        },
        run.stop.signal,
      );
      end({ kind: 'end', summary: summaryOf(summary) });
    } catch (error) {
      end({ kind: 'failed', error: errorText(error) });
    } finally {
      clearInterval(timer);
    }
  }

  /** The events that fit, oldest first; only their ids are kept. */
  async #events(q: string): Promise<ReplaySource> {
    const ids = await this.#source.ask('ids', { q, limit: MOST_EVENTS });
    const find = (id: string): Promise<FoundDecision | null> => this.#source.ask('find', id);
    return {
      name: 'the record',
      async *read() {
        for (const id of ids.toReversed()) {
          const found = await find(id);
          const item = found === null ? null : replayItem(found.decision);
          if (item !== null) yield item;
        }
      },
    };
  }

  /** The hooks of a project; those that ask servers or models take part only when that is wanted. */
  async #open(project: string, withOutside: boolean, adjusted: HooksOptions): Promise<FiringHooks> {
    const hooks = await createHooks({ ...this.#place, ...adjusted, project, record: false, warm: false });
    if (withOutside) return hooks;
    const only = hooks
      .list()
      .filter(({ handler }) => isLocal(handler))
      .map(({ id }) => id);
    return { fire: (event, options) => hooks.fire(event, { ...options, only }), close: () => hooks.close() };
  }
}

const isLocal = (handler: string): boolean => ['command', 'python', 'module'].includes(handler);

const say = (stream: EventStream, message: RunMessage): boolean => stream.send(message);

function addFlip(
  run: Run,
  tell: (message: RunMessage) => void,
  ...[item, comparison, outcome]: [ReplayItem, Comparison, Outcome]
): void {
  if (run.flips.size >= MOST_FLIPS) return;
  const isFlip = comparison.how === 'loosened' || comparison.how === 'tightened';
  const view: FlipView = {
    id: item.id,
    at: item.at === null ? 0 : Date.parse(item.at),
    about: aboutOf(item.event as RecordedDecision['payload']),
    kind: isFlip ? comparison.how : 'other',
    before: decisionWords(item.recorded?.decision ?? 'none', item.recorded?.effect ?? null),
    now: decisionWords(outcome.decision, outcome.block?.effect ?? null),
    hook: isFlip ? comparison.hook : null,
  };
  run.flips.set(item.id, { view, outcome });
  tell({ kind: 'flips', flips: [view] });
}

const summaryOf = (summary: Awaited<ReturnType<typeof replay>>): RunSummary => ({
  events: summary.events,
  same: summary.same,
  loosened: summary.loosened,
  tightened: summary.tightened,
  other: summary.altered + summary.unknown,
  unreadable: summary.skipped.cut + summary.skipped.gone + summary.skipped.unreadable,
});
