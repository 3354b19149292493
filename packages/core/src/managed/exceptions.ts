import { createPublicKey, verify } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ManagedPolicy, PolicyException } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { errorText } from '../process/errno.ts';
import { parseException } from './parse-policy.ts';
import { type FoundPolicy, textIfThere } from './read-policy.ts';

/** Where exceptions lie in a folder of policies, one file each. */
export const exceptionsIn = (root: string): string => join(root, 'exceptions');

/** An exception as it is stored: the signed bytes, and the signature of an approver, or null for one without a second person. */
export interface SealedException {
  readonly exception: string;
  readonly signature: string | null;
}

/** What the exceptions of a machine come to for one policy. */
export interface ExceptionReading {
  readonly inForce: readonly PolicyException[];
  /** About files that suspend nothing, though they say so. */
  readonly problems: readonly string[];
}

const MINUTE_MS = 60_000;
const SKEW_MS = 5 * MINUTE_MS;

/** The exceptions from a policy that count now; what has expired is left out in silence. */
export function readExceptions(roots: readonly string[], found: FoundPolicy, now: number): ExceptionReading {
  const inForce: PolicyException[] = [];
  const problems: string[] = [];
  for (const file of roots.flatMap(filesIn)) {
    try {
      const exception = opened(textIfThere(file), found, now);
      if (exception !== null) inForce.push(exception);
    } catch (error) {
      problems.push(`${file} suspends nothing: ${errorText(error)}`);
    }
  }
  return { inForce, problems };
}

function filesIn(root: string): readonly string[] {
  const folder = exceptionsIn(root);
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return []; // without the folder there is no exception
  }
}

/** The exception in a file; null when it has expired, or is about another policy. */
function opened(text: string | null, { policy, state }: FoundPolicy, now: number): PolicyException | null {
  const sealed = sealedIn(text ?? '');
  const exception = contentOf(sealed);
  if (exception.org !== policy.org || Date.parse(exception.until) <= now) return null;
  if (exception.machine !== state.machine) throw new Error(`it is for another machine (${exception.machine})`);
  return approvedException(sealed, policy, now);
}

const contentOf = ({ exception }: SealedException): PolicyException =>
  parseException(JSON.parse(Buffer.from(exception, 'base64').toString('utf8')));

/** The exception, if a policy lets it count; throws why it does not. */
export function approvedException(sealed: SealedException, policy: ManagedPolicy, now: number): PolicyException {
  const exception = contentOf(sealed);
  const { signature } = sealed;
  const [from, until] = [Date.parse(exception.from), Date.parse(exception.until)];
  if (from > now + SKEW_MS) throw new Error(`it begins in the future (${exception.from})`);
  const bytes = Buffer.from(sealed.exception, 'base64');
  const longest = longestMs(policy, exception, signature === null ? null : { bytes, signature });
  if (until - from > longest) throw new Error(`it is longer than the policy allows (${longest / MINUTE_MS} minutes)`);
  return exception;
}

function sealedIn(text: string): SealedException {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('an object was expected');
  const { exception, signature = null } = value;
  if (typeof exception !== 'string' || (signature !== null && typeof signature !== 'string'))
    throw new Error('{"exception", "signature"} was expected');
  return { exception, signature };
}

/** How long an exception may be; throws when it is not approved as the policy requires. */
function longestMs(
  { breakGlass }: ManagedPolicy,
  { grantedBy }: PolicyException,
  signed: { readonly bytes: Buffer; readonly signature: string } | null,
): number {
  if (breakGlass === null) throw new Error('the policy allows no exceptions');
  if (signed === null) {
    if (grantedBy !== null) throw new Error('it names an approver, and has no signature');
    if (breakGlass.offline === null) throw new Error('the policy wants the signature of an approver');
    return breakGlass.offline.longestMinutes * MINUTE_MS;
  }
  const isApproved = breakGlass.approvers.some((key) => isSignedBy(key, signed.bytes, signed.signature));
  if (!isApproved || grantedBy === null) throw new Error('no approver of the policy has signed it');
  return breakGlass.longestMinutes * MINUTE_MS;
}

function isSignedBy(key: string, bytes: Buffer, signature: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return (
      publicKey.asymmetricKeyType === 'ed25519' && verify(null, bytes, publicKey, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false; // no key that could have signed anything
  }
}

/** Why a hook does not run while an exception is in force. */
export const suspendedBy = ({ id, until, reason, askedBy, grantedBy }: PolicyException): string =>
  `break-glass ${id}: suspended until ${until} by ${askedBy}, ${grantedBy === null ? 'without a second person' : `approved by ${grantedBy}`}: ${reason}`;
