import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** What a person may do; each role may do what those before it may. */
export const ROLES = ['reader', 'auditor', 'policy', 'approver', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who asks, and for which organisation. */
export interface Person {
  readonly org: number;
  readonly name: string;
  readonly role: Role;
}

/** A person as the token of a request says. */
export interface KnownPerson extends Person {
  /** When the person last proved who they are, and not only their browser; null: it is not known. */
  readonly authedAt: number | null;
  /** The token is that of a browser, and not one that an operator made for a program. */
  readonly isSession: boolean;
}

const digestOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
const newToken = (kind: 'enrol' | 'person' | 'page'): string => `hl_${kind}_${randomBytes(24).toString('base64url')}`;

/** The number of an organisation, which is made if it is new. */
export function orgNumber({ everywhere }: Pick<Database, 'everywhere'>, name: string): Promise<number> {
  return everywhere(async (query) => {
    await query('insert into org (name) values ($1) on conflict (name) do nothing', [name]);
    const [row] = await query<{ id: number }>('select id from org where name = $1', [name]);
    if (row === undefined) throw new Error(`the organisation ${name} could not be made`);
    return row.id;
  });
}

export interface EnrolTokenOptions {
  readonly org: number;
  readonly uses: number;
  readonly days: number;
}

/** A token with which machines can enrol; only its digest is kept. */
export async function makeEnrolToken({ inOrg }: Database, { org, uses, days }: EnrolTokenOptions): Promise<string> {
  const token = newToken('enrol');
  await inOrg(org, (query) =>
    query(
      `insert into enrol_token (digest, org, uses_left, expires_at) values ($1, $2, $3, now() + make_interval(days => $4))`,
      [digestOfToken(token), org, uses, days],
    ),
  );
  return token;
}

/** Uses a token once; null: it is not known, used up, or too old. */
export async function useEnrolToken({ everywhere }: Database, token: string): Promise<number | null> {
  const rows = await everywhere((query) =>
    query<{ org: number }>(
      `update enrol_token set uses_left = uses_left - 1 where digest = $1 and uses_left > 0 and expires_at > now() returning org`,
      [digestOfToken(token)],
    ),
  );
  return rows[0]?.org ?? null;
}

/** Notes a token that somebody else gave out as used; false: it was used before. */
export async function useOnce({ inOrg }: Database, org: number, token: string, until: Date): Promise<boolean> {
  const rows = await inOrg(org, (query) =>
    query(
      `insert into enrol_token (digest, org, uses_left, expires_at) values ($1, $2, 0, $3) on conflict do nothing returning org`,
      [digestOfToken(token), org, until],
    ),
  );
  return rows.length > 0;
}

export interface PersonTokenOptions extends Person {
  readonly days: number;
}

/** A token with which a person or a program asks questions; only its digest is kept. */
export const makePersonToken = (database: Database, { days, ...person }: PersonTokenOptions): Promise<string> =>
  makeToken(database, 'person', person, days * DAY_SECONDS);

const DAY_SECONDS = 24 * 3600;
const PAGE_SECONDS = 600;
const SESSION_SECONDS = 12 * 3600;

/** A code that opens the page once; it is worth nothing for anything else. */
export const makePageCode = (database: Database, person: Person): Promise<string> =>
  makeToken(database, 'page', person, PAGE_SECONDS);

/** A token for a browser that somebody logged in with. */
export const makeSession = (
  database: Database,
  person: Omit<KnownPerson, 'isSession'>,
  hours?: number,
): Promise<string> =>
  makeToken(
    database,
    'person',
    { ...person, isSession: true },
    hours === undefined ? SESSION_SECONDS : Math.round(hours * 3600),
  );

async function makeToken(
  { inOrg }: Database,
  kind: 'person' | 'page',
  { org, name, role, authedAt = null, isSession = false }: Person & Partial<KnownPerson>,
  seconds: number,
): Promise<string> {
  const token = newToken(kind);
  await inOrg(org, (query) =>
    query(
      `insert into person_token (digest, org, name, role, expires_at, authed_at, is_session)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7)`,
      [digestOfToken(token), org, name, role, seconds, authedAt === null ? null : new Date(authedAt), isSession],
    ),
  );
  return token;
}

/** Takes a code or a token away, and says whose it was; null: it was not valid any more. */
export async function revokeToken({ everywhere }: Database, token: string): Promise<Person | null> {
  const rows = await everywhere((query) =>
    query<{ org: number; name: string; role: Role }>(
      `update person_token set revoked_at = now() where digest = $1 and expires_at > now() and revoked_at is null returning org, name, role`,
      [digestOfToken(token)],
    ),
  );
  return rows[0] ?? null;
}

export const isPageCode = (text: string): boolean => text.startsWith('hl_page_');

/** Whose token it is; null: no one's, or no longer. */
export async function personOf({ pool }: Database, token: string): Promise<KnownPerson | null> {
  if (isPageCode(token)) return null;
  const { rows } = await pool.query<{
    org: number;
    name: string;
    role: Role;
    authed_at: Date | null;
    is_session: boolean;
  }>({
    name: 'find-person',
    text: 'select org, name, role, authed_at, is_session from find_person($1)',
    values: [digestOfToken(token)],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { org, name, role, authed_at: authedAt, is_session: isSession } = row;
  return { org, name, role, authedAt: authedAt?.getTime() ?? null, isSession };
}

/** Whether a role includes what another one may do. */
export const mayActAs = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
