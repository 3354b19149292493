import {
  lineDigest,
  NO_HEAD,
  type OpenStreamAnswer,
  type OpenStreamRequest,
  type StreamHead,
  type TailAnswer,
} from '@hookline/fleet';
import type { KnownMachine } from '../access/machines.ts';
import type { Database, Query } from '../database/database.ts';
import type { StoredBody } from '../database/objects.ts';
import { linesIn } from './read-chunk.ts';
import { storedTexts } from './stored-text.ts';

/** The newest stream of a machine, or another epoch after one that cannot be continued; a text says what is wrong. */
export function openStream(
  { inOrg }: Database,
  { id: machine, org }: KnownMachine,
  { fork }: OpenStreamRequest,
): Promise<OpenStreamAnswer | string> {
  return inOrg(org, async (query) => {
    // Two requests of one machine take turns.
    await query('select id from machine where id = $1 for update', [machine]);
    const [newest] = await query<StreamRow>(
      `select id, epoch, encode(head, 'hex') as head, lines from stream where machine = $1 order by epoch desc limit 1`,
      [machine],
    );
    if (newest !== undefined && fork === undefined) return answerOf(newest);
    if (fork !== undefined) {
      const problem = await closeFork(query, machine, fork);
      if (problem !== null) return problem;
    }
    const [row] = await query<StreamRow>(
      `insert into stream (org, machine, epoch, head, begun_after) values ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex')) returning id, epoch, encode(head, 'hex') as head, lines`,
      [org, machine, (newest?.epoch ?? 0) + 1, NO_HEAD, fork?.known.head ?? NO_HEAD],
    );
    if (row === undefined) throw new Error('no stream was made');
    return answerOf(row);
  });
}

interface StreamRow {
  readonly id: string;
  readonly epoch: number;
  readonly head: string;
  readonly lines: string;
}

const answerOf = ({ id, epoch, head, lines }: StreamRow): OpenStreamAnswer => ({
  stream: id,
  epoch,
  head,
  lines: Number(lines),
});

/** The old epoch stays as it is, and says why it ended; a fork is a finding, because a record does not fork by itself. */
async function closeFork(
  query: Query,
  machine: string,
  { stream, known, why }: NonNullable<OpenStreamRequest['fork']>,
): Promise<string | null> {
  const said = why.replaceAll('\0', '').slice(0, 400);
  const [old] = await query<{ org: number; seq: string; lines: string }>(
    `update stream set ended_why = $3, findings = findings + 1 where id = $1 and machine = $2 returning org, seq, lines`,
    [stream, machine, said],
  );
  if (old === undefined) return 'the machine has no such stream';
  await query(`insert into finding (org, stream, seq, position, kind, message) values ($1, $2, $3, $4, 'fork', $5)`, [
    old.org,
    stream,
    old.seq,
    old.lines,
    `the machine knows ${known.lines} lines up to ${known.head}, and the stream has ${old.lines}: ${said}`,
  ]);
  return null;
}

/** The end of a machine's stream; null: it has no such stream. */
export async function headOf({ inOrg }: Database, machine: KnownMachine, stream: string): Promise<StreamHead | null> {
  const [row] = await inOrg(machine.org, (query) =>
    query<{ head: string; lines: string }>(
      `select encode(head, 'hex') as head, lines from stream where id = $1 and machine = $2`,
      [stream, machine.id],
    ),
  );
  return row === undefined ? null : { head: row.head, lines: Number(row.lines) };
}

/** The digests of the last lines before a position; null: the machine has no such stream. */
export function tailOf(
  { inOrg }: Database,
  machine: KnownMachine,
  { stream, lines, before }: { readonly stream: string; readonly lines: number; readonly before: number | null },
): Promise<TailAnswer | null> {
  return inOrg(machine.org, async (query) => {
    const [row] = await query<{ head: string; lines: string }>(
      `select encode(head, 'hex') as head, lines from stream where id = $1 and machine = $2`,
      [stream, machine.id],
    );
    if (row === undefined) return null;
    const end = Math.min(before ?? Number(row.lines), Number(row.lines));
    const chunks = await query<StoredBody & { at: string }>(
      `select at, body, place from chunk where stream = $1 and at < $2 and at + lines > $3 order by seq`,
      [stream, end, Math.max(0, end - lines)],
    );
    const from = Number(chunks[0]?.at ?? end);
    const texts = await storedTexts(query, chunks);
    const digests = texts.flatMap((text) => linesIn(text).map(lineDigest));
    return { head: row.head, lines: Number(row.lines), from, digests: digests.slice(0, end - from) };
  });
}
