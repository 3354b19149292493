import {
  aboutText,
  type EndEntry,
  type JsonObject,
  namedHook,
  parseLine,
  type RecordEntry,
  type RecordedRun,
  type StartEntry,
  wouldRefuse,
} from '@hookline/core/internal';
import { dayOf } from './decision-time.ts';
import { createPolicyNews, type PolicyNews } from './policy-news.ts';
import { WORD_KINDS, type WordKind } from './words.ts';

/** Verdicts by their numbers in the database. */
export const VERDICTS = ['none', 'allow', 'ask', 'block'] as const;
const STATUSES = ['passed', 'blocked', 'failed', 'timed_out', 'skipped', 'background'] as const;

/** A row of the table `decision`; words stand in it as text until their numbers are known. */
interface DecisionRowDraft {
  readonly day: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  at: number;
  project?: string;
  hook?: string;
  agent?: string;
  tool?: string;
  event?: string;
  ms?: number;
  verdict?: number;
  hooks?: number;
  faults?: number;
  shadow?: boolean;
  session?: string;
  about?: string;
  reason?: string;
  /** Hook and milliseconds of each run that was waited for. */
  runs?: readonly (readonly [hook: string, ms: number])[];
}

/** A row of the table `run`: only runs that failed or were in shadow have one. */
interface RunRowDraft {
  readonly day: string;
  readonly decision: string;
  readonly hook: string;
  readonly n: number;
  readonly at: number;
  readonly status: number;
  readonly fault: string | null;
  readonly message: string | null;
  readonly stderr: string | null;
  readonly shadow: ShadowDraft | null;
}

interface ShadowDraft {
  readonly decision: string;
  readonly reason: string | null;
  readonly rewrites: number;
}

/** What the lines of a chunk mean for questions. */
export interface Projection {
  readonly decisions: readonly DecisionRowDraft[];
  readonly runs: readonly RunRowDraft[];
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** Null: nothing about policies. */
  readonly policy: PolicyNews | null;
}

/** Reads the decisions out of lines; text that is no entry means nothing here. */
export function projectLines(lines: readonly Buffer[]): Projection {
  const decisions = new Map<string, DecisionRowDraft>();
  const runs: RunRowDraft[] = [];
  const policy = createPolicyNews();
  let [firstAt, lastAt]: [number | null, number | null] = [null, null];
  for (const line of lines) {
    const entry = parseLine(line.toString());
    if (entry === null) continue;
    lastAt = timeOf(entry.at);
    firstAt ??= lastAt;
    policy.add(entry);
    if (entry.id !== null) add(entry, { id: entry.id, at: lastAt }, decisions, runs);
  }
  return { decisions: [...decisions.values()], runs, firstAt, lastAt, policy: policy.news() };
}

function add(
  entry: RecordEntry,
  { id, at }: { readonly id: string; readonly at: number },
  decisions: Map<string, DecisionRowDraft>,
  runs: RunRowDraft[],
): void {
  // Lines that say the same id at times far apart are rows of their own, so that the time of a row is always near its day.
  const day = dayOf(id, at);
  const key = `${day} ${id}`;
  const known = decisions.get(key);
  const row: DecisionRowDraft = known ?? { day, id: clean(id, MOST_SESSION), at };
  if (known === undefined && entry.kind !== 'note') decisions.set(key, row);
  if (entry.kind === 'start') addStart(row, entry, at);
  if (entry.kind === 'end') addEnd(row, entry);
  const all = entry.kind === 'end' ? entry.hooks : entry.kind === 'background' ? [entry.hook] : [];
  for (const [n, run] of all.entries()) {
    if (run.fault === null && run.shadow === undefined) continue;
    runs.push(
      runRow(run, {
        day,
        decision: row.id,
        at,
        n: entry.kind === 'background' ? BACKGROUND_N : Math.min(n, BACKGROUND_N - 1),
      }),
    );
  }
  const faults = all.reduce((count, { fault }) => (fault === null ? count : count + 1), 0);
  if (faults > 0) row.faults = Math.min((row.faults ?? 0) + faults, MOST_SMALL);
}

const MOST_SMALL = 32_767;

/** Keeps the late run of a background hook apart from those that were waited for. */
const BACKGROUND_N = 10_000;

function addStart(row: DecisionRowDraft, { project, agent, event }: StartEntry, at: number): void {
  row.at = at;
  if (project !== '') row.project = word(project);
  if (agent !== undefined) row.agent = word(agent);
  row.event = word(event.hook_event_name);
  const { session_id: session, tool_name: tool } = event as { session_id?: unknown; tool_name?: unknown };
  if (typeof session === 'string') row.session = clean(session, MOST_SESSION);
  if (typeof tool === 'string') row.tool = word(tool);
  const about = clean(
    aboutText(event as JsonObject)
      .trimStart()
      .split('\n', 1)[0] ?? '',
    MOST_ABOUT,
  );
  if (about !== '') row.about = about;
}

function addEnd(row: DecisionRowDraft, { outcome, hooks, durationMs }: EndEntry): void {
  row.ms = bounded(durationMs);
  row.verdict = VERDICTS.indexOf(outcome.decision);
  row.hooks = Math.min(hooks.length, MOST_SMALL);
  const named = namedHook(outcome.block, hooks);
  if (named !== null) row.hook = word(named.id);
  const reason = outcome.block?.reason ?? outcome.reason;
  if (reason !== null) row.reason = clean(reason, MOST_REASON);
  if (hooks.some(wouldRefuse)) row.shadow = true;
  const waited = hooks.filter(({ status }) => status !== 'skipped' && status !== 'background');
  if (waited.length > 0) row.runs = waited.map(({ id, durationMs: ms }) => [word(id), bounded(ms)] as const);
}

function runRow(run: RecordedRun, row: Pick<RunRowDraft, 'day' | 'decision' | 'at' | 'n'>): RunRowDraft {
  return {
    ...row,
    hook: word(run.id),
    status: STATUSES.indexOf(run.status),
    fault: run.fault === null ? null : clean(run.fault.code, MOST_SESSION),
    message: run.fault === null ? null : clean(run.fault.message, MOST_REASON),
    stderr: run.fault === null || run.stderr === '' ? null : clean(run.stderr, MOST_REASON),
    shadow: run.shadow === undefined ? null : shadowOf(run.shadow),
  };
}

const shadowOf = ({ decision, reason, rewrites }: NonNullable<RecordedRun['shadow']>): RunRowDraft['shadow'] => ({
  decision,
  reason: reason === null ? null : clean(reason, MOST_REASON),
  rewrites: rewrites.length,
});

const [MOST_WORD, MOST_SESSION, MOST_ABOUT, MOST_REASON] = [500, 200, 120, 400];

const word = (text: string): string => clean(text, MOST_WORD);

/** PostgreSQL has no text with a null character, and no half of a surrogate pair. */
const clean = (text: string, most: number): string =>
  text.length <= most && !MAYBE_BAD.test(text)
    ? text
    : text
        .replaceAll('\0', '')
        .slice(0, most)
        .replaceAll(/[\ud800-\udfff]/gu, '\ufffd');

const MAYBE_BAD = /[\0\ud800-\udfff]/;

const [EARLIEST, LATEST] = [0, Date.parse('9999-12-31')];

/** A time that PostgreSQL can hold. */
const timeOf = (text: string): number => Math.min(Math.max(Date.parse(text), EARLIEST), LATEST);

const MOST_MS = 1e9;
const bounded = (ms: number): number => Math.min(Math.max(ms, -MOST_MS), MOST_MS);

/** The words in the rows of a projection, by their kinds. */
export function wordsIn({ decisions, runs }: Projection): ReadonlyMap<WordKind, ReadonlySet<string>> {
  const found = new Map(WORD_KINDS.map((kind) => [kind, new Set<string>()] as const));
  const note = (kind: WordKind, text: string | undefined): void => {
    if (text !== undefined) found.get(kind)?.add(text);
  };
  for (const row of decisions) {
    for (const kind of WORD_KINDS) note(kind, row[kind]);
    for (const [hook] of row.runs ?? []) note('hook', hook);
  }
  for (const { hook } of runs) note('hook', hook);
  return found;
}
