import { importJWK, SignJWT } from 'jose';
import { createHash } from 'node:crypto';
import type { Machine } from './machine.ts';

/** A request that a machine signs: no other body can be sent with its signature, nor the same elsewhere. */
export interface SignedParts {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: Uint8Array;
}

const VALID_SECONDS = 300;

/** Signs requests with the key of this machine, as `authorization` header. */
export async function createSigner({
  machine,
  key,
}: Pick<Machine, 'machine' | 'key'>): Promise<(parts: SignedParts) => Promise<string>> {
  const secret = await importJWK({ ...key }, 'EdDSA');
  return async ({ method, path, body }) => {
    const now = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({ m: method, p: path, b: bodyHash(body) })
      .setProtectedHeader({ alg: 'EdDSA', kid: machine })
      .setIssuedAt(now)
      .setExpirationTime(now + VALID_SECONDS)
      .sign(secret);
    return `Bearer ${token}`;
  };
}

/** What a signature says about the body. */
export const bodyHash = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url');
