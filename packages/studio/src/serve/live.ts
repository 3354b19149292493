import type { DecisionRow, LiveMessage } from '../api/index.ts';
import type { EventStream } from '../http/index.ts';
import type { DecisionSource, News } from '../source/decision-source.ts';
import type { ReadMeta } from './meta.ts';
import { sendMeta } from './send-meta.ts';

/**
 * Rows wait so long for each other. The start of a decision mostly goes with its end: the page draws once, and not while
 * an agent waits for the hook.
 */
const BATCH_MS = 40;
const MOST_ROWS = 200;

/** Sends what comes to one page, and first what came since it was here last. */
export function sendLive(stream: EventStream, source: DecisionSource, meta: ReadMeta, lastId: string | null): void {
  const say = (message: LiveMessage, id?: string): boolean => stream.send(message, id);
  const waiting = new Map<string, DecisionRow>();
  let { place } = { place: source.place() };
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    const rows = [...waiting.values()];
    waiting.clear();
    // Only the last part may carry the place: a reader that is dropped in between gets all of them again.
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      const part = rows.slice(from, from + MOST_ROWS);
      say({ kind: 'rows', rows: part }, from + MOST_ROWS < rows.length ? undefined : place);
    }
  };
  const take = (news: News): void => {
    if (news.isAgain === true) say({ kind: 'again' }, news.place);
    for (const row of news.rows) waiting.set(row.id, row);
    ({ place } = news);
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const unfollow = followFrom(source, lastId, { take, again: () => void say({ kind: 'again' }) });
  const stopMeta = sendMeta(say, meta, source);
  stream.gone.addEventListener('abort', () => {
    unfollow();
    stopMeta();
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
