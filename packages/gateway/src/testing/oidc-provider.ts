import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider of OpenID Connect: whoever comes is logged in as `claims` say, and codes are worth something once. */
export interface OidcProvider {
  readonly issuer: string;
  claims: JWTPayload;
  /** What is wrong with the next ID tokens. */
  spoils: JWTPayload;
  /** A token as a CI gives one to its job. */
  readonly jobToken: (
    claims: JWTPayload,
    options?: { readonly expires?: string; readonly foreign?: true },
  ) => Promise<string>;
  readonly close: () => Promise<void>;
}

export const CLIENT = { id: 'hookline', secret: 'a secret of the client' };

interface GivenCode {
  readonly challenge: string;
  readonly nonce: string;
  readonly back: string;
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const provider = new Provider(await generateKeyPair('ES256'), await generateKeyPair('ES256'));
  const server = createServer((request, response) => {
    provider.answer(request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'invalid_grant', error_description: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return provider;
}

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

class Provider implements OidcProvider {
  issuer = '';
  claims: JWTPayload = {};
  spoils: JWTPayload = {};
  close = (): Promise<void> => Promise.resolve();
  private readonly codes = new Map<string, GivenCode>();

  private readonly own: Keys;
  private readonly foreign: Keys;

  constructor(own: Keys, foreign: Keys) {
    this.own = own;
    this.foreign = foreign;
  }

  jobToken: OidcProvider['jobToken'] = (claims, { expires, foreign } = {}) =>
    this.sign(claims, foreign === true ? this.foreign : this.own, expires);

  private sign(claims: JWTPayload, { privateKey }: Keys, expires = '5m'): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuer(claims.iss ?? this.issuer)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(privateKey);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.issuer);
    const json = (value: object): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (url.pathname === '/.well-known/openid-configuration') json(describe(this.issuer));
    else if (url.pathname === '/keys')
      json({ keys: [{ ...(await exportJWK(this.own.publicKey)), kid: 'k1', alg: 'ES256' }] });
    else if (url.pathname === '/authorize') this.authorize(url, response);
    else if (url.pathname === '/token') json(await this.tokens(request));
    else response.writeHead(404).end();
  }

  private authorize({ searchParams: asked }: URL, response: ServerResponse): void {
    const [code, back] = [randomUUID(), new URL(asked.get('redirect_uri') ?? '')];
    if (asked.get('code_challenge_method') !== 'S256') throw new Error('expected S256');
    this.codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      nonce: asked.get('nonce') ?? '',
      back: back.href,
    });
    back.search = String(new URLSearchParams({ code, state: asked.get('state') ?? '' }));
    response.writeHead(302, { location: back.href }).end();
  }

  private async tokens(request: IncomingMessage): Promise<object> {
    const body = new URLSearchParams(Buffer.concat((await request.toArray()) as Buffer[]).toString());
    const [id = '', secret = ''] = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    if (id !== CLIENT.id || secret !== CLIENT.secret) throw new Error('not the client');
    const code = this.codes.get(body.get('code') ?? '');
    this.codes.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (code === undefined || code.challenge !== challenge || code.back !== body.get('redirect_uri'))
      throw new Error('the code is not known, or of another browser');
    const claims = { sub: 'u-1', aud: CLIENT.id, nonce: code.nonce, ...this.claims, ...this.spoils };
    return { access_token: randomUUID(), token_type: 'bearer', id_token: await this.sign(claims, this.own) };
  }
}

const describe = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
});
