import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { MachineCredentials } from './credentials.ts';

/** A request that a machine signs: no other body can be sent with its signature, nor the same elsewhere. */
export interface SignedParts {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: Uint8Array;
}

const VALID_SECONDS = 300;

/** Signs requests with the key of this machine, as `authorization` header: a JWT with EdDSA. `clock` gives the time in milliseconds. */
export function createSigner(
  { machine, key }: Pick<MachineCredentials, 'machine' | 'key'>,
  clock: () => number = Date.now,
): (parts: SignedParts) => string {
  const secret: KeyObject = createPrivateKey({ key: { ...key }, format: 'jwk' });
  const head = encoded({ alg: 'EdDSA', kid: machine });
  return ({ method, path, body }) => {
    const now = Math.floor(clock() / 1000);
    const said = `${head}.${encoded({ m: method, p: path, b: bodyHash(body), iat: now, exp: now + VALID_SECONDS })}`;
    return `Bearer ${said}.${sign(null, Buffer.from(said), secret).toString('base64url')}`;
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What a signature says about the body. */
export const bodyHash = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url');
