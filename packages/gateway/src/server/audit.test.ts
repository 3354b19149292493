import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { parseConfig } from '../access/config.ts';
import { makePageCode, makePersonToken, orgNumber } from '../access/tokens.ts';
import { cookieOf, get, logIn } from '../testing/browser.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { type GatewayPlace, makeGatewayPlace } from '../testing/place.ts';

describe('what people do', { ...needs('postgres'), timeout: 300_000 }, () => {
  let provider: OidcProvider;
  let place: GatewayPlace;
  beforeAll(async () => {
    provider = await startOidcProvider();
    const people = {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      claim: 'groups',
      grants: [{ value: 'security', role: 'admin' }],
    };
    place = await makeGatewayPlace({ config: parseConfig(JSON.stringify({ people })) });
  }, 300_000);
  afterAll(async () => {
    await place.close();
    await provider.close();
  }, 300_000);

  const at = (path: string): string => new URL(path, place.gateway.url).href;
  const login = (claims: Record<string, unknown>, how = ''): ReturnType<typeof logIn> =>
    logIn(place.gateway.url, provider, claims, how);
  const revoke = (headers: Record<string, string>): Promise<Response> =>
    fetch(at('/v1/policy/revoke'), {
      method: 'POST',
      headers: { origin: place.gateway.url, ...headers },
      body: JSON.stringify({ hooks: ['guard'], why: 'it blocks everybody' }),
    });
  const seconds = (): number => Math.floor(Date.now() / 1000);
  const ANN = { email: 'ann@example.com', groups: ['security'] };
  /** There is no policy here: who gets this far may act. */
  const NO_POLICY = 404;

  it('is refused where it could do harm and the login is not of the last minutes', async () => {
    for (const claims of [ANN, { ...ANN, auth_time: seconds() - 600 }]) {
      const { cookie, asked } = await login(claims);
      expect([asked.get('prompt'), asked.get('max_age')]).toEqual([null, null]);
      const refused = await revoke({ cookie });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer error="insufficient_user_authentication", max_age="300"',
      ]);
      expect(await refused.json()).toEqual({
        error: 'this needs a login of the last 5 minutes',
        hint: 'log in again: /login?again',
      });
      // Nor with the token of the browser in another place.
      expect((await revoke({ authorization: `Bearer ${cookie.split('=')[1]}` })).status).toBe(401);
      // What only looks is answered all the same.
      expect((await get(at('/v1/adoption'), { cookie })).status).toBe(200);
    }
  });

  it('is done after a new login, at which the provider has to ask the person', async () => {
    const { cookie, asked } = await login({ ...ANN, auth_time: seconds() }, '?again');
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    expect((await revoke({ cookie })).status).toBe(NO_POLICY);
    expect((await revoke({ cookie, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('is not done where the provider was asked to ask again, and did not', async () => {
    for (const claims of [ANN, { ...ANN, auth_time: seconds() - 3_600 }]) {
      const { answer, cookie } = await login(claims, '?again');
      expect([answer.status, cookie]).toEqual([403, '']);
    }
  });

  it('is done with a link of an operator that was just used, and by programs with a token', async () => {
    const { database } = place.gateway;
    const person = { org: await orgNumber(database, 'default'), name: 'operator', role: 'admin' } as const;
    const redeemed = await fetch(at('/api/session'), {
      method: 'POST',
      headers: { origin: place.gateway.url },
      body: JSON.stringify({ code: await makePageCode(database, person) }),
    });
    expect((await revoke({ cookie: cookieOf(redeemed, 'hookline-session') })).status).toBe(NO_POLICY);
    const token = await makePersonToken(database, { ...person, name: 'program', days: 1 });
    expect((await revoke({ authorization: `Bearer ${token}` })).status).toBe(NO_POLICY);
  });

  it('is noted, in a chain in which a row that was changed or removed shows', async () => {
    const { database } = place.gateway;
    const org = await orgNumber(database, 'default');
    const { cookie } = await login({ ...ANN, auth_time: seconds() });
    await login({ email: 'eve@example.com', groups: ['visitors'] });
    await get(at('/v1/export?from=1'), { cookie });
    const token = await makePersonToken(database, { org, name: 'auditor', role: 'auditor', days: 1 });
    const asked = async () =>
      (await (await get(at('/v1/audit'), { authorization: `Bearer ${token}` })).json()) as {
        rows: { id: number; who: string; what: string; detail: object }[];
        whole: boolean;
        head: string;
      };
    const { rows, whole, head } = await asked();
    expect(whole).toBe(true);
    expect(head).toMatch(/^[0-9a-f]{64}$/);
    expect(rows.slice(0, 3)).toMatchObject([
      { who: 'ann@example.com', what: 'export', detail: { from: '1' } },
      { who: 'eve@example.com', what: 'login_refused' },
      { who: 'ann@example.com', what: 'login', detail: { role: 'admin' } },
    ]);
    expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['fresh_login_needed', 'link_used']));
    const reader = await makePersonToken(database, { org, name: 'reader', role: 'reader', days: 1 });
    expect((await get(at('/v1/audit'), { authorization: `Bearer ${reader}` })).status).toBe(403);

    const change = (sql: string): Promise<unknown> => database.everywhere((query) => query(sql, [rows[1]?.id]));
    await change(`update audit set who = 'mallory' where id = $1`);
    expect((await asked()).whole).toBe(false);
    await change(`update audit set who = 'eve@example.com' where id = $1`);
    expect((await asked()).whole).toBe(true);
    await change('delete from audit where id = $1');
    expect((await asked()).whole).toBe(false);
  });
});
