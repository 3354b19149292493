import { isJsonObject, type Mark, markOf } from '@hookline/core/internal';
import { signedStatement } from '@hookline/fleet';
import { createHash } from 'node:crypto';
import { storedKey } from '../checkpoints/sign.ts';
import { readable } from '../ingest/read-chunk.ts';
import type { AskRows, StreamBeginning } from './stored-lines.ts';

/** A checkpoint: what is said about the lines of a stream that were removed. */
export interface RemovedLines {
  readonly lines: number;
  readonly head: string;
  /** The newest day of arrival that was removed. */
  readonly day: string;
  /** How many findings there were in them when they were removed. */
  readonly findings: number;
  /** Whether the checkpoint is as the gateway has signed it when it removed the day. */
  readonly signed: boolean;
}

/** Where the lines of a stream begin that are kept. */
export interface KeptFrom {
  readonly begin: StreamBeginning;
  readonly removed: RemovedLines;
}

interface CheckpointRow {
  readonly org: number;
  readonly stream: string;
  readonly day: string;
  readonly seq: string;
  readonly lines: string;
  readonly head: string;
  readonly findings: string;
  readonly tail: Buffer | null;
  readonly tail_digest: string | null;
}

/** Of streams of which nothing was removed there is none. */
export async function keptFrom(
  ask: AskRows,
  streams: readonly string[],
  isSigned: (org: number, day: string) => boolean,
): Promise<ReadonlyMap<string, KeptFrom>> {
  const rows = await ask((query) =>
    query<CheckpointRow>(
      `select distinct on (c.stream) c.org, c.stream, c.day::text, c.seq, c.lines, encode(c.head, 'hex') as head, c.tail, encode(c.tail_digest, 'hex') as tail_digest,
              (select sum(s.findings) from checkpoint s where s.stream = c.stream) as findings
         from checkpoint c where c.stream = any($1) and c.day is not null order by c.stream, c.seq desc`,
      [streams],
    ),
  );
  return new Map(
    rows.map(({ org, stream, day, tail, ...row }) => {
      const at = { lines: Number(row.lines), head: row.head };
      const removed = {
        ...at,
        day,
        findings: Number(row.findings),
        signed: isSigned(org, day) && isTail(tail, row.tail_digest),
      };
      return [stream, { begin: { ...at, seq: Number(row.seq), tail: marksIn(tail) }, removed }];
    }),
  );
}

/** Whether the marks are those that were signed; older checkpoints say nothing about theirs. */
const isTail = (tail: Buffer | null, digest: string | null): boolean =>
  digest === null ||
  createHash('sha256')
    .update(tail ?? '')
    .digest('hex') === digest;

const marksIn = (tail: Buffer | null): readonly Mark[] => readable(tail).flatMap((line) => markOf(line) ?? []);

interface RemovalRow {
  readonly org: number;
  readonly day: string;
  readonly digest: string;
  readonly jws: string;
}

/** Tells whether the checkpoints of a day are as they were signed when the day was removed. */
export async function signedDays(ask: AskRows): Promise<(org: number, day: string) => boolean> {
  const { rows, key } = await ask(async (query) => {
    const removals = await query<RemovalRow>(
      `select org, day::text, encode(checkpoint_digest(org, day), 'hex') as digest, jws from removal where what = 'lines'`,
    );
    return { rows: removals, key: await storedKey(query) };
  });
  const good = new Set(rows.flatMap((row) => (isAsSigned(row, key?.x ?? '') ? [`${row.org} ${row.day}`] : [])));
  return (org, day) => good.has(`${org} ${day}`);
}

function isAsSigned({ jws, day, digest }: RemovalRow, key: string): boolean {
  const said = signedStatement(jws, key);
  return isJsonObject(said) && said['day'] === day && said['checkpoints'] === digest;
}
