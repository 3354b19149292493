import {
  approvedException,
  errorText,
  type ManagedPolicy,
  parseException,
  type PolicyException,
  type SealedException,
} from '@hookline/core/internal';
import { approveException } from '@hookline/fleet';
import type { ExceptionRow } from '@hookline/studio';
import { noteInAudit } from '../access/audit.ts';
import type { Query } from '../database/database.ts';
import { noteEvent } from './rows.ts';

export type { ExceptionRow };

/** Something about an exception that cannot be done. */
export class WrongException extends Error {}

const MOST_MS = 4 * 3_600_000;
const MOST_WAITING = 20;

/** Takes down what a machine asks for; what it has asked for already is taken down once. */
export async function takeDown(
  query: Query,
  { org, machine }: { readonly org: number; readonly machine: string },
  value: unknown,
  policy: ManagedPolicy,
): Promise<{ readonly asked: PolicyException; readonly isNew: boolean }> {
  const asked = readAsked(value, machine, policy);
  const [waiting] = await query<{ n: string }>(
    `select count(*) as n from exception where org = $1 and machine = $2 and state = 'asked' and at > now() - interval '1 day'`,
    [org, machine],
  );
  if (Number(waiting?.n) >= MOST_WAITING) throw new WrongException('this machine waits for many answers already');
  const made = await query(
    `insert into exception (org, machine, id, hooks, reason, asked_by, asked, state) values ($1, $2, $3, $4, $5, $6, $7, 'asked') on conflict do nothing returning id`,
    [org, machine, asked.id, asked.hooks, asked.reason, asked.askedBy, JSON.stringify(asked)],
  );
  if (made.length === 0) return { asked, isNew: false };
  await noted(query, org, { who: asked.askedBy, what: 'exception_asked', detail: { ...asked } });
  return { asked, isNew: true };
}

function readAsked(value: unknown, machine: string, policy: ManagedPolicy): PolicyException {
  const asked = parsed(value);
  const names = policy.hooks.map(({ name }) => name);
  if (asked.machine !== machine) throw new WrongException('a machine asks for itself only');
  if (policy.breakGlass === null || policy.breakGlass.approvers.length === 0)
    throw new WrongException(`policy ${policy.org} v${policy.version} names no one who approves exceptions`);
  if (asked.hooks.length !== 1 || !asked.hooks.every((name) => names.includes(name)))
    throw new WrongException(`expected one hook of policy ${policy.org} v${policy.version}: ${names.join(', ')}`);
  const lasts = Date.parse(asked.until) - Date.parse(asked.from);
  if (!(lasts > 0 && lasts <= Math.min(MOST_MS, policy.breakGlass.longestMinutes * 60_000)))
    throw new WrongException(`at most ${policy.breakGlass.longestMinutes} minutes are allowed`);
  return { ...asked, id: asked.id.slice(0, 64), reason: asked.reason.slice(0, 1000), grantedBy: null };
}

function parsed(value: unknown): PolicyException {
  try {
    return parseException(value);
  } catch (error) {
    throw new WrongException(errorText(error));
  }
}

const ROWS = `select e.id, e.machine::text, m.name, e.hooks, e.reason, e.asked_by as "askedBy", e.granted_by as "grantedBy",
  case when e.state in ('approved', 'taken') and e.until < now() or e.state = 'asked' and e.at < now() - interval '1 day'
       then 'expired' else e.state end as state,
  extract(epoch from e.at)::float8 * 1000 as at,
  extract(epoch from (e.asked->>'until')::timestamptz - (e.asked->>'from')::timestamptz)::float8 / 60 as minutes, extract(epoch from e.until)::float8 * 1000 as until, e.used,
  (e.state = 'taken' and e.granted_by is null) as alone from exception e join machine m on m.id = e.machine`;

/** The newest first. */
export const exceptionRows = (query: Query, limit: number): Promise<readonly ExceptionRow[]> =>
  query<ExceptionRow>(`${ROWS} order by e.at desc limit $1`, [limit]);

/** Who answers, and how: with what they have signed themselves, or with the gateway's own key. */
export interface ApprovalRequest {
  readonly id: string;
  readonly who: string;
  readonly sealed: SealedException | null;
  /** The approver's key that the gateway has, in PEM; null: none. */
  readonly key: string | null;
}

/** Approves what was asked for: the signature must be of an approver of the policy. */
export async function approve(
  query: Query,
  org: number,
  policy: ManagedPolicy,
  request: ApprovalRequest,
): Promise<PolicyException> {
  const { asked, machine } = await askedRow(query, org, request.id);
  if (isSamePerson(asked.askedBy, request.who))
    throw new WrongException(`${request.who} has asked for it as ${asked.askedBy}: a second person must approve it`);
  const sealed = sealedBy(asked, request);
  const exception = checked(sealed, policy);
  if (!isSameWish(exception, asked) || exception.grantedBy !== request.who)
    throw new WrongException('the signed exception is not the one that was asked for, or names another approver');
  await query(
    `update exception set state = 'approved', granted_by = $4, sealed = $5, until = $6 where org = $1 and machine = $2 and id = $3`,
    [org, machine, request.id, request.who, JSON.stringify(sealed), exception.until],
  );
  await noted(query, org, { who: request.who, what: 'exception_approved', detail: { ...exception } });
  return exception;
}

function sealedBy(asked: PolicyException, { sealed, key, who }: ApprovalRequest): SealedException {
  if (sealed !== null) return sealed;
  if (key === null)
    throw new WrongException('this gateway has no key of an approver: send {"exception", "signature"}, signed by one');
  try {
    return approveException(asked, key, who, Date.now());
  } catch (error) {
    throw new WrongException(errorText(error));
  }
}

function checked(sealed: SealedException, policy: ManagedPolicy): PolicyException {
  if (sealed.signature === null) throw new WrongException('it is not signed');
  try {
    return approvedException(sealed, policy, Date.now());
  } catch (error) {
    throw new WrongException(errorText(error));
  }
}

const isSameWish = (one: PolicyException, other: PolicyException): boolean =>
  one.id === other.id &&
  one.org === other.org &&
  one.machine === other.machine &&
  one.reason === other.reason &&
  one.askedBy === other.askedBy &&
  one.hooks.join() === other.hooks.join();

export async function refuseException(query: Query, org: number, id: string, who: string): Promise<void> {
  const { machine } = await askedRow(query, org, id);
  await query(`update exception set state = 'refused', granted_by = $4 where org = $1 and machine = $2 and id = $3`, [
    org,
    machine,
    id,
    who,
  ]);
  await noted(query, org, { who, what: 'exception_refused', detail: { id, machine } });
}

interface ExceptionAct {
  readonly who: string;
  readonly what: 'exception_asked' | 'exception_approved' | 'exception_refused';
  readonly detail: object;
}

/** On the page and in the audit, with what is done: both are there, or nothing is. */
async function noted(query: Query, org: number, act: ExceptionAct): Promise<void> {
  await noteEvent(query, org, act);
  await noteInAudit(query, { org, ...act });
}

/** The account on a machine and the login at a provider are different names of one person: `ann`, `CORP\\ann`, `ann@example.com`. */
export const isSamePerson = (one: string, other: string): boolean => plainName(one) === plainName(other);

const plainName = (name: string): string =>
  name.normalize('NFKC').trim().toLowerCase().replace(/^.*\\/, '').replace(/@.*$/, '');

interface AskedRow {
  readonly machine: string;
  readonly asked: PolicyException;
}

async function askedRow(query: Query, org: number, id: string): Promise<AskedRow> {
  const rows = await query<AskedRow>(
    `select machine::text, asked from exception where org = $1 and id = $2 and state = 'asked' and asked is not null and at > now() - interval '1 day' for update`,
    [org, id],
  );
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new WrongException(`no one waits for an answer to "${id}"`);
  return row;
}

/** What became of what a machine asked for; null: it never asked. */
export async function answerFor(
  query: Query,
  machine: string,
  id: string,
): Promise<{ readonly state: string; readonly sealed: SealedException | null } | null> {
  const [row] = await query<{ state: string; sealed: SealedException | null }>(
    `select state, sealed from exception where machine = $1 and id = $2`,
    [machine, id],
  );
  return row ?? null;
}
