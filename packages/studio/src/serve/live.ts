import type { DecisionRow, LiveMessage } from '../api/index.ts';
import type { EventStream } from '../http/index.ts';
import type { DecisionSource, News } from '../source/decision-source.ts';
import type { ReadMeta } from './meta.ts';
import { MetaSender } from './meta-sender.ts';

/** Rows wait so long for each other, so that the page draws them once. */
const BATCH_MS = 20;
/** The start of a decision waits for its end, which mostly comes soon: nothing is drawn while an agent waits for a quick hook. */
const RUNNING_MS = 100;
const MOST_ROWS = 200;

/** Sends what comes to one page, and first what came since it was here last. */
export function sendLive(stream: EventStream, source: DecisionSource, meta: ReadMeta, lastId: string | null): void {
  const say = (message: LiveMessage, id?: string): boolean => stream.send(message, id);
  const waiting = new Map<string, DecisionRow>();
  let { place } = { place: source.place() };
  let timer: NodeJS.Timeout | null = null;
  let dueAt = Number.POSITIVE_INFINITY;
  const flush = (): void => {
    [timer, dueAt] = [null, Number.POSITIVE_INFINITY];
    const rows = [...waiting.values()];
    waiting.clear();
    // Only the last part may carry the place: a reader that is dropped in between gets all of them again.
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      const part = rows.slice(from, from + MOST_ROWS);
      say({ kind: 'rows', rows: part }, from + MOST_ROWS < rows.length ? undefined : place);
    }
    counts.beside();
  };
  const flushIn = (ms: number): void => {
    const at = performance.now() + ms;
    if (at >= dueAt) return;
    if (timer !== null) clearTimeout(timer);
    [timer, dueAt] = [setTimeout(flush, ms), at];
  };
  const take = (news: News): void => {
    if (news.isAgain === true) say({ kind: 'again' }, news.place);
    for (const row of news.rows) waiting.set(row.id, row);
    ({ place } = news);
    flushIn(news.rows.some(({ state }) => state !== 'running') ? BATCH_MS : RUNNING_MS);
  };
  const counts = new MetaSender(say, meta, source);
  const unfollow = followFrom(source, lastId, { take, again: () => void say({ kind: 'again' }) });
  stream.gone.addEventListener('abort', () => {
    unfollow();
    counts.end();
    if (timer !== null) clearTimeout(timer);
  });
}

interface Follower {
  readonly take: (news: News) => void;
  /** Told where it is not known what was missed. */
  readonly again: () => void;
}

/** What was missed, then what comes: also what comes while the missed rows are looked for. */
function followFrom(source: DecisionSource, lastId: string | null, { take, again }: Follower): () => void {
  if (lastId === null) {
    const unfollow = source.follow(take);
    again();
    return unfollow;
  }
  const early: News[] = [];
  let hear = (news: News): void => void early.push(news);
  const begin = (missed: News | null): void => {
    if (missed === null) again();
    for (const news of missed === null ? early : [missed, ...early]) take(news);
    hear = take;
  };
  source.ask('since', lastId).then(begin, () => begin(null));
  return source.follow((news) => hear(news));
}
