// The rows of the timeline: pages of the record that were read so far, with what came in meanwhile.
import { batch, computed, signal } from '@preact/signals';
import type { DecisionList, DecisionRow, FilterProblem } from '../api.ts';
import { get, Refused } from './http.ts';
import { meta, onMissing, onRows } from './live.ts';
import { filter, view } from './view.ts';
import { quietly } from './quietly.ts';
import { isGateway } from './served.ts';

const PAGE = 100;
/** More rows than this are not kept; older ones are shown instead of the newest when somebody asks for them. */
const MOST_ROWS = 5000;

export const rows = signal<readonly DecisionRow[]>([]);
const found = signal<number | null>(null);
/** The count of what fits is on its way. */
export const isCounting = signal(false);
/** How many fit the filter; of all decisions the server says it by itself, in the order in which they came. */
export const total = computed(() => {
  const index = meta.value?.index;
  return filter.value === '' && index?.done === true ? index.decisions : found.value;
});
export const problems = signal<readonly FilterProblem[]>([]);
export const failure = signal<Refused | null>(null);
export const isLoaded = signal(false);
/** Rows that came while the list stands still. */
export const waiting = signal<readonly DecisionRow[]>([]);
/** Whether new rows enter the list at once. */
export const follows = signal(true);
const next = signal<string | null>(null);
export const hasOlder = computed(() => next.value !== null);
/** There are older rows than those that are kept. */
export const isFull = computed(() => hasOlder.value && rows.value.length >= MOST_ROWS);

export const chosenIndex = computed(() => rows.value.findIndex(({ id }) => id === view.value.decision));

let asked = new AbortController();

const pathOf = (more: Record<string, string> = {}): string =>
  `/api/decisions?${new URLSearchParams({ q: filter.peek(), limit: String(PAGE), ...more })}`;

/** Done when the rows of the filter are there. */
let first: Promise<void> = Promise.resolve();

/** Reads the newest rows that fit the filter. */
async function readFirst(): Promise<void> {
  asked.abort();
  asked = new AbortController();
  const { signal: stop } = asked;
  try {
    // A gateway counts less, and with its rows.
    show(await get<DecisionList>(pathOf(isGateway ? {} : { total: 'later' }), stop));
    if (!isGateway && filter.peek() !== '' && found.value === null) quietly(readTotal(stop));
  } catch (error) {
    if (error instanceof Refused) failure.value = error;
  }
}

/** How many fit: somebody who looks for rows does not wait for it. */
async function readTotal(stop: AbortSignal): Promise<void> {
  isCounting.value = true;
  try {
    const { total: counted } = await get<DecisionList>(pathOf({ limit: '0' }), stop);
    found.value = counted;
  } finally {
    // Another filter counts for itself.
    if (!stop.aborted) isCounting.value = false;
  }
}

function show(list: DecisionList): void {
  batch(() => {
    rows.value = list.rows;
    found.value = list.total;
    next.value = list.next;
    problems.value = list.problems;
    waiting.value = [];
    failure.value = null;
    isLoaded.value = true;
    isCounting.value = false;
  });
}

let readsOlder = false;

/** Reads the rows before the oldest one. */
export async function readOlder(): Promise<void> {
  if (readsOlder || next.value === null || rows.value.length >= MOST_ROWS) return;
  readsOlder = true;
  try {
    const list = await get<DecisionList>(pathOf({ before: next.value }), asked.signal);
    batch(() => {
      const known = new Set(rows.value.map(({ id }) => id));
      rows.value = [...rows.value, ...list.rows.filter(({ id }) => !known.has(id))];
      next.value = list.next;
    });
  } catch (error) {
    if (error instanceof Refused) failure.value = error;
  } finally {
    readsOlder = false;
  }
}

/** Rows that changed stay where they are; new ones come on top, or wait while somebody reads. */
function takeRows(news: readonly DecisionRow[]): void {
  const changed = new Map(news.map((row) => [row.id, row]));
  const known = new Set(rows.value.map(({ id }) => id));
  const replaced = [...changed.keys()].some((id) => known.has(id));
  const fresh = [...changed.values()].filter(({ id }) => !known.has(id)).toReversed();
  batch(() => {
    const kept = replaced ? rows.value.map((row) => changed.get(row.id) ?? row) : rows.value;
    if (follows.value) rows.value = joined(fresh, kept);
    else {
      rows.value = kept;
      waiting.value = joined(fresh, waiting.value);
    }
  });
}

function joined(fresh: readonly DecisionRow[], kept: readonly DecisionRow[]): readonly DecisionRow[] {
  if (fresh.length === 0) return kept;
  const ids = new Set(fresh.map(({ id }) => id));
  // What began earlier may be told later; of two that began at once, the one that was told later is newer.
  const all = [...fresh, ...kept.filter(({ id }) => !ids.has(id))].toSorted((one, other) => other.at - one.at);
  if (all.length <= MOST_ROWS) return all;
  next.value = all[MOST_ROWS - 1]?.id ?? null;
  return all.slice(0, MOST_ROWS);
}

/** Lets the waiting rows in, and follows again. */
export function follow(): void {
  batch(() => {
    rows.value = joined(waiting.value, rows.value);
    waiting.value = [];
    follows.value = true;
  });
}

let rereads: 'no' | 'now' | 'again' = 'no';

/**
 * Reads the newest page again and takes what is new in it: only the server knows what fits a filter, or what came before
 * the page followed.
 */
async function readNews(): Promise<void> {
  if (rereads !== 'no') {
    rereads = 'again';
    return;
  }
  rereads = 'now';
  try {
    await first;
    const list = await get<DecisionList>(pathOf(), asked.signal);
    if (isWhole(list)) takeRows(list.rows.toReversed());
    else show(list);
    found.value = list.total;
  } catch (error) {
    if (error instanceof Refused) failure.value = error;
  } finally {
    const again = (rereads as string) === 'again';
    rereads = 'no';
    if (again) await readNews();
  }
}

/** No row is missing between those of a page and those that are there. */
function isWhole(list: DecisionList): boolean {
  const known = new Set([...rows.value, ...waiting.value].map(({ id }) => id));
  return list.next === null || list.rows.some(({ id }) => known.has(id));
}

/** Begins to hold the rows of the current filter. */
export function startRows(): void {
  onRows((news) => {
    if (filter.peek() === '') takeRows(news);
    else quietly(readNews());
  });
  onMissing(() => quietly(readNews()));
  let wasRead: boolean | null = null;
  meta.subscribe((now) => {
    if (now === null) return;
    const { done } = now.index;
    // How many fit is known only when the server has read all files; of all decisions it says so by itself.
    const isNews = done && (wasRead === false || (wasRead === null && filter.peek() !== ''));
    if (isNews && isLoaded.peek() && found.peek() === null) quietly(readNews());
    wasRead = done;
  });
  filter.subscribe(() => {
    first = readFirst();
    quietly(first);
  });
}
