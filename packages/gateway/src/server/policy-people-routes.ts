import { Hono, type Context } from 'hono';
import type { Person } from '../access/tokens.ts';
import { adoptionOf } from '../questions/adoption.ts';
import { rolloutRows } from '../questions/rollouts.ts';
import { ACTIONS, actOn, type PolicyAction, WrongAction } from '../rollout/actions.ts';
import { comeLater, numberIn, refuse } from './answers.ts';
import type { GatewayPorts } from './ports.ts';
import { asFreshPerson, asPerson } from './people.ts';
import { noteAudit } from '../access/audit.ts';
import { publishedIn } from '../rollout/operator.ts';
import { draftFiles, publishedFiles, publishedPolicy } from '../policy/repository.ts';
import { replayPolicy } from '../replay/replay-policy.ts';
import { ReplayFailed } from '../replay/start-worker.ts';

const MOST_ROWS = 10_000;

/** What people ask about the policy, and what they can do to it. */
export function policyPeopleRoutes(ports: GatewayPorts): Hono {
  const routes = new Hono();
  routes.get('/v1/adoption', (context) =>
    asPerson(context, ports, 'reader', async ({ org }) => {
      const limit = numberIn(context.req.query('limit'), MOST_ROWS) ?? 100;
      return context.json(await ports.database.inOrg(org, (query) => adoptionOf(query, published(ports), limit)));
    }),
  );
  routes.get('/v1/rollouts', (context) =>
    asPerson(context, ports, 'reader', async ({ org }) => {
      const limit = numberIn(context.req.query('limit'), MOST_ROWS) ?? 100;
      return context.json(await ports.database.inOrg(org, (query) => rolloutRows(query, limit)));
    }),
  );
  for (const action of ACTIONS)
    routes.post(`/v1/policy/${action}`, (context) =>
      asFreshPerson(context, ports, 'policy', (person) => act(context, ports, person, action)),
    );
  let isReplaying = false;
  routes.post('/v1/replay', (context) =>
    asFreshPerson(context, ports, 'policy', async (person) => {
      if (isReplaying) return comeLater(context, 503, 10, 'another replay is running');
      isReplaying = true;
      try {
        return await replayed(context, ports, person);
      } finally {
        isReplaying = false;
      }
    }),
  );
  return routes;
}

const published = ({ policyFolder }: GatewayPorts): ReturnType<typeof publishedIn> =>
  policyFolder === null ? null : publishedIn(policyFolder);

async function act(context: Context, ports: GatewayPorts, person: Person, action: PolicyAction): Promise<Response> {
  const policy = ports.policyFolder === null ? null : publishedPolicy(ports.policyFolder);
  if (policy === null) return refuse(context, 404, 'this gateway gives out no policy');
  if (person.org !== ports.policyOrg) return refuse(context, 403, 'the policy is of another organisation');
  const asked: unknown = await context.req.json().catch(() => null);
  const { hooks = [], why } = (asked ?? {}) as { readonly hooks?: unknown; readonly why?: unknown };
  if (!isNames(hooks) || typeof why !== 'string' || why === '')
    return refuse(context, 400, 'expected {"hooks": [NAME, …], "why": TEXT}');
  try {
    const request = { action, hooks, who: person.name, why: why.slice(0, 1000) };
    const { org, name: who } = person;
    await noteAudit(ports.database, { org, who, what: `policy_${action}`, detail: { hooks, why: request.why } });
    const row = await ports.database.inOrg(person.org, (query) => actOn(query, person.org, policy, request));
    await ports.conductor?.now();
    const { stage, state, shadow } = row;
    return context.json({ policy: policy.org, version: policy.version, stage, state, shadow });
  } catch (error) {
    if (error instanceof WrongAction) return refuse(context, 409, error.message);
    throw error;
  }
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const MOST_EVENTS = 5_000;

/** Only policies that lie in the repository are run: no code comes with a request. */
async function replayed(context: Context, ports: GatewayPorts, person: Person): Promise<Response> {
  const { policyFolder, policyOrg, database, replayProgram } = ports;
  if (policyFolder === null) return refuse(context, 404, 'this gateway gives out no policy');
  if (person.org !== policyOrg) return refuse(context, 403, 'the policy is of another organisation');
  if (replayProgram === null) return refuse(context, 501, 'this gateway has no program that runs hooks again');
  const asked: unknown = await context.req.json().catch(() => null);
  const { policy, q = '', sample = 500 } = (asked ?? {}) as Partial<Record<'policy' | 'q' | 'sample', unknown>>;
  const isSample = typeof sample === 'number' && Number.isInteger(sample) && sample > 0 && sample <= MOST_EVENTS;
  if ((policy !== 'draft' && policy !== 'published') || typeof q !== 'string' || q.length > 1_000 || !isSample)
    return refuse(
      context,
      400,
      `expected {"policy": "draft" or "published", "q": FILTER, "sample": 1 to ${MOST_EVENTS}}`,
    );
  const files = policy === 'draft' ? draftFiles(policyFolder) : publishedFiles(policyFolder);
  if (files === null) return refuse(context, 404, `there is no ${policy === 'draft' ? 'draft' : 'published policy'}`);
  const { org, name: who } = person;
  await noteAudit(database, { org, who, what: 'replay', detail: { policy, q, sample } });
  try {
    return context.json(await replayPolicy(database, files, { org, q, sample }, { program: replayProgram }));
  } catch (error) {
    if (error instanceof ReplayFailed) return refuse(context, 422, error.message);
    throw error;
  }
}
