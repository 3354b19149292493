import { isJsonObject, shapes } from '@hookline/core/internal';
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { LeafPlace } from './hash-tree.ts';

/** What a gateway signs once a day: where the streams of an organisation end that have got lines since the day before. */
export interface DailyCheckpoint {
  readonly v: 1;
  readonly kind: 'daily checkpoint';
  readonly org: string;
  /** Counted from 1. */
  readonly number: number;
  /** As PostgreSQL says. */
  readonly day: string;
  readonly at: number;
  /** How many streams have got lines. */
  readonly streams: number;
  /** Of the tree over their ends, in the order of machines and epochs. */
  readonly root: string;
  /** The digest of the newest row of the audit; null: there was none. */
  readonly audit: string | null;
  /** The digest of the checkpoint before; null: this is the first. */
  readonly previous: string | null;
}

/** The end of a stream at the time of a checkpoint. */
export interface CheckedEnd {
  readonly lines: number;
  readonly head: string;
}

/** So many checkpoints are given at once: more than a year. */
export const MOST_CHECKPOINTS = 400;

/** A leaf of the tree. */
export const leafText = (machine: string, epoch: number, { lines, head }: CheckedEnd): string =>
  `${machine} ${epoch} ${lines} ${head}`;

/** `GET /v1/streams/S/checkpoint?after=NUMBER`: what is signed about a machine's stream. */
export interface StreamCheckpointAnswer {
  /** The `x` of the gateway's Ed25519 key. */
  readonly key: string;
  /** The number of the newest checkpoint; null: there is none. */
  readonly newest: number | null;
  /** Those that follow the one that is named, oldest first, as compact JWS; without one, or after more than are given at once, the newest alone. */
  readonly checkpoints: readonly string[];
  /** The newest end of this stream under a checkpoint; null: none is. */
  readonly end: (CheckedEnd & LeafPlace & { readonly jws: string }) | null;
}

/** What a compact JWS of an Ed25519 key says; null: this key has not signed it. */
export function signedStatement(jws: string, key: string): unknown {
  const [head = '', payload = '', signature = ''] = jws.split('.');
  try {
    const open = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    const isSigned = verify(null, Buffer.from(`${head}.${payload}`), open, Buffer.from(signature, 'base64url'));
    return isSigned ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown) : null;
  } catch {
    return null;
  }
}

const { isNumber, isText, listOf, oneOf, orNull, shaped } = shapes;

const isDaily = shaped({
  v: oneOf(1),
  kind: oneOf('daily checkpoint'),
  org: isText,
  number: isNumber,
  day: isText,
  at: isNumber,
  streams: isNumber,
  root: isText,
  audit: orNull(isText),
  previous: orNull(isText),
});

/** A daily checkpoint that this key has signed; null: it is none. */
export function readDailyCheckpoint(jws: string, key: string): DailyCheckpoint | null {
  const said = signedStatement(jws, key);
  return isDaily(said) ? (said as DailyCheckpoint) : null;
}

/** By which the next checkpoint names one. */
export const checkpointDigest = (jws: string): string => createHash('sha256').update(jws).digest('hex');

const isEnd = shaped({
  lines: isNumber,
  head: isText,
  index: isNumber,
  count: isNumber,
  path: listOf(isText),
  jws: isText,
});

/** An answer of a gateway; null: it is none. */
export function readCheckpointAnswer(value: unknown): StreamCheckpointAnswer | null {
  if (!isJsonObject(value)) return null;
  const { key, newest, checkpoints, end } = value;
  const isAnswer =
    isText(key) && orNull(isNumber)(newest) && listOf(isText)(checkpoints) && (end === null || isEnd(end));
  return isAnswer ? (value as unknown as StreamCheckpointAnswer) : null;
}
