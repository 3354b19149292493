import { examine } from '@hookline/toolbox';
import { type Call, type Route, special } from '../http/index.ts';
import { caseOf } from '../look/decision-case.ts';
import { detailOf, explainedOf, ordersOf } from '../look/decision.ts';
import { exportOf } from '../look/export.ts';
import { faultsOf } from '../look/faults.ts';
import { hookDetailOf, hookListOf, trustOf } from '../look/hooks.ts';
import { projectOf } from '../look/project-hooks.ts';
import { shadowOf } from '../look/shadow.ts';
import type { DecisionSource, FoundDecision } from '../source/decision-source.ts';
import { findDecision } from './find-decision.ts';
import { firstRoutes, type RecordLooking } from './first-routes.ts';

/** What the routes that only look need. */
export interface Looking extends RecordLooking {
  readonly socket: string;
}

/** Routes over decisions, wherever they are kept: they start no process and change nothing. */
export const recordRoutes = (looking: RecordLooking): readonly Route[] => [
  ...firstRoutes(looking),
  ...judgedRoutes(looking),
];

/** Routes over decisions that need to know how hooks decide. */
function judgedRoutes(looking: RecordLooking): readonly Route[] {
  const { source, place } = looking;
  const q = ({ query }: Call): string => query.get('q') ?? '';
  return [
    { method: 'GET', path: '/api/faults', answer: (call) => faultsOf(source, q(call), place, call.gone) },
    { method: 'GET', path: '/api/shadow', answer: (call) => shadowOf(source, q(call), place, call.gone) },
    ...decisionRoutes(looking),
  ];
}

/** Routes that start no process and change nothing, but those that a page asks for first. */
export function lookRoutes(looking: Looking): readonly Route[] {
  const { source, place } = looking;
  const project = ({ query }: Call): string => projectOf(query.get('project'), place, source);
  return [
    ...judgedRoutes(looking),
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
