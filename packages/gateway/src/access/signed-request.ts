import { bodyHash, isJsonObject } from '@hookline/core/internal';
import { createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';

/** A request as it came. */
export interface SignedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: Uint8Array;
  readonly authorization: string | undefined;
}

/** The token of a request: a JWT with EdDSA, as core's `createSigner` makes it. */
export interface RequestToken {
  /** Who says to have signed it. */
  readonly machine: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Buffer;
}

const MOST_SECONDS = 300;
const SKEW_SECONDS = 60;

/** Reads the token of a request; null: there is none of this form. Nothing of it is proved by that. */
export function readToken(authorization: string | undefined): RequestToken | null {
  const [, head = '', claims = '', signature] = TOKEN.exec(authorization ?? '') ?? [];
  const [said, claimed] = [parsed(head), parsed(claims)];
  if (signature === undefined || said === null || claimed === null) return null;
  const { alg, kid, crit } = said;
  if (alg !== 'EdDSA' || crit !== undefined || typeof kid !== 'string' || !MACHINE.test(kid)) return null;
  return {
    machine: kid,
    claims: claimed,
    signed: `${head}.${claims}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

const TOKEN = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]{86})$/;
const MACHINE = /^[0-9a-f-]{36}$/;

function parsed(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The key of a machine, from the `x` of its JWK. */
export const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/** Whether a token was made with a key, for this request and no other, a few minutes ago at most. */
export function isSigned(
  { claims, signed, signature }: RequestToken,
  key: KeyObject,
  { method, path, body }: Omit<SignedRequest, 'authorization'>,
): boolean {
  const { m, p, b, iat, exp } = claims;
  return (
    isNow(iat, exp) &&
    m === method &&
    p === path &&
    isSame(b, bodyHash(body)) &&
    verify(null, Buffer.from(signed), key, signature)
  );
}

function isNow(iat: unknown, exp: unknown): boolean {
  if (typeof iat !== 'number' || typeof exp !== 'number') return false;
  const now = Date.now() / 1000;
  return exp > now - SKEW_SECONDS && iat <= now + SKEW_SECONDS && iat >= now - MOST_SECONDS - SKEW_SECONDS;
}

const isSame = (said: unknown, hash: string): boolean =>
  typeof said === 'string' && said.length === hash.length && timingSafeEqual(Buffer.from(said), Buffer.from(hash));
