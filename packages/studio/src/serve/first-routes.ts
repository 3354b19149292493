import type { ChainState, DecisionList } from '../api/index.ts';
import { type Call, HttpProblem, type Route, type Session, special } from '../http/index.ts';
import type { StudioPlace } from '../look/project-hooks.ts';
import type { DecisionSource, HistogramAsked } from '../source/decision-source.ts';
import { sendLive } from './live.ts';
import type { ReadMeta } from './meta.ts';

/** What the routes over a record need. */
export interface RecordLooking {
  readonly source: DecisionSource;
  readonly place: StudioPlace;
  readonly version: string;
  readonly meta: ReadMeta;
  readonly onChain: (chain: ChainState) => void;
}

/** The way to the token: the one route that is open to all. */
export const sessionRoute = (session: Session): Route => ({
  method: 'POST',
  path: '/api/session',
  open: true,
  answer: ({ body }) => redeemed(session, body['code']),
});

/** What a page asks for first: all that the index answers alone. */
export function firstRoutes(looking: RecordLooking): readonly Route[] {
  const { source, meta } = looking;
  return [
    { method: 'GET', path: '/api/meta', answer: () => meta() },
    { method: 'GET', path: '/api/decisions', answer: (call) => listed(source, call) },
    {
      method: 'GET',
      path: '/api/histogram',
      answer: (call) => source.ask('histogram', histogramAsked(call), call.gone),
    },
    {
      method: 'GET',
      path: '/api/latency',
      answer: ({ query, gone }) => source.ask('latency', query.get('q') ?? '', gone),
    },
    { method: 'POST', path: '/api/verify', answer: () => verified(looking) },
    {
      method: 'GET',
      path: '/api/live',
      answer: ({ lastId }) => special({ kind: 'stream', run: (stream) => sendLive(stream, source, meta, lastId) }),
    },
  ];
}

const redeemed = (session: Session, code: unknown): object => {
  if (typeof code !== 'string') throw new HttpProblem(400, 'expected the code of the link');
  return { token: session.redeem(code) };
};

const MOST_ROWS = 200;

function listed(source: DecisionSource, { query, gone }: Call): Promise<DecisionList> {
  const limit = Math.min(MOST_ROWS, wholeIn(query, 'limit') ?? 100);
  const [before, after] = [query.get('before'), query.get('after')];
  const isCounted = query.get('total') !== 'later';
  return source.ask('list', { q: query.get('q') ?? '', before, after, limit, isCounted }, gone);
}

const MOST_BUCKETS = 2_000;

const histogramAsked = ({ query }: Call): HistogramAsked => ({
  q: query.get('q') ?? '',
  from: wholeIn(query, 'from'),
  to: wholeIn(query, 'to'),
  buckets: Math.max(1, Math.min(MOST_BUCKETS, wholeIn(query, 'buckets') ?? 120)),
});

function wholeIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null || text === '') return null;
  const number = Number(text);
  if (!Number.isSafeInteger(Math.round(number)) || number < 0)
    throw new HttpProblem(400, `${name}: expected a number of 0 or more, found "${text}"`);
  return Math.round(number);
}

async function verified({ source, place, onChain }: RecordLooking): Promise<ChainState> {
  const chain = await source.verify(place.env);
  onChain(chain);
  return chain;
}
