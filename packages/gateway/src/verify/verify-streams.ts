import { keptFrom, type RemovedLines, signedDays } from './beginnings.ts';
import { checkStream, type StreamFinding } from './check-stream.ts';
import { signedEnds, type SignedEnd } from './end-check.ts';
import type { AskRows } from './stored-lines.ts';

/** What is asked for; absent: everything. */
export interface VerifyRange {
  /** Streams into which lines came within this time, in milliseconds. */
  readonly from?: number;
  readonly to?: number;
  /** Streams with decisions of this project. */
  readonly project?: string;
}

/** What is known of one stream. */
export interface StreamReport {
  readonly machine: string;
  readonly name: string;
  readonly epoch: number;
  readonly stream: string;
  /** Lines that are kept. */
  readonly lines: number;
  readonly head: string;
  /** Older lines, which the gateway removed because they were old; null: none. */
  readonly removed: RemovedLines | null;
  /** The newest daily checkpoint under which it is; null: none is yet. */
  readonly checkpoint: { readonly number: number; readonly day: string; readonly lines: number } | null;
  /** Lines that the machine said it has and that are not here. */
  readonly waiting: number;
  readonly whole: boolean;
  /** Lines of which only the links could be checked. */
  readonly byMark: number;
  readonly torn: number;
  /** How many lines no later one covers, and the first of them. */
  readonly uncovered: { readonly count: number; readonly lines: readonly number[] };
  /** Why the next epoch was begun; null: this is the newest, or the machine does not say. */
  readonly ended: string | null;
  readonly findings: readonly StreamFinding[];
  /** How many more there are than are listed. */
  readonly unlisted: number;
}

const MOST_LISTED = 100;

/** Checks stream after stream, oldest epoch first. */
export async function* verifyStreams(ask: AskRows, range: VerifyRange): AsyncGenerator<StreamReport, void> {
  const isSigned = await signedDays(ask);
  for (const row of await streamRows(ask, range)) {
    const { id: stream, epoch, lines, head } = row;
    const kept = await keptFrom(ask, [stream, ...row.older], isSigned);
    const begin = (id: string) => kept.get(id)?.begin ?? null;
    const older = row.older.map((id, n) => ({ stream: id, seq: Number(row.older_seq[n]), begin: begin(id) }));
    const ends = await signedEnds(ask, stream, row.signed ?? 0);
    const checked = { stream, seq: Number(row.seq), lines: Number(lines), head, begin: begin(stream), older, ends };
    const check = await checkStream(ask, checked);
    const removed = kept.get(stream)?.removed ?? null;
    // Findings of the time of arrival: forks, and lines whose rows could not be made.
    const arrived = await arrivalFindings(ask, stream, removed?.lines ?? 0);
    const findings = [...unsignedIn(removed), ...check.findings, ...arrived].sort(
      (one, other) => one.line - other.line,
    );
    yield {
      machine: row.machine,
      name: row.name,
      epoch,
      stream,
      lines: check.lines,
      head,
      removed,
      checkpoint: checkpointOf(ends),
      waiting: Math.max(0, Number(row.claimed) - Number(lines)),
      whole: findings.length === 0,
      byMark: check.byMark,
      torn: check.torn,
      uncovered: { count: check.uncovered.length, lines: check.uncovered.slice(0, MOST_LISTED) },
      ended: row.ended_why,
      findings: findings.slice(0, MOST_LISTED),
      unlisted: Math.max(0, findings.length - MOST_LISTED),
    };
  }
}

function checkpointOf(ends: readonly SignedEnd[]): StreamReport['checkpoint'] {
  const newest = ends.at(-1);
  return newest === undefined ? null : { number: newest.number, day: newest.day, lines: newest.lines };
}

interface StreamToCheck {
  readonly id: string;
  readonly machine: string;
  readonly name: string;
  readonly epoch: number;
  readonly seq: string;
  readonly lines: string;
  readonly claimed: string;
  readonly head: string;
  readonly ended_why: string | null;
  /** The newest daily checkpoint when this row was read; null: there was none. */
  readonly signed: number | null;
  readonly older: readonly string[];
  readonly older_seq: readonly string[];
}

const streamRows = (ask: AskRows, { from, to, project }: VerifyRange): Promise<readonly StreamToCheck[]> =>
  ask((query) =>
    query<StreamToCheck>(
      `select s.id, s.machine, m.name, s.epoch, s.seq, s.lines, s.claimed, encode(s.head, 'hex') as head, s.ended_why,
              (select max(d.number) from daily_checkpoint d where d.org = s.org) as signed,
              array(select o.id::text from stream o where o.machine = s.machine and o.epoch < s.epoch order by o.epoch) as older,
              array(select o.seq::text from stream o where o.machine = s.machine and o.epoch < s.epoch order by o.epoch) as older_seq
         from stream s join machine m on m.id = s.machine
        where (($1::timestamptz is null and $2::timestamptz is null)
               or exists (select from chunk c where c.stream = s.id and c.received_at >= coalesce($1, '-infinity') and c.received_at < coalesce($2, 'infinity')))
          and ($3::text is null or exists (select from decision d join word w on w.id = d.project where d.stream = s.id and w.text = $3))
        order by m.name, s.machine, s.epoch`,
      [timeOf(from), timeOf(to), project ?? null],
    ),
  );

const timeOf = (time: number | undefined): Date | null => (time === undefined ? null : new Date(time));

/** What is wrong with lines and links is found again by the check itself. */
const arrivalFindings = (ask: AskRows, stream: string, after: number): Promise<readonly StreamFinding[]> =>
  ask(async (query) => {
    const rows = await query<{ position: string; kind: string; message: string }>(
      `select position, kind, message from finding where stream = $1 and position >= $2 and kind <> all ('{edited,missing,moved,added}') order by id limit ${MOST_LISTED}`,
      [stream, after],
    );
    return rows.map(({ position, kind, message }) => ({ line: Number(position), kind, message }));
  });

const unsignedIn = (removed: RemovedLines | null): readonly StreamFinding[] =>
  removed === null || removed.signed
    ? []
    : [
        {
          line: removed.lines,
          kind: 'changed',
          message: `what is said about the lines that were removed for ${removed.day} is not as it was signed`,
        },
      ];
