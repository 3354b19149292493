import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import type { Query } from '../database/database.ts';

/** A compact JWS whose header names the key. */
export function signedBy(key: JsonWebKey, statement: object): string {
  const head = { alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x: key.x } };
  const said = [head, statement].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${said}.${sign(null, Buffer.from(said), createPrivateKey({ key, format: 'jwk' })).toString('base64url')}`;
}

/** The key of this database; all its gateways use the same, which the first makes. */
export async function proofKey(query: Query): Promise<JsonWebKey> {
  const known = await storedKey(query);
  if (known !== null) return known;
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  await query(`insert into setting (name, value) values ('proof-key', $1) on conflict (name) do nothing`, [
    JSON.stringify(made),
  ]);
  return (await storedKey(query)) ?? made;
}

/** Null: nothing was signed yet. */
export async function storedKey(query: Query): Promise<JsonWebKey | null> {
  const [row] = await query<{ value: string }>(`select value from setting where name = 'proof-key'`);
  return row === undefined ? null : (JSON.parse(row.value) as JsonWebKey);
}
