import type { Exceptions } from '@hookline/studio';
import { isJsonObject, type SealedException } from '@hookline/core/internal';
import { Hono, type Context } from 'hono';
import { numberIn, refuse } from './answers.ts';
import { signed, type Signed } from './machine-routes.ts';
import type { GatewayPorts } from './ports.ts';
import { asFreshPerson, asPerson } from './people.ts';
import { noteAudit } from '../access/audit.ts';
import type { Person } from '../access/tokens.ts';
import { answerFor, approve, exceptionRows, refuseException, takeDown, WrongException } from '../rollout/exceptions.ts';
import { publishedPolicy } from '../policy/repository.ts';

const MOST_ROWS = 10_000;

/** Break-glass: machines ask, people answer. */
export function exceptionRoutes(ports: GatewayPorts): Hono {
  const routes = new Hono();
  routes.post('/v1/exceptions', (context) => signed(context, ports, ask));
  routes.get('/v1/exceptions/:id/answer', (context) =>
    signed(context, ports, async ({ machine }) => {
      const id = context.req.param('id') ?? '';
      const found = await ports.database.inOrg(machine.org, (query) => answerFor(query, machine.id, id));
      return found === null ? refuse(context, 404, 'this machine did not ask for that') : context.json(found);
    }),
  );
  routes.get('/v1/exceptions', (context) =>
    asPerson(context, ports, 'reader', async ({ org }) => {
      const limit = numberIn(context.req.query('limit'), MOST_ROWS) ?? 100;
      const exceptions = await ports.database.inOrg(org, (query) => exceptionRows(query, limit));
      return context.json({ exceptions, signsHere: ports.approverKey !== null } satisfies Exceptions);
    }),
  );
  routes.post('/v1/exceptions/:id/approve', (context) =>
    asFreshPerson(context, ports, 'approver', (person) =>
      tried(context, ports, person.org, () => approved(context, ports, person)),
    ),
  );
  routes.post('/v1/exceptions/:id/refuse', (context) =>
    asPerson(context, ports, 'approver', ({ org, name }) =>
      tried(context, ports, org, async () => {
        const id = context.req.param('id') ?? '';
        await ports.database.inOrg(org, (query) => refuseException(query, org, id, name));
        return { id, state: 'refused' };
      }),
    ),
  );
  return routes;
}

/** Who tried to approve what they may not, such as their own, is noted too. */
async function approved(context: Context, ports: GatewayPorts, { org, name: who }: Person): Promise<object> {
  const id = context.req.param('id') ?? '';
  try {
    const policy = policyOf(ports);
    const sealed = sealedIn(await context.req.json().catch(() => null));
    const request = { id, who, sealed, key: ports.approverKey };
    return await ports.database.inOrg(org, (query) => approve(query, org, policy, request));
  } catch (error) {
    if (error instanceof WrongException)
      await noteAudit(ports.database, {
        org,
        who,
        what: 'exception_not_approved',
        detail: { id: id.slice(0, MOST_ID), why: error.message },
      });
    throw error;
  }
}

const MOST_ID = 64;

const ask = ({ context, ports, machine, body }: Signed): Promise<Response> =>
  tried(context, ports, machine.org, async () => {
    const policy = policyOf(ports);
    const who = { org: machine.org, machine: machine.id };
    const { asked, isNew } = await ports.database.inOrg(machine.org, (query) =>
      takeDown(query, who, json(body), policy),
    );
    if (isNew)
      ports.onProblem(`${asked.askedBy} asks to suspend ${asked.hooks.join(', ')} on ${machine.id}: ${asked.reason}`);
    return { id: asked.id };
  });

async function tried(
  context: Context,
  { policyOrg }: GatewayPorts,
  org: number,
  work: () => Promise<object>,
): Promise<Response> {
  if (org !== policyOrg) return refuse(context, 403, 'the policy is of another organisation');
  try {
    return context.json(await work());
  } catch (error) {
    if (error instanceof WrongException) return refuse(context, 409, error.message);
    throw error;
  }
}

function policyOf({ policyFolder }: GatewayPorts): NonNullable<ReturnType<typeof publishedPolicy>> {
  const policy = policyFolder === null ? null : publishedPolicy(policyFolder);
  if (policy === null) throw new WrongException('this gateway gives out no policy');
  return policy;
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

function sealedIn(value: unknown): SealedException | null {
  if (!isJsonObject(value)) return null;
  const { exception, signature } = value;
  return typeof exception === 'string' && typeof signature === 'string' ? { exception, signature } : null;
}
