import {
  type AppendAnswer,
  type EnrolRequest,
  MOST_BODY_BYTES,
  type OpenStreamRequest,
  parseInForce,
  SHIP_LEVELS,
  type ShipLevel,
} from '@hookline/fleet';
import { type PolicyException, shapes } from '@hookline/core/internal';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { enrolMachine, type KnownMachine } from '../access/machines.ts';
import { appendChunk, type AppendRequest } from '../ingest/append.ts';
import { BadChunk } from '../ingest/read-chunk.ts';
import { headOf, openStream, tailOf } from '../ingest/streams.ts';
import { tappedOf } from '../tap/tapped.ts';
import { comeLater, numberIn, refuse } from './answers.ts';
import type { Limits } from './limits.ts';
import type { GatewayPorts } from './ports.ts';
import { readBody } from './read-body.ts';

/** What machines ask for: all but enrolment is signed by a machine. */
export function machineRoutes(ports: GatewayPorts): Hono {
  const routes = new Hono();
  const bounded = bodyLimit({
    maxSize: MOST_BODY_BYTES,
    onError: (context) => refuse(context, 413, `expected at most ${MOST_BODY_BYTES} bytes`),
  });
  routes.post('/v1/enrol', bounded, (context) => enrol(context, ports));
  routes.post('/v1/streams', (context) => signed(context, ports, open));
  routes.post('/v1/streams/:stream/append', (context) => signed(context, ports, append));
  routes.get('/v1/streams/:stream/head', (context) => signed(context, ports, head));
  routes.get('/v1/streams/:stream/tail', (context) => signed(context, ports, tail));
  routes.get('/v1/streams/:stream/checkpoint', (context) => signed(context, ports, checkpoint));
  return routes;
}

/** A request whose signature was checked. */
export interface Signed {
  readonly context: Context;
  readonly ports: GatewayPorts;
  readonly machine: KnownMachine;
  readonly body: Buffer;
}

export interface SignedBounds {
  readonly limits?: Limits;
  readonly mostBytes?: number;
}

/** Answers a machine that signed its request and may send so much. */
export async function signed(
  context: Context,
  ports: GatewayPorts,
  route: (request: Signed) => Promise<Response>,
  { limits = ports.limits, mostBytes = MOST_BODY_BYTES }: SignedBounds = {},
): Promise<Response> {
  const body = context.req.method === 'GET' ? Buffer.alloc(0) : await readBody(context, mostBytes);
  if (body === null) return refuse(context, 413, `expected at most ${mostBytes} bytes`);
  const { pathname, search } = new URL(context.req.url);
  const machine = await ports.verify({
    method: context.req.method,
    path: pathname + search,
    body,
    authorization: context.req.header('authorization'),
  });
  if (typeof machine === 'string') {
    ports.counters.add('refused');
    return refuse(context, 401, machine);
  }
  const entry = limits.enter(machine.id);
  if ('status' in entry) {
    ports.counters.add('limited');
    return comeLater(context, entry.status, entry.retryAfterSeconds, 'too many requests');
  }
  try {
    return await route({ context, ports, machine, body });
  } finally {
    entry.leave();
  }
}

const { isText, oneOf, shaped } = shapes;

const isEnrolment = shaped({
  token: isText,
  publicKey: isText,
  name: isText,
  kind: oneOf('laptop', 'ci', 'server'),
  version: isText,
});

async function enrol(context: Context, ports: GatewayPorts): Promise<Response> {
  const asked: unknown = await context.req.json().catch(() => null);
  if (!isEnrolment(asked)) return refuse(context, 400, 'expected token, publicKey, name, kind and version');
  const answer = await enrolMachine(ports.database, ports.verifyJob, cleaned(asked as EnrolRequest));
  if (typeof answer !== 'string') return context.json(answer);
  ports.counters.add('refused');
  return refuse(context, 403, answer, 'ask for a token: hookline gateway token --enrol');
}

const cleaned = (asked: EnrolRequest): EnrolRequest => ({
  ...asked,
  name: asked.name.replaceAll('\0', '').slice(0, 200),
  version: asked.version.replaceAll('\0', '').slice(0, 50),
});

async function open({ context, ports, machine, body }: Signed): Promise<Response> {
  const asked = parsed(body);
  if (asked === null) return refuse(context, 400, 'expected a JSON object, with "fork" or empty');
  const answer = await openStream(ports.database, machine, asked);
  return typeof answer === 'string' ? refuse(context, 404, answer) : context.json(answer);
}

const isHead = shaped({ head: (value) => isDigest(value), lines: (value) => Number.isSafeInteger(value) });
const isFork = shaped({
  stream: (value) => typeof value === 'string' && numberIn(value) !== null,
  known: isHead,
  why: isText,
});
const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);

function parsed(body: Buffer): OpenStreamRequest | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value !== 'object' || value === null) return null;
    const asked: OpenStreamRequest = value;
    return asked.fork === undefined || isFork(asked.fork) ? asked : null;
  } catch {
    return null;
  }
}

async function append({ context, ports, machine, body }: Signed): Promise<Response> {
  const request = appendRequest(context, machine, body);
  if (typeof request === 'string') return refuse(context, 400, request);
  try {
    const answer = await appendChunk(ports, request);
    if (answer.outcome === 'gone') return refuse(context, 404, 'the machine has no such stream, or was revoked');
    const { head: end, lines } = answer;
    if (answer.outcome === 'elsewhere') {
      ports.counters.add('elsewhere');
      return context.json({ head: end, lines }, 409);
    }
    for (const exception of answer.projection.policy?.exceptions ?? []) alarm(ports, machine, exception);
    for (const { kind, why } of answer.projection.policy?.refused ?? [])
      if (kind === 'checkpoint_refused') ports.onProblem(`${kind} by ${machine.id}: ${why}`);
    for (const { opened } of answer.projection.policy?.reports ?? []) ports.counters.add('failed_open', opened);
    ports.tap?.take(tappedOf(answer.projection, machine));
    ports.noteClock(context, machine);
    return committed(context, ports, {
      head: end,
      lines,
      findings: answer.findings,
      sent: lines - request.at,
      bytes: body.length,
    });
  } catch (error) {
    if (!(error instanceof BadChunk)) throw error;
    ports.counters.add('refused');
    return refuse(context, 400, error.message);
  }
}

/** A guard that somebody suspended is told to those who run the gateway when the line arrives. */
function alarm({ counters, onProblem }: GatewayPorts, { id }: KnownMachine, exception: PolicyException): void {
  const { hooks, askedBy, grantedBy, until, reason } = exception;
  counters.add('exceptions');
  const who = grantedBy === null ? `${askedBy} ALONE, without a second person` : `${askedBy}, approved by ${grantedBy}`;
  onProblem(`break-glass: ${hooks.join(', ')} on ${id} until ${until} by ${who}: ${reason}`);
}

interface Committed extends Omit<AppendAnswer, 'intervalSeconds'> {
  readonly sent: number;
  readonly bytes: number;
}

/** Altered lines are stored as they came, with the finding beside them, so that the stream can go on. */
function committed(context: Context, { counters, limits, intervalSeconds }: GatewayPorts, done: Committed): Response {
  const { head: end, lines, findings = [], sent, bytes } = done;
  counters.add('appends');
  counters.add('lines', sent);
  counters.add('bytes', bytes);
  counters.add('findings', findings.length);
  const answer: AppendAnswer = {
    head: end,
    lines,
    intervalSeconds: Math.round(intervalSeconds * limits.stretch()),
  };
  if (findings.length === 0) return context.json(answer);
  return context.json(
    { ...answer, findings: findings.map(({ line, kind, message }) => ({ line, kind, message })) },
    422,
  );
}

function appendRequest(context: Context, machine: KnownMachine, body: Buffer): AppendRequest | string {
  const { after = '', at, level = 'full', waiting, version, policy } = context.req.query();
  const stream = numberIn(context.req.param('stream'));
  const from = numberIn(at);
  if (stream === null) return 'expected the number of a stream';
  if (!isDigest(after) || from === null) return 'expected after=DIGEST and at=LINES';
  if (!SHIP_LEVELS.includes(level as ShipLevel)) return `expected a level of ${SHIP_LEVELS.join(', ')}`;
  return {
    org: machine.org,
    machine: machine.id,
    stream: String(stream),
    after,
    at: from,
    level: level as ShipLevel,
    waiting: numberIn(waiting) ?? 0,
    version: version?.slice(0, 50) ?? null,
    inForce: parseInForce(policy),
    body,
    encoding: context.req.header('content-encoding'),
  };
}

const NO_STREAM = 'the machine has no such stream';

async function head({ context, ports, machine }: Signed): Promise<Response> {
  const stream = numberIn(context.req.param('stream'));
  const found = stream === null ? null : await headOf(ports.database, machine, String(stream));
  return found === null ? refuse(context, 404, NO_STREAM) : context.json(found);
}

const MOST_TAIL = 20_000;

async function tail({ context, ports, machine }: Signed): Promise<Response> {
  const stream = numberIn(context.req.param('stream'));
  const lines = numberIn(context.req.query('lines') ?? '5000', MOST_TAIL);
  const before = context.req.query('before');
  if (lines === null || (before !== undefined && numberIn(before) === null))
    return refuse(context, 400, `expected lines up to ${MOST_TAIL}, and a number for before`);
  const wanted = { stream: String(stream), lines, before: numberIn(before) };
  const found = stream === null ? null : await tailOf(ports.database, machine, wanted);
  return found === null ? refuse(context, 404, NO_STREAM) : context.json(found);
}

async function checkpoint({ context, ports, machine }: Signed): Promise<Response> {
  const stream = numberIn(context.req.param('stream'));
  const after = numberIn(context.req.query('after'));
  const found = stream === null ? null : await ports.askCheckpoint(machine, { stream: String(stream), after });
  return found === null ? refuse(context, 404, NO_STREAM) : context.json(found);
}
