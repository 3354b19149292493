import type { Decision, IndexedHook, RecordedDecision } from '@hookline/core/internal';
import type {
  ChainState,
  DecisionDetail,
  DecisionList,
  DecisionRow,
  FaultGroup,
  Histogram,
  Latency,
  LookedAt,
  Meta,
  ShadowHook,
} from '../api/index.ts';

/** Which decisions are wanted, newest first. */
export interface ListAsked {
  /** In the filter language. */
  readonly q: string;
  /** Id of a decision: only older ones. */
  readonly before: string | null;
  /** Id of a decision: only newer ones. */
  readonly after: string | null;
  readonly limit: number;
  /** False: the rows do not wait for the count of all that fit. */
  readonly isCounted?: boolean;
}

export interface HistogramAsked {
  readonly q: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly buckets: number;
}

/** A decision as it stands in the record. */
export interface FoundDecision {
  readonly decision: RecordedDecision;
  readonly row: DecisionRow;
  readonly raw: DecisionDetail['raw'];
}

/** What has come to the record; `place` is the end of it, for a reader that comes back. */
export interface News {
  /** The record was read again: rows may be others than were told. */
  readonly isAgain?: true;
  readonly rows: readonly DecisionRow[];
  readonly place: string;
}

/** What the record holds for filters. */
export type FilterWords = Pick<Meta, 'events' | 'projects' | 'hooks' | 'sessions'>;

/** What the record knows about one hook of one project, in the last 30 days. */
export interface HookCounts {
  readonly runs: number;
  readonly blocks: number;
  readonly wouldBlock: number;
  readonly last: number | null;
  readonly p95: number | null;
  readonly days: readonly number[];
}

export interface RunCounts {
  readonly hooks: ReadonlyMap<string, HookCounts>;
  /** The events of the project that were seen at all. */
  readonly events: ReadonlySet<string>;
}

/** What a hook in shadow would have done, beside what was done. */
export type ShadowCounts = Pick<
  ShadowHook,
  'runs' | 'wouldBlock' | 'wouldAsk' | 'wouldRewrite' | 'alike' | 'otherwise' | 'differing' | 'matrix'
> & { readonly hook: IndexedHook };

/** The questions that the thread of the index answers, each with what is asked and what is answered. */
interface Questions {
  readonly list: (asked: ListAsked) => DecisionList;
  readonly histogram: (asked: HistogramAsked) => Histogram;
  /** Null: there is no such decision. */
  readonly find: (id: string) => FoundDecision | null;
  /** Some decisions that fit, newest first, all of each. */
  readonly decisions: (asked: ListAsked) => {
    readonly decisions: readonly RecordedDecision[];
    readonly next: string | null;
  };
  /** The ids of those that fit, newest first. */
  readonly ids: (asked: Pick<ListAsked, 'q' | 'limit'>) => readonly string[];
  readonly latency: (q: string) => Latency;
  readonly faults: (q: string) => { readonly looked: LookedAt; readonly groups: readonly Omit<FaultGroup, 'hint'>[] };
  readonly shadow: (q: string) => { readonly looked: LookedAt; readonly hooks: readonly ShadowCounts[] };
  readonly runs: (asked: { readonly project: string; readonly now: number }) => RunCounts;
  /** The newest events of a project that a hook saw. */
  readonly seenBy: (asked: {
    readonly project: string;
    readonly hook: string;
    readonly limit: number;
  }) => readonly DecisionRow[];
  /** What has come after a place; null: the place is not known any more, and the page must ask for all again. */
  readonly since: (place: string) => News | null;
}

export type QuestionName = keyof Questions;
export type QuestionOf<Name extends QuestionName> = Parameters<Questions[Name]>[0];
export type AnswerTo<Name extends QuestionName> = ReturnType<Questions[Name]>;

/** The decisions of one record, past and coming. */
export interface DecisionSource {
  /** Asks the index; the signal ends a question whose answer is not wanted any more. */
  readonly ask: <Name extends QuestionName>(
    name: Name,
    asked: QuestionOf<Name>,
    signal?: AbortSignal,
  ) => Promise<AnswerTo<Name>>;
  readonly state: () => Meta['index'];
  /** Done when all that was there at first is read. */
  readonly whenRead: () => Promise<void>;
  readonly words: () => FilterWords;
  /** Calls back with what comes; the result ends that. */
  readonly follow: (listener: (news: News) => void) => () => void;
  /** The end of the record now. */
  readonly place: () => string;
  /** Checks the chain, in a thread of its own. */
  readonly verify: (env: Readonly<Record<string, string | undefined>>) => Promise<ChainState>;
  readonly close: () => Promise<void>;
}

const PAGE = 100;

/** Those that fit, newest first, all of each. */
export async function* newestOf(source: DecisionSource, q: string): AsyncGenerator<RecordedDecision, void> {
  for (let before: string | null = null; ;) {
    const page: AnswerTo<'decisions'> = await source.ask('decisions', { q, before, after: null, limit: PAGE });
    yield* page.decisions;
    before = page.next;
    if (before === null) return;
  }
}

/** How the strictest hook of all decides, from the mildest. */
export const STRICTNESS: readonly Decision[] = ['allow', 'none', 'ask', 'block'];
