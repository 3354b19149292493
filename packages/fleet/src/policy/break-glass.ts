import {
  exceptionsIn,
  type FoundPolicy,
  makePrivateFolder,
  noteInRecord,
  parseException,
  policyFolderIn,
  type PolicyException,
  type SealedException,
  suspendedBy,
  writePrivateFile,
} from '@hookline/core/internal';
import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { join } from 'node:path';

/** What a person asks for. */
export interface ExceptionWish {
  readonly hook: string;
  readonly reason: string;
  readonly minutes: number;
  readonly askedBy: string;
}

/** An exception that still needs approval; throws when the policy would not take it even then. */
export function askException(
  { policy, state }: FoundPolicy,
  { hook, reason, minutes, askedBy }: ExceptionWish,
  isOffline: boolean,
  now = Date.now(),
): PolicyException {
  const { breakGlass } = policy;
  if (breakGlass === null) throw new Error(`policy ${policy.org} v${policy.version} allows no exceptions`);
  if (isOffline && breakGlass.offline === null)
    throw new Error(`policy ${policy.org} v${policy.version} wants a second person: leave --offline out`);
  const longest = isOffline ? (breakGlass.offline?.longestMinutes ?? 0) : breakGlass.longestMinutes;
  if (minutes > longest) throw new Error(`at most ${longest} minutes are allowed, not ${minutes}`);
  return {
    v: 1,
    id: randomBytes(6).toString('hex'),
    org: policy.org,
    machine: state.machine,
    hooks: [hook],
    reason,
    askedBy,
    grantedBy: null,
    from: new Date(now).toISOString(),
    until: new Date(now + minutes * 60_000).toISOString(),
  };
}

/** Signs what somebody has asked for; throws when it is the approver's own. `now`: its time begins then, not when it was asked for. */
export function approveException(
  asked: PolicyException,
  pem: string,
  grantedBy: string,
  now: number = Date.parse(asked.from),
): SealedException {
  if (grantedBy === asked.askedBy) throw new Error(`${grantedBy} has asked for it: a second person must approve it`);
  const lasts = Date.parse(asked.until) - Date.parse(asked.from);
  const times = { from: new Date(now).toISOString(), until: new Date(now + lasts).toISOString() };
  const bytes = Buffer.from(JSON.stringify({ ...asked, ...times, grantedBy }));
  return {
    exception: bytes.toString('base64'),
    signature: sign(null, bytes, createPrivateKey(pem)).toString('base64'),
  };
}

/** The public half of an approver's key, as a policy names it. */
export const approverOf = (pem: string): string =>
  createPublicKey(createPrivateKey(pem)).export({ format: 'der', type: 'spki' }).toString('base64');

/** An exception without a second person. */
export const sealAlone = (exception: PolicyException): SealedException => ({
  exception: Buffer.from(JSON.stringify(exception)).toString('base64'),
  signature: null,
});

/** Where an exception comes into force. */
export interface TakePlace {
  readonly stateFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Brings an exception into force; it is in the record before it is. Throws when it cannot be recorded. */
export async function takeException(sealed: SealedException, place: TakePlace): Promise<PolicyException> {
  const exception = openException(sealed);
  await noteInRecord(
    `break_glass: ${exception.hooks.join(', ')} of ${exception.org}: ${suspendedBy(exception)}`,
    place,
    exception,
  );
  const folder = exceptionsIn(policyFolderIn(place.stateFolder));
  makePrivateFolder(folder);
  writePrivateFile(join(folder, `${exception.id}.json`), JSON.stringify(sealed), folder);
  return exception;
}

/** What a sealed exception says; whether it counts is decided where hooks are read. */
const openException = ({ exception }: SealedException): PolicyException =>
  parseException(JSON.parse(Buffer.from(exception, 'base64').toString('utf8')));
