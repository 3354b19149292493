import type { RecordFilter } from './reader.ts';
import { join } from 'node:path';
import { stateFolder } from '../settings/own-folders.ts';
import type { RecordEntry, StartEntry } from './entry.ts';
import type { RecordReport } from './finding.ts';
import { followEntries, type FollowOptions, positionAfter } from './follow.ts';
import type { RecordPosition } from './record-files.ts';
import { parseLine } from './chain.ts';
import { timeOfId } from './decision-id.ts';
import { asideTime, currentFile, linesIn, rotatedNames, readRecord } from './reader.ts';
import { recordKeyOf } from './recorder.ts';
import type { RecordedDecision } from './timeline.ts';
import { timeline } from './timeline.ts';
import { verifyRecord } from './verify.ts';

export interface TimelineFilter extends RecordFilter {
  /** Only this many, the newest. */
  readonly limit?: number;
}

/** The path of this user's record. */
export const recordFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string =>
  join(stateFolder(env, home), 'record');

/** The decisions in a record, oldest first. */
export function readTimeline(folder: string, { limit, ...filter }: TimelineFilter = {}): readonly RecordedDecision[] {
  if (limit === undefined) return timeline(readRecord(folder, filter));
  const most = rotatedNames(folder).length + 1;
  // They are usually in the newest files; a record can be long.
  for (let files = 1; files < most; files *= 2) {
    // A decision that began in an older file is older than all that began in these.
    const newest = timeline(readRecord(folder, { ...filter, files })).filter(({ event }) => event !== null);
    if (newest.length >= limit) return newest.slice(newest.length - limit);
  }
  const decisions = timeline(readRecord(folder, filter));
  return decisions.slice(Math.max(0, decisions.length - limit));
}

/**
 * The decisions in a record one by one, in the order of their ends, however many there are; those without an end come
 * last.
 */
export const streamTimeline = (folder: string, filter: RecordFilter = {}): Generator<RecordedDecision, void> =>
  decisionsIn(readRecord(folder), filter);

/** The error that no decision has this id, with the newest ids and a similar one. */
export interface NoDecision {
  readonly newest: readonly string[];
  readonly near: string | null;
}

/** One decision with all its entries; `last` is the newest. */
export function findDecision(folder: string, id: string): RecordedDecision | NoDecision {
  if (id === 'last') return readTimeline(folder, { limit: 1 })[0] ?? { newest: [], near: null };
  const quick = foundByTime(folder, id);
  if (quick !== null) return quick;
  let newest: readonly string[] = [];
  let near: string | null = null;
  const entries: RecordEntry[] = [];
  for (const entry of readRecord(folder)) {
    if (entry.id === id) entries.push(entry);
    if (entry.kind !== 'start') continue;
    newest = [entry.id, ...newest].slice(0, NEWEST);
    if (isNear(entry.id, id)) near = entry.id;
  }
  return timeline(entries)[0] ?? { newest, near };
}

/**
 * An id holds the time of its event, so that its entries are in the file that was put aside next, and perhaps in those
 * after it. Null where that does not find the start and the end, because the clock was set back for example.
 */
function foundByTime(folder: string, id: string): RecordedDecision | null {
  const time = timeOfId(id);
  if (time === null) return null;
  const entries: RecordEntry[] = [];
  for (const path of pathsSince(folder, time - SLACK_MS)) {
    const held = linesWith(path, id);
    entries.push(...held);
    const isBegun = entries.some(({ kind }) => kind === 'start');
    const end = entries.find((entry) => entry.kind === 'end');
    // Background hooks and notes may come much later: then the newer files are read as well.
    if (isBegun && end !== undefined && !hasMore(end) && held.length === 0) break;
  }
  const [decision] = timeline(entries);
  return decision === undefined || decision.event === null ? null : decision;
}

// A writer that was stopped for a moment, and clocks that are corrected.
const SLACK_MS = 10_000;

const hasMore = (end: Extract<RecordEntry, { readonly kind: 'end' }>): boolean =>
  end.hooks.some(({ status }) => status === 'background');

/** The files that were put aside since then, and the one that is written to, oldest first. */
const pathsSince = (folder: string, time: number): readonly string[] => [
  ...rotatedNames(folder)
    .filter((name) => asideTime(name) >= time)
    .map((name) => join(folder, name)),
  currentFile(folder),
];

/** The entries of a file with this id; only lines that hold it are parsed. */
function linesWith(path: string, id: string): readonly RecordEntry[] {
  const found: RecordEntry[] = [];
  for (const { lines } of linesIn(path))
    for (const { raw } of lines) {
      const entry = raw.includes(id) ? parseLine(raw.toString()) : null;
      if (entry?.id === id) found.push(entry);
    }
  return found;
}

const NEWEST = 5;
const FEW = 3;

/** An id given by its beginning, or one with a typing mistake. */
function isNear(id: string, written: string): boolean {
  if (written.length < id.length) return written.length > id.length / 2 && id.startsWith(written);
  let slips = written.length - id.length;
  for (let at = 0; at < id.length && slips <= FEW; at += 1) if (id[at] !== written[at]) slips += 1;
  return slips <= FEW;
}

/**
 * Checks a record for edits, gaps and misplaced lines, with the key that the environment names; throws when that is
 * not a key.
 */
export const verifyTimeline = (folder: string, env: Readonly<Record<string, string | undefined>>): RecordReport =>
  verifyRecord(folder, recordKeyOf(env));

/** A decision, and where reading goes on behind the newest line that it was made from. */
export interface FollowedDecision {
  readonly decision: RecordedDecision;
  readonly position: RecordPosition;
}

/** Decisions as they are made, and again when one of their background hooks has ended, until the signal aborts. */
export async function* followDecisions(
  folder: string,
  signal: AbortSignal,
  options: FollowOptions = {},
): AsyncGenerator<FollowedDecision, void> {
  const open = new Map<string, RecordEntry[]>();
  for await (const { entry, line } of followEntries(folder, signal, options)) {
    if (entry.id === null) continue;
    const entries = [...(open.get(entry.id) ?? []), entry];
    open.set(entry.id, entries);
    const isStarted = entries.some(({ kind }) => kind === 'start');
    const end = entries.find((each) => each.kind === 'end');
    if (entry.kind === 'start' && end === undefined) continue;
    // A start that a slow process wrote into a file that was put aside comes after its end.
    if (isStarted && end?.hooks.some((hook) => hook.status === 'background') === false) open.delete(entry.id);
    for (const decision of timeline(entries)) yield { decision, position: positionAfter(line) };
  }
}

/** The same without the places. */
export async function* followTimeline(
  folder: string,
  signal: AbortSignal,
  filter: RecordFilter = {},
): AsyncGenerator<RecordedDecision, void> {
  for await (const { decision } of followDecisions(folder, signal, filter)) yield decision;
}

/**
 * Decisions as their ends are read, so that only open ones are in memory; later output of background hooks is left
 * out. Those without an end come last.
 */
export function* decisionsIn(entries: Iterable<RecordEntry>, filter: RecordFilter): Generator<RecordedDecision, void> {
  const open = new Map<string, StartEntry>();
  for (const entry of entries) {
    if (entry.kind === 'start' && isWanted(entry, filter)) open.set(entry.id, entry);
    const start = entry.kind === 'end' ? open.get(entry.id) : undefined;
    if (start === undefined) continue;
    open.delete(start.id);
    yield* timeline([start, entry]);
  }
  for (const start of open.values()) yield* timeline([start]);
}

const isWanted = (start: StartEntry, { since, session, event }: RecordFilter): boolean =>
  (since === undefined || Date.parse(start.at) >= since.getTime()) &&
  (session === undefined || start.event['session_id'] === session) &&
  (event === undefined || start.event.hook_event_name === event);
