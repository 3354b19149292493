import type { Database, Query } from '../database/database.ts';

/** What is noted about people. */
type AuditedAct =
  | 'login'
  | 'login_refused'
  | 'link_used'
  | 'logout'
  | 'fresh_login_needed'
  | 'export'
  | 'proof'
  | 'replay'
  | 'exception_asked'
  | 'exception_approved'
  | 'exception_not_approved'
  | 'exception_refused'
  | 'policy_revoke'
  | 'policy_restore'
  | 'policy_halt'
  | 'policy_resume';

/** Who did what. */
export interface AuditEntry {
  readonly org: number;
  readonly who: string;
  readonly what: AuditedAct;
  readonly detail?: object;
}

/** Notes what a person did; rejects when that is impossible, and then it must not be done. */
export async function noteAudit({ pool }: Pick<Database, 'pool'>, entry: AuditEntry): Promise<void> {
  await pool.query({ name: 'note-audit', text: NOTE, values: valuesOf(entry) });
}

/** The same in the transaction of what is done. */
export async function noteInAudit(query: Query, entry: AuditEntry): Promise<void> {
  await query(NOTE, valuesOf(entry));
}

const NOTE = 'select note_audit($1, $2, $3, $4)';

const valuesOf = ({ org, who, what, detail = {} }: AuditEntry): unknown[] => [
  org,
  plain(who),
  what,
  plain(JSON.stringify(detail)),
];

/** PostgreSQL has no text with a null character. */
const plain = (text: string): string => text.replaceAll('\0', '').replaceAll(String.raw`\u0000`, '');

/** `GET /v1/audit` */
export interface AuditAnswer {
  readonly rows: readonly {
    readonly id: number;
    readonly at: number;
    readonly who: string;
    readonly what: string;
    readonly detail: object;
  }[];
  /** Whether every row that is there follows the one before it. */
  readonly whole: boolean;
  /** The digest of the newest row: who keeps it can tell later that rows at the end were removed. */
  readonly head: string | null;
}

/** The newest rows of an organisation; its whole chain is checked. */
export async function auditRows(
  query: Query,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<AuditAnswer> {
  const rows = await query<{ id: string; at: number; who: string; what: string; detail: object }>(
    `select id, extract(epoch from at)::float8 * 1000 as at, who, what, detail from audit
      where $1::bigint is null or id < $1 order by id desc limit $2`,
    [before, limit],
  );
  const [chain] = await query<{ whole: boolean | null; head: string | null }>(
    `select bool_and(digest = audit_digest(prev, at, who, what, detail)) as whole, (array_agg(encode(digest, 'hex') order by id desc))[1] as head
       from (select *, lag(digest) over (order by id) as prev from audit) a`,
  );
  return {
    rows: rows.map((row) => ({ ...row, id: Number(row.id), at: Math.round(row.at) })),
    whole: chain?.whole ?? true,
    head: chain?.head ?? null,
  };
}
