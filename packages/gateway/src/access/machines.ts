import { type EnrolAnswer, type EnrolRequest, type ShipLevel } from '@hookline/fleet';
import { type KeyObject, randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { isJwt, type VerifyJob } from './ci-tokens.ts';
import { isSigned, publicKeyOf, readToken, type SignedRequest } from './signed-request.ts';
import { orgNumber, useEnrolToken, useOnce } from './tokens.ts';

/** A machine that signed a request. */
export interface KnownMachine {
  readonly id: string;
  readonly org: number;
}

/** Takes a machine in; a text says why not. */
export async function enrolMachine(
  database: Database,
  verifyJob: VerifyJob,
  request: EnrolRequest,
): Promise<EnrolAnswer | string> {
  const { token, publicKey, version } = request;
  if (!/^[A-Za-z0-9_-]{43}$/.test(publicKey)) return 'expected the public part of an Ed25519 key';
  const admitted = isJwt(token) ? await admitJob(database, verifyJob, request) : await admitMachine(database, request);
  if (typeof admitted === 'string') return admitted;
  const { org, name, kind, hours } = admitted;
  const id = randomUUID();
  return database.inOrg(org, async (query) => {
    await query(
      `insert into machine (id, org, name, kind, key, version, seen_at, valid_until)
       values ($1, $2, $3, $4, $5, $6, now(), now() + make_interval(secs => $7))`,
      [id, org, name, kind, publicKey, version, hours === null ? null : hours * 3600],
    );
    const [row] = await query<{ name: string; ship: ShipLevel }>('select name, ship from org where id = $1', [org]);
    return { machine: id, org: row?.name ?? '', ship: row?.ship ?? 'decisions' };
  });
}

/** As what a machine is taken in. */
interface Admitted extends Pick<EnrolRequest, 'name' | 'kind'> {
  readonly org: number;
  /** Null: until it is revoked. */
  readonly hours: number | null;
}

async function admitMachine(database: Database, { token, name, kind }: EnrolRequest): Promise<Admitted | string> {
  const org = await useEnrolToken(database, token);
  return org === null ? 'the token is not known, was used, or is too old' : { org, name, kind, hours: null };
}

/** What a job is, its CI says and not the job; one token takes one machine in. */
async function admitJob(
  database: Database,
  verifyJob: VerifyJob,
  { token, name }: EnrolRequest,
): Promise<Admitted | string> {
  const job = await verifyJob(token);
  if (typeof job === 'string') return job;
  const org = await orgNumber(database, job.org);
  if (!(await useOnce(database, org, token, job.expires))) return 'a machine was taken in with this token already';
  return { org, name: `${job.name} ${name}`.slice(0, 200), kind: 'ci', hours: job.hours };
}

/** Finds the machine that signed a request; a text says why the request is not taken. */
export type VerifyMachine = (request: SignedRequest) => Promise<KnownMachine | string>;

const REMEMBER_MS = 5_000;

/** Keys are remembered for seconds; that a machine was revoked is looked up again with every append. */
export function createMachineVerifier(database: Database): VerifyMachine {
  const keys = new Map<string, { readonly found: Promise<MachineKey | null>; readonly until: number }>();
  const keyOf = (id: string): Promise<MachineKey | null> => {
    const known = keys.get(id);
    if (known !== undefined && known.until > Date.now()) return known.found;
    if (keys.size > 100_000) keys.clear();
    const found = findKey(database, id);
    keys.set(id, { found, until: Date.now() + REMEMBER_MS });
    found.catch(() => keys.delete(id));
    return found;
  };
  return async ({ authorization, ...request }) => {
    const token = readToken(authorization);
    if (token === null) return 'the request is not signed by a machine: join the gateway first';
    const known = await keyOf(token.machine);
    if (known === null) return 'the machine is not known, or was revoked: join the gateway again';
    return isSigned(token, known.key, request)
      ? known.machine
      : 'the signature is not of this machine, too old, or of another request; check the clock';
  };
}

interface MachineKey {
  readonly machine: KnownMachine;
  readonly key: KeyObject;
}

async function findKey({ everywhere }: Database, id: string): Promise<MachineKey | null> {
  const [row] = await everywhere((query) =>
    query<{ org: number; key: string }>(
      'select org, key from machine where id = $1 and revoked_at is null and coalesce(valid_until > now(), true)',
      [id],
    ),
  );
  if (row === undefined) return null;
  return { machine: { id, org: row.org }, key: publicKeyOf(row.key) };
}
