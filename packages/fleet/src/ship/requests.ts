import { gzipSync } from 'node:zlib';
import { type GatewayAnswer, refusalText } from '../identity/client.ts';
import { policyInForce } from '../policy/in-force.ts';
import { inForceText } from '../protocol/in-force.ts';
import type { OpenStreamAnswer, OpenStreamRequest, StreamHead, TailAnswer } from '../protocol/messages.ts';
import type { Batch } from './batch.ts';
import type { Position } from './cursor.ts';
import type { ShipperOptions } from './shipper.ts';

/** The gateway asks to wait, or does not work now. */
export class TryLater extends Error {
  readonly retryAfterMs: number | null;
  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The gateway does not take this machine's lines, and trying again will not help. */
export class ShipRefused extends Error {}

/** Sends a chunk; its answer may also be 404, 409 or 422. */
export async function append(
  options: ShipperOptions,
  cursor: Position,
  batch: Batch,
  waiting: number,
): Promise<GatewayAnswer> {
  const query = `after=${cursor.head}&at=${cursor.lines}&level=${options.level}&waiting=${waiting}&version=${options.version}&policy=${inForceText(policyInForce(options.stateFolder))}`;
  const answer = await options.client.send({
    method: 'POST',
    path: `/v1/streams/${cursor.stream}/append?${query}`,
    body: gzipSync(batch.body),
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
  });
  return [404, 409, 422].includes(answer.status) ? answer : checked(answer);
}

export async function openStream({ client }: ShipperOptions, asked: OpenStreamRequest): Promise<OpenStreamAnswer> {
  const body = Buffer.from(JSON.stringify(asked));
  const headers = { 'content-type': 'application/json' };
  const answer = await client.send({ method: 'POST', path: '/v1/streams', body, headers });
  return checked(answer).body as OpenStreamAnswer;
}

/** Null: the gateway has no such stream. */
export async function askHead({ client }: ShipperOptions, stream: string): Promise<StreamHead | null> {
  const answer = await client.send({ method: 'GET', path: `/v1/streams/${stream}/head` });
  return answer.status === 404 ? null : (checked(answer).body as StreamHead);
}

export async function tail({ client }: ShipperOptions, stream: string, before: number | null): Promise<TailAnswer> {
  const query = `lines=5000${before === null ? '' : `&before=${before}`}`;
  return checked(await client.send({ method: 'GET', path: `/v1/streams/${stream}/tail?${query}` })).body as TailAnswer;
}

/** The answer, if the gateway did what was asked. */
function checked(answer: GatewayAnswer): GatewayAnswer {
  const { status, retryAfterMs } = answer;
  if (status === 200) return answer;
  if (status === 429 || status >= 500) throw new TryLater(refusalText(answer), retryAfterMs);
  throw new ShipRefused(`the gateway refused this machine's lines: ${refusalText(answer)}`);
}
