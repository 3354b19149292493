import type { AnswerTo, DecisionSource, News, QuestionName, QuestionOf } from '@hookline/studio';
import type { Database, Query } from '../database/database.ts';
import { faultsOf, histogramOf, latencyOf } from '../questions/aggregates.ts';
import { chainOf } from '../questions/chain.ts';
import { decisionDetail } from '../questions/detail.ts';
import { arrivedSince, createArrivals } from '../questions/live.ts';
import { decisionPage } from '../questions/rows.ts';
import { shadowOf } from '../questions/shadow.ts';

type Answers = { readonly [Name in QuestionName]?: (query: Query, asked: QuestionOf<Name>) => Promise<AnswerTo<Name>> };

/** The questions of the studio's page that are about decisions; those about the hooks of a folder are not served here. */
const ANSWERS: Answers = {
  list: (query, asked) => decisionPage(query, { ...asked, count: true }),
  histogram: histogramOf,
  find: decisionDetail,
  latency: latencyOf,
  faults: faultsOf,
  shadow: shadowOf,
  since: async (query, place) => {
    const time = Number(place);
    return Number.isSafeInteger(time) ? { rows: await arrivedSince(query, time), place: String(Date.now()) } : null;
  },
};

const LOOK_EVERY_MS = 1_000;

/** The decisions of one organisation, as the studio reads those of one record. */
export function createSqlSource(database: Database, org: number): DecisionSource {
  const { follow, stop } = createWatch(database, org);
  return {
    ask: <Name extends QuestionName>(name: Name, asked: QuestionOf<Name>): Promise<AnswerTo<Name>> => {
      const answer: Answers[Name] = ANSWERS[name];
      if (answer === undefined) throw new Error(`a gateway does not answer the question "${name}"`);
      return database.inOrg(org, (query) => answer(query, asked));
    },
    state: () => ({ decisions: 0, lines: 0, files: 0, filesRead: 0, done: true, cacheProblem: null, problem: null }),
    whenRead: () => Promise.resolve(),
    words: () => ({ events: [], projects: [], hooks: [], sessions: [] }),
    follow,
    place: () => String(Date.now()),
    verify: () => database.inOrg(org, chainOf),
    close: () => {
      stop();
      return Promise.resolve();
    },
  };
}

/** Looks for what arrives as long as somebody wants to know. */
function createWatch(
  database: Database,
  org: number,
): { readonly follow: DecisionSource['follow']; readonly stop: () => void } {
  const listeners = new Set<(news: News) => void>();
  let timer: NodeJS.Timeout | null = null;
  const watch = (): void => {
    const arrivals = createArrivals(database, org);
    const look = async (): Promise<void> => {
      const place = String(Date.now());
      const rows = await arrivals().catch(() => []); // the database is away: the next look finds what this one missed
      if (rows.length > 0) for (const listener of listeners) listener({ rows, place });
      if (timer !== null) timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref();
    };
    timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  };
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const follow: DecisionSource['follow'] = (listener) => {
    listeners.add(listener);
    if (timer === null) watch();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  };
  return { follow, stop };
}
