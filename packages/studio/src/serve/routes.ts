import { examine } from '@hookline/toolbox';
import type { ChainState, DecisionList, Meta } from '../api/index.ts';
import { type Call, HttpProblem, type Route, type Session, special } from '../http/index.ts';
import { caseOf } from '../look/decision-case.ts';
import { detailOf, explainedOf, ordersOf } from '../look/decision.ts';
import { exportOf } from '../look/export.ts';
import { faultsOf } from '../look/faults.ts';
import { hookDetailOf, hookListOf, trustOf } from '../look/hooks.ts';
import { projectOf, type StudioPlace } from '../look/project-hooks.ts';
import { shadowOf } from '../look/shadow.ts';
import type { DecisionSource, FoundDecision, HistogramAsked } from '../source/decision-source.ts';
import { findDecision } from './find-decision.ts';
import { sendLive } from './live.ts';

/** What the routes over a record need. */
export interface RecordLooking {
  readonly source: DecisionSource;
  readonly place: StudioPlace;
  readonly version: string;
  readonly meta: () => Promise<Meta>;
  readonly onChain: (chain: ChainState) => void;
}

/** What the routes that only look need. */
export interface Looking extends RecordLooking {
  readonly session: Session;
  readonly socket: string;
}

/** Routes over decisions, wherever they are kept: they start no process and change nothing. */
export function recordRoutes(looking: RecordLooking): readonly Route[] {
  const { source, place, meta } = looking;
  const q = ({ query }: Call): string => query.get('q') ?? '';
  return [
    { method: 'GET', path: '/api/meta', answer: () => meta() },
    { method: 'GET', path: '/api/decisions', answer: (call) => listed(source, call) },
    {
      method: 'GET',
      path: '/api/histogram',
      answer: (call) => source.ask('histogram', histogramAsked(call), call.gone),
    },
    { method: 'GET', path: '/api/latency', answer: (call) => source.ask('latency', q(call), call.gone) },
    { method: 'GET', path: '/api/faults', answer: (call) => faultsOf(source, q(call), place, call.gone) },
    { method: 'GET', path: '/api/shadow', answer: (call) => shadowOf(source, q(call), place, call.gone) },
    ...decisionRoutes(looking),
    { method: 'POST', path: '/api/verify', answer: () => verified(looking) },
    {
      method: 'GET',
      path: '/api/live',
      answer: ({ lastId }) => special({ kind: 'stream', run: (stream) => sendLive(stream, source, meta, lastId) }),
    },
  ];
}

/** Routes that start no process and change nothing. */
export function lookRoutes(looking: Looking): readonly Route[] {
  const { source, place } = looking;
  const project = ({ query }: Call): string => projectOf(query.get('project'), place, source);
  return [
    { method: 'POST', path: '/api/session', open: true, answer: ({ body }) => redeemed(looking.session, body['code']) },
    ...recordRoutes(looking),
    ...ownDecisionRoutes(looking),
    { method: 'GET', path: '/api/hooks', answer: (call) => hookListOf(source, place, project(call)) },
    {
      method: 'GET',
      path: '/api/hooks/:',
      answer: (call) => hookDetailOf(source, place, project(call), call.parts[0] ?? ''),
    },
    { method: 'GET', path: '/api/trust', answer: (call) => trustOf(place, project(call)) },
    { method: 'GET', path: '/api/doctor', answer: (call) => doctorOf(looking, project(call)) },
  ];
}

type Finding = (call: Call) => Promise<FoundDecision>;
const finding =
  (source: DecisionSource): Finding =>
  ({ parts: [id = ''] }) =>
    findDecision(source, id);

/** All about one decision. */
function decisionRoutes(looking: RecordLooking): readonly Route[] {
  const { source, place } = looking;
  const found = finding(source);
  return [
    { method: 'GET', path: '/api/decisions/:', answer: async (call) => detailOf(await found(call), place) },
    { method: 'GET', path: '/api/decisions/:/export', answer: async (call) => exported(await found(call), looking) },
  ];
}

/** All about one decision that needs the hooks of now. */
function ownDecisionRoutes({ source, place }: RecordLooking): readonly Route[] {
  const found = finding(source);
  return [
    { method: 'GET', path: '/api/decisions/:/explain', answer: async (call) => explainedOf(await found(call), place) },
    { method: 'POST', path: '/api/decisions/:/orders', answer: async (call) => ordersOf(await found(call), place) },
    {
      method: 'GET',
      path: '/api/decisions/:/case',
      answer: async (call) => caseOf((await found(call)).decision, place),
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

async function exported(found: FoundDecision, { place, version }: RecordLooking): Promise<object> {
  const [detail, explained] = [await detailOf(found, place), await explainedOf(found, place)];
  const text = exportOf(detail, explained, version);
  return special({ kind: 'file', type: 'text/html; charset=utf-8', name: `${found.decision.id}.html`, text });
}

/** What doctor finds without asking any agent's program. */
async function doctorOf({ place, version, socket }: Looking, project: string): Promise<object> {
  const { checks } = await examine({ hooks: { ...place, project }, version, socket, startsNothing: true });
  return { checks };
}

async function verified({ source, place, onChain }: RecordLooking): Promise<ChainState> {
  const chain = await source.verify(place.env);
  onChain(chain);
  return chain;
}
