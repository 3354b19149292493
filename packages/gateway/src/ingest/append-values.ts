import { SHIP_LEVELS } from '@hookline/fleet';
import type { AppendRequest } from './append.ts';
import type { ChunkFinding } from './check-lines.ts';
import type { Projection } from './project-lines.ts';
import type { ReadChunk } from './read-chunk.ts';
import type { WordNumber } from './words.ts';

/** What one append stores. */
export interface AppendParts {
  readonly request: AppendRequest;
  readonly chunk: ReadChunk;
  readonly projection: Projection;
  readonly findings: readonly ChunkFinding[];
  readonly number: WordNumber;
}

const PARAMETERS = 36;

/** The one statement of an append; its values are those of `appendValues`. */
export const APPEND = `select outcome, encode(head, 'hex') as head, lines from append_lines(${Array.from(
  { length: PARAMETERS },
  (_, at) => `$${at + 1}`,
).join(', ')})`;

/** The values of the statement; `server` is when PostgreSQL was started, as it says itself. */
export function appendValues(server: string, { request, chunk, projection, findings, number }: AppendParts): unknown[] {
  const { org, machine, stream, after, at, level, waiting, version, inForce } = request;
  const { firstAt, lastAt, policy } = projection;
  return [
    server,
    org,
    machine,
    stream,
    Buffer.from(after, 'hex'),
    at,
    Buffer.from(chunk.head, 'hex'),
    chunk.stored,
    chunk.lines.length,
    SHIP_LEVELS.indexOf(level),
    waiting,
    version,
    firstAt,
    lastAt,
    ...columnsOf(projection, number),
    jsonOf(projection.runs.map((run) => ({ ...run, hook: number('hook', run.hook) }))),
    jsonOf(findings),
    inForce?.version ?? null,
    inForce?.stamp ?? null,
    policy === null ? null : JSON.stringify(policy),
  ];
}

const jsonOf = (rows: readonly object[]): string | null => (rows.length === 0 ? null : JSON.stringify(rows));

type DecisionDraft = Projection['decisions'][number];

/** The rows of decisions, column by column, as arrays of PostgreSQL; null: no row has a value there. */
function columnsOf({ decisions }: Projection, number: WordNumber): readonly (string | null)[] {
  const numbers = (kind: 'project' | 'hook' | 'agent' | 'tool' | 'event'): string | null =>
    arrayOf(decisions, (row) => (row[kind] === undefined ? undefined : number(kind, row[kind])));
  return [
    arrayOf(decisions, ({ day }) => day),
    arrayOf(decisions, ({ id }) => quoted(id)),
    arrayOf(decisions, ({ at }) => at),
    numbers('project'),
    numbers('hook'),
    numbers('agent'),
    numbers('tool'),
    arrayOf(decisions, ({ ms }) => ms),
    numbers('event'),
    arrayOf(decisions, ({ verdict }) => verdict),
    arrayOf(decisions, ({ hooks }) => hooks),
    arrayOf(decisions, ({ faults }) => faults),
    arrayOf(decisions, ({ shadow }) => shadow),
    arrayOf(decisions, ({ session }) => quoted(session)),
    arrayOf(decisions, ({ about }) => quoted(about)),
    arrayOf(decisions, ({ reason }) => quoted(reason)),
    arrayOf(decisions, ({ runs }) =>
      runs === undefined ? undefined : `"{${runs.map(([hook, ms]) => `${number('hook', hook)},${ms}`).join(',')}}"`,
    ),
  ];
}

function arrayOf(
  rows: readonly DecisionDraft[],
  valueOf: (row: DecisionDraft) => string | number | boolean | undefined,
): string | null {
  let [text, isEmpty] = ['', true];
  for (const row of rows) {
    const value = valueOf(row);
    if (value !== undefined) isEmpty = false;
    text += `${text === '' ? '' : ','}${value === undefined ? 'NULL' : String(value)}`;
  }
  return isEmpty ? null : `{${text}}`;
}

/** A text inside an array of PostgreSQL. */
const quoted = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `"${SPECIAL.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;

const SPECIAL = /["\\]/;
