import { createSigner } from '@hookline/core/internal';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSigned, publicKeyOf, readToken } from './signed-request.ts';

const MACHINE = '0b0e4f3c-7a54-4a6e-9a1c-0d7a4c1e2f30';
const made = generateKeyPairSync('ed25519').privateKey;
const { x = '', d = '' } = made.export({ format: 'jwk' });
const key = publicKeyOf(x);
const REQUEST = { method: 'POST', path: '/v1/streams?a=1', body: Buffer.from('lines') };
const signer = createSigner({ machine: MACHINE, key: { kty: 'OKP', crv: 'Ed25519', x, d } });

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (authorization: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** A token of any form, signed well. */
function token(head: object, claims: object, secret: KeyObject = made): string {
  const said = `${part(head)}.${part(claims)}`;
  return `Bearer ${said}.${sign(null, Buffer.from(said), secret).toString('base64url')}`;
}

const isTaken = (authorization: string, request = REQUEST): boolean => {
  const read = readToken(authorization);
  return read !== null && isSigned(read, key, request);
};

describe('a request of a machine', () => {
  const good = signer(REQUEST);
  const head = { alg: 'EdDSA', kid: MACHINE };
  const claims = claimsOf(good);
  const now = Math.floor(Date.now() / 1000);

  it('is taken with the signature that the machine makes', () => {
    expect(readToken(good)?.machine).toBe(MACHINE);
    expect(isTaken(good)).toBe(true);
    expect(isTaken(token(head, claims))).toBe(true);
  });

  it.each([
    ['another method', { ...REQUEST, method: 'GET' }],
    ['another path', { ...REQUEST, path: '/v1/streams?a=2' }],
    ['another body', { ...REQUEST, body: Buffer.from('other') }],
  ])('is not taken with %s', (_, request) => {
    expect(isTaken(good, request)).toBe(false);
  });

  it.each<readonly [string, string]>([
    ['no token', ''],
    ['a token of something else', 'Bearer hl_person_x'],
    ['the signature of another key', token(head, claims, generateKeyPairSync('ed25519').privateKey)],
    ['a changed signature', `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`],
    ['claims that were changed', good.replace(/\.[^.]+\./, `.${part({ ...claims, exp: now + 10_000 })}.`)],
    ['no algorithm', token({ alg: 'none', kid: MACHINE }, claims)],
    ['another algorithm', token({ alg: 'HS256', kid: MACHINE }, claims)],
    ['an extension that must be understood', token({ ...head, crit: ['b64'], b64: false }, claims)],
    ['a machine that is none', token({ alg: 'EdDSA', kid: '../x' }, claims)],
    ['no times', token(head, { ...claims, iat: undefined, exp: undefined })],
    ['times that are no numbers', token(head, { ...claims, iat: String(now), exp: String(now + 60) })],
    ['a time that is over', token(head, { ...claims, iat: now - 200, exp: now - 61 })],
    ['a time long ago, whatever it allows itself', token(head, { ...claims, iat: now - 400, exp: now + 400 })],
    ['a time that has not come', token(head, { ...claims, iat: now + 100, exp: now + 200 })],
    ['claims that are no object', token(head, [1])],
  ])('is not taken with %s', (_, authorization) => {
    expect(isTaken(authorization)).toBe(false);
  });

  it('is taken by a gateway whose clock is a little off', () => {
    expect(isTaken(token(head, { ...claims, iat: now + 50, exp: now + 350 }))).toBe(true);
    expect(isTaken(token(head, { ...claims, iat: now - 340, exp: now - 40 }))).toBe(true);
  });
});
