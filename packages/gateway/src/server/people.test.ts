import { createClient, shipFor } from '@hookline/fleet';
import { EVERY_ANSWER } from '@hookline/studio';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { parseConfig } from '../access/config.ts';
import { makeDailyCheckpoints } from '../checkpoints/daily.ts';
import { makePageCode, makePersonToken, orgNumber, type Role } from '../access/tokens.ts';
import { beginLogin, cookieOf, get, logIn } from '../testing/browser.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace, writeDecisions } from '../testing/place.ts';
import { createApp } from './app.ts';
import { type Gateway, startGateway } from './gateway.ts';

describe('people and jobs', { ...needs('postgres'), timeout: 300_000 }, () => {
  let provider: OidcProvider;
  let place: GatewayPlace;
  let behindProxy: Gateway;
  const AUDIENCE = 'https://gateway.example';

  beforeAll(async () => {
    provider = await startOidcProvider();
    const { issuer } = provider;
    const grants = [
      { value: 'staff', role: 'reader' },
      { value: 'security', role: 'admin' },
      { value: 'others', role: 'admin', org: 'other' },
    ];
    const config = parseConfig(
      JSON.stringify({
        people: { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, claim: 'groups', grants },
        ci: [{ issuer, audience: AUDIENCE, claims: { repository_owner: 'acme' }, org: 'ci', hours: 2 }],
      }),
    );
    place = await makeGatewayPlace({ config });
    behindProxy = await startGateway({
      databaseUrl: place.postgres.url,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      version: '0',
      config,
      publicUrl: AUDIENCE,
      onProblem: () => undefined,
    });
  }, 300_000);
  afterAll(async () => {
    await behindProxy.close();
    await place.close();
    await provider.close();
  }, 300_000);

  const at = (path: string): string => new URL(path, place.gateway.url).href;
  const toProvider = (): ReturnType<typeof beginLogin> => beginLogin(place.gateway.url);
  const login = async (claims: Record<string, unknown>): Promise<Response> =>
    (await logIn(place.gateway.url, provider, claims)).answer;
  const meta = (headers: Record<string, string>): Promise<Response> => get(at('/api/meta'), headers);

  it('log in at their provider, and get the role that their groups have', async () => {
    const answer = await login({ email: 'ann@example.com', groups: ['staff', 'security', 'others'] });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    const set = answer.headers.getSetCookie().find((each) => each.startsWith('hookline-session=')) ?? '';
    expect(set).toMatch(/; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = cookieOf(answer, 'hookline-session');
    expect((await meta({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await get(at('/v1/export'), { cookie })).status).toBe(200);

    expect((await meta({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await meta({ cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const post = (path: string, headers: Record<string, string>) =>
      fetch(at(path), { method: 'POST', headers: { cookie, ...headers } });
    expect((await post('/api/verify', {})).status).toBe(403);
    expect((await post('/api/verify', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('/api/verify', { origin: place.gateway.url })).status).toBe(200);

    expect((await post('/logout', { origin: place.gateway.url })).status).toBe(200);
    expect((await meta({ cookie })).status).toBe(401);
  });

  it('have no more than their groups give them, and only in their organisation', async () => {
    const reader = cookieOf(await login({ groups: 'staff' }), 'hookline-session');
    expect((await meta({ cookie: reader })).status).toBe(200);
    expect(await (await get(at('/v1/export'), { cookie: reader })).json()).toMatchObject({
      error: 'this needs the role auditor, and you have reader',
    });
    for (const groups of [undefined, [], ['Staff'], { staff: true }]) {
      const refused = await login({ groups });
      expect([refused.status, cookieOf(refused, 'hookline-session')]).toEqual([403, '']);
    }
  });

  it('are not let in by an answer of another login, another browser, another client, or twice', async () => {
    provider.claims = { groups: 'staff' };
    const [mine, theirs] = [await toProvider(), await toProvider()];
    expect((await get(mine.back)).status).toBe(403);
    expect((await get(theirs.back, { cookie: mine.cookie })).status).toBe(403);
    expect((await get(mine.back.replace(/state=[^&]*/, 'state=x'), { cookie: mine.cookie })).status).toBe(403);
    const good = await toProvider();
    expect((await get(good.back, { cookie: good.cookie })).status).toBe(302);
    expect((await get(good.back, { cookie: good.cookie })).status).toBe(403);
    for (const spoils of [{ nonce: 'another' }, { aud: 'another' }, { iss: 'https://another.example' }]) {
      provider.spoils = spoils;
      const { back, cookie } = await toProvider();
      expect((await get(back, { cookie })).status, JSON.stringify(spoils)).toBe(403);
    }
    provider.spoils = {};
  });

  it('are described in a file, as the page about the gateway shows it', () => {
    const text = readFileSync(new URL('../../../../docs/operate/gateway.md', import.meta.url), 'utf8');
    const { people, ci, otlp } = parseConfig(/```json\n(.*?)```/s.exec(text)?.[1] ?? '');
    expect([people?.claim, ci?.length, otlp?.url]).toEqual(['groups', 1, 'https://otel.example:4318']);
    const good = { issuer: 'https://a.example', audience: 'a', claims: { a: 'b' } };
    expect(parseConfig(JSON.stringify({ ci: [good] })).ci).toEqual([good]);
    for (const [file, why] of [
      [{ ci: [{ ...good, claims: {} }] }, /at least one/],
      [{ ci: [{ ...good, issuer: 'http://a.example' }] }, /https/],
      [
        { people: { issuer: 'https://a.example', clientId: 'a', claim: 'b', grants: [{ value: 'c', role: 'root' }] } },
        /role of reader/,
      ],
      [{ otlp: { url: 'ftp://a' } }, /otlp: expected url/],
      [{ poeple: {} }, /unknown key "poeple"/],
    ] as const)
      expect(() => parseConfig(JSON.stringify(file))).toThrow(why);
  });

  it('get cookies of this host alone where browsers come by TLS', async () => {
    const begun = await get(new URL('/login', behindProxy.url).href);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-hookline-login=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const asked = new URL(begun.headers.get('location') ?? '').searchParams;
    expect(asked.get('redirect_uri')).toBe(`${AUDIENCE}/login/done`);
    expect([asked.get('code_challenge_method'), asked.get('response_type')]).toEqual(['S256', 'code']);
    expect(begun.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
  });

  it('open the page once with a link of an operator', async () => {
    const { database } = place.gateway;
    const person = { org: await orgNumber(database, 'default'), name: 'operator', role: 'admin' } as const;
    const code = await makePageCode(database, person);
    const redeem = (origin: string, body: object) =>
      fetch(at('/api/session'), { method: 'POST', headers: { origin }, body: JSON.stringify(body) });
    expect((await meta({ authorization: `Bearer ${code}` })).status).toBe(401);
    expect((await redeem('https://evil.example', { code })).status).toBe(403);
    const answer = await redeem(place.gateway.url, { code });
    expect(await answer.json()).toEqual({ token: null });
    expect((await meta({ cookie: cookieOf(answer, 'hookline-session') })).status).toBe(200);
    expect((await redeem(place.gateway.url, { code })).status).toBe(403);
    const token = await makePersonToken(database, { ...person, days: 1 });
    expect((await redeem(place.gateway.url, { code: token })).status).toBe(403);
    expect((await meta({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('let a job of the CI in with the token of its CI: once, as what the CI says, and as long as a job takes', async () => {
    const claims = { sub: 'repo:acme/app', aud: AUDIENCE, repository_owner: 'acme' };
    const enrol = async (token: string) => {
      const body = JSON.stringify({ token, publicKey: 'A'.repeat(43), name: 'runner', kind: 'laptop', version: '1' });
      const answer = await fetch(at('/v1/enrol'), { method: 'POST', body });
      return { status: answer.status, body: (await answer.json()) as { org?: string; error?: string } };
    };
    const token = await provider.jobToken(claims);
    expect(await enrol(token)).toMatchObject({ status: 200, body: { org: 'ci' } });
    expect(await enrol(token)).toMatchObject({ status: 403, body: { error: /already/ } });
    const [row] = await place.gateway.database.everywhere((query) =>
      query(`select name, kind, valid_until - now() < '2 hours 1 second' as short from machine where kind = 'ci'`),
    );
    expect(row).toEqual({ name: 'repo:acme/app runner', kind: 'ci', short: true });
    const wrong = {
      'another repository': await provider.jobToken({ ...claims, repository_owner: 'evil' }),
      'another audience': await provider.jobToken({ ...claims, aud: 'https://elsewhere.example' }),
      'another issuer': await provider.jobToken({ ...claims, iss: 'https://elsewhere.example' }),
      'too old': await provider.jobToken(claims, { expires: '-1m' }),
      'another key': await provider.jobToken(claims, { foreign: true }),
      'no signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.x`,
    };
    for (const [what, each] of Object.entries(wrong)) expect((await enrol(each)).status, what).toBe(403);
  });

  it('cannot send any more when the time of their job is over', async () => {
    const { machine } = await place.join({ org: 'ci' });
    const client = await createClient(machine);
    const open = () => client.send({ method: 'POST', path: '/v1/streams', body: Buffer.from('{}') });
    expect((await open()).status).toBe(200);
    await place.gateway.database.everywhere((query) =>
      query(`update machine set valid_until = now() - interval '1 second' where id = $1`, [machine.machine]),
    );
    await expect.poll(async () => (await open()).status, { timeout: 60_000, interval: 500 }).toBe(401);
    client.close();
  });

  describe('on every route', () => {
    let mine: JoinedMachine;
    let theirs: JoinedMachine;
    let ids: Readonly<Record<string, string>>;
    const tokens = new Map<string, string>();

    /** Routes that answer without knowing who asks. */
    const OPEN = [
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'GET /login',
      'GET /login/done',
      'POST /v1/enrol',
      'POST /api/session',
    ];
    const routes = [
      ...new Set(
        createApp({ policyFolder: null, files: null } as never)
          .routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
          .map(({ method, path }) => `${method} ${path}`),
      ),
    ];
    const filled = (route: string): { readonly method: 'GET' | 'POST'; readonly path: string } => {
      const [method, path = ''] = route.split(' ');
      const known = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? `no id for "${name}" in this test`);
      return { method: method as 'GET' | 'POST', path: known };
    };
    /** What comes within a moment: some answers do not end. */
    const textOf = async (answer: Response): Promise<string> => {
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const stop = setTimeout(() => void reader?.cancel(), 1_500);
      for (;;) {
        const next = await reader?.read();
        if (next === undefined || next.done) break;
        text += next.value;
      }
      clearTimeout(stop);
      return text;
    };

    beforeAll(async () => {
      const { database } = place.gateway;
      mine = await place.join({ name: 'desk' });
      theirs = await place.join({ org: 'other', name: 'elsewhere' });
      for (const [machine, project] of [
        [mine, '/src/app'],
        [theirs, '/src/secret'],
      ] as const) {
        writeDecisions(machine.recordFolder, 2, { project, decision: 'block', command: `rm ${project}` });
        await shipFor({ ...machine, version: '1', onAlarm: () => undefined }, 20_000);
      }
      const [row] = await database.everywhere((query) =>
        query<{ id: string; stream: string }>(
          `select d.id, d.stream from decision d join stream s on s.id = d.stream where s.machine = $1 limit 1`,
          [mine.machine.machine],
        ),
      );
      await makeDailyCheckpoints(database);
      ids = { id: row?.id ?? '', stream: row?.stream ?? '', machine: mine.machine.machine, number: '1' };
      const give = async (org: string, role: Role) =>
        makePersonToken(database, { org: await orgNumber(database, org), name: 'p', role, days: 1 });
      tokens.set('reader', await give('default', 'reader'));
      tokens.set('other', await give('other', 'admin'));
    }, 300_000);

    const send = (route: string, authorization: string | null): Promise<Response> => {
      const { method, path } = filled(route);
      return fetch(at(path), {
        method,
        redirect: 'manual',
        headers: authorization === null ? {} : { authorization },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
    };

    it('there is something to ask', () => {
      expect(routes.length).toBeGreaterThan(20);
      expect(routes).toEqual(expect.arrayContaining(OPEN));
    });

    it.each(routes.filter((route) => !OPEN.includes(route)))('%s: nothing without a right', async (route) => {
      for (const authorization of [null, 'Bearer none-of-these-tokens', `Bearer ${mine.machine.machine}`]) {
        const { status, headers } = await send(route, authorization);
        expect(status, String(authorization)).toBe(401);
        for (const [name, value] of Object.entries(EVERY_ANSWER)) expect(headers.get(name), name).toBe(value);
      }
    });

    it.each(routes)('%s: nothing of another organisation', async (route) => {
      const { method, path } = filled(route);
      expect(path).not.toContain('no id for');
      const answer = await send(route, `Bearer ${tokens.get('other')}`);
      for (const [name, value] of Object.entries(EVERY_ANSWER)) expect(answer.headers.get(name), name).toBe(value);
      if (path.includes(ids['id'] ?? '-') || path.includes(`/${ids['stream']}/`))
        expect(answer.status).toBeGreaterThan(400);
      const text = await textOf(answer);
      expect(text).not.toMatch(/src\/app|desk/);
      expect(text).not.toContain(mine.machine.machine);
      if (/live/.test(path)) return;
      const client = await createClient(theirs.machine);
      const asMachine = await client.send({ method, path, ...(method === 'GET' ? {} : { body: Buffer.from('{}') }) });
      client.close();
      if (path.includes(ids['id'] ?? '-') || path.includes(`/${ids['stream']}/`))
        expect(asMachine.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(asMachine.body)).not.toMatch(/src\/app|desk/);
    });
  });
});
