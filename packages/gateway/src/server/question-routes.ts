import { type Context, Hono } from 'hono';
import { streamSSE, stream as streamed } from 'hono/streaming';
import { auditRows, noteAudit } from '../access/audit.ts';
import type { Person } from '../access/tokens.ts';
import type { Query } from '../database/database.ts';
import { histogramOf } from '../questions/aggregates.ts';
import { exportLines } from '../questions/export.ts';
import { failOpens } from '../questions/fail-open.ts';
import { createArrivals } from '../questions/live.ts';
import { machineRows } from '../questions/machines.ts';
import { removedUpTo, retentionOf } from '../questions/retention.ts';
import { decisionPage } from '../questions/rows.ts';
import { NothingToProve, proofOf, TooMuchToProve } from '../verify/proof.ts';
import { boundsIn, numberIn, refuse } from './answers.ts';
import { asPerson } from './people.ts';
import type { GatewayPorts } from './ports.ts';

type Ask = (query: Query, context: Context) => Promise<object | Response>;

const DAY_MS = 24 * 3600 * 1000;
const MOST_ROWS = 1_000;

const QUESTIONS: Readonly<Record<string, Ask>> = {
  '/v1/decisions': (query, context) =>
    decisionPage(query, {
      q: textOf(context),
      before: context.req.query('before') ?? null,
      limit: Math.max(1, numberIn(context.req.query('limit'), MOST_ROWS) ?? 100),
      count: context.req.query('count') === '1',
    }),
  '/v1/histogram': (query, context) => {
    const bounds = boundsIn(context);
    if (typeof bounds === 'string') return Promise.resolve(refuse(context, 400, bounds));
    const to = bounds.to ?? Date.now();
    const from = bounds.from ?? to - DAY_MS;
    if (from >= to) return Promise.resolve(refuse(context, 400, 'expected from before to'));
    const buckets = Math.max(1, numberIn(context.req.query('buckets'), MOST_ROWS) ?? 60);
    return histogramOf(query, { q: textOf(context), from, to, buckets });
  },
  '/v1/machines': async (query, context) => ({
    machines: await machineRows(query, numberIn(context.req.query('limit'), 100_000) ?? 10_000),
  }),
  '/v1/retention': (query, context) => {
    const limit = Math.max(1, numberIn(context.req.query('limit'), MOST_ROWS) ?? 100);
    return retentionOf(query, { before: numberIn(context.req.query('before')), limit });
  },
  '/v1/fail-open': async (query, context) => ({
    hooks: await failOpens(query, numberIn(context.req.query('limit'), MOST_ROWS) ?? 100),
  }),
};

const textOf = (context: Context): string => (context.req.query('q') ?? '').slice(0, 1_000);

/** What people and programs ask: with a token of their organisation, and only about that. */
export function questionRoutes(ports: GatewayPorts): Hono {
  const routes = new Hono();
  for (const [path, ask] of Object.entries(QUESTIONS))
    routes.get(path, (context) =>
      asPerson(context, ports, 'reader', async ({ org }) => {
        const answer = await ports.database.inOrg(org, (query) => ask(query, context));
        return answer instanceof Response ? answer : context.json(answer);
      }),
    );
  // Who takes lines away, or has them proved, is noted first.
  for (const [what, answer] of Object.entries({ export: exported, proof: proved }))
    routes.get(`/v1/${what}`, (context) =>
      asPerson(context, ports, 'auditor', async (person) => {
        const detail = context.req.query();
        await noteAudit(ports.database, {
          org: person.org,
          who: person.name,
          what: what as 'export' | 'proof',
          detail,
        });
        return answer(context, ports, person);
      }),
    );
  routes.get('/v1/audit', (context) =>
    asPerson(context, ports, 'auditor', async ({ org }) => {
      const limit = Math.max(1, numberIn(context.req.query('limit'), MOST_ROWS) ?? 100);
      const asked = { before: numberIn(context.req.query('before')), limit };
      return context.json(await ports.database.inOrg(org, (query) => auditRows(query, asked)));
    }),
  );
  routes.get('/v1/live', (context) => asPerson(context, ports, 'reader', (person) => live(context, ports, person)));
  return routes;
}

async function exported(context: Context, { database }: GatewayPorts, { org }: Person): Promise<Response> {
  const bounds = boundsIn(context);
  if (typeof bounds === 'string') return refuse(context, 400, bounds);
  const removed = await database.inOrg(org, removedUpTo);
  if (removed !== null) context.header('hookline-removed-up-to', removed);
  const to = bounds.to ?? Date.now() + 1;
  const from = bounds.from ?? 0;
  context.header('content-type', 'application/x-ndjson');
  return streamed(context, async (output) => {
    for await (const lines of exportLines(database, org, { from, to })) await output.write(lines);
  });
}

async function proved(context: Context, { database }: GatewayPorts, { org }: Person): Promise<Response> {
  const bounds = boundsIn(context);
  if (typeof bounds === 'string') return refuse(context, 400, bounds);
  const { from, to } = bounds;
  const project = context.req.query('project') ?? '';
  const range = {
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(project === '' ? {} : { project: project.slice(0, 1_000) }),
  };
  try {
    return context.json(await proofOf(database, org, range));
  } catch (error) {
    if (error instanceof NothingToProve)
      return refuse(context, 404, error.message, 'a project is named by its folder, as the list of decisions shows it');
    if (error instanceof TooMuchToProve) return refuse(context, 413, error.message, 'run hookline gateway verify');
    throw error;
  }
}

const LOOK_EVERY_MS = 1_000;

function live(context: Context, { database }: GatewayPorts, { org }: Person): Response {
  const arrivals = createArrivals(database, org);
  const answer = streamSSE(context, async (output) => {
    while (!output.aborted && !output.closed) {
      const rows = await arrivals().catch(() => []);
      if (rows.length > 0) await output.writeSSE({ data: JSON.stringify({ kind: 'rows', rows }) });
      else await output.write(': waiting\n\n');
      await output.sleep(LOOK_EVERY_MS);
    }
  });
  answer.headers.set('cache-control', 'no-store');
  return answer;
}
