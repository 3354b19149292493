import { approverOf, askGateway, takeAnswers } from '@hookline/fleet';
import type { Exceptions } from '@hookline/studio';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { parseConfig } from '../access/config.ts';
import { makePersonToken, orgNumber } from '../access/tokens.ts';
import { newKey } from '../policy/keys.ts';
import { isSamePerson } from '../rollout/exceptions.ts';
import { get, logIn } from '../testing/browser.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace } from '../testing/place.ts';
import { makePolicyShop } from '../testing/policy-fleet.ts';

const ANNS_KEY = newKey();

it.each([
  ['ann', 'ann', true],
  ['ann', 'Ann@example.com', true],
  [String.raw`CORP\ann`, 'ann@example.com', true],
  [' ann ', 'ANN', true],
  ['ann', 'anna@example.com', false],
  ['bob', 'ann@example.com', false],
] as const)('%s and %s are one person: %s', (one, other, isOne) => {
  expect(isSamePerson(one, other)).toBe(isOne);
});

describe('an exception that a developer asks for', { ...needs('postgres'), timeout: 300_000 }, () => {
  let provider: OidcProvider;
  let place: GatewayPlace;
  let desk: JoinedMachine;
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-glass-shop-'));
  beforeAll(async () => {
    provider = await startOidcProvider();
    const people = {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      claim: 'groups',
      grants: [
        { value: 'staff', role: 'reader' },
        { value: 'security', role: 'approver' },
        { value: 'others', role: 'admin', org: 'other' },
      ],
    };
    const shop = makePolicyShop(shopFolder);
    shop.publish(1, '#!/bin/sh\nexit 2\n', { breakGlass: { approvers: [approverOf(ANNS_KEY)] } });
    place = await makeGatewayPlace({
      config: parseConfig(JSON.stringify({ people })),
      policyFolder: shopFolder,
      onlineKey: shop.onlineKey,
      approverKey: ANNS_KEY,
    });
    desk = await place.join({ name: 'desk' });
  }, 300_000);
  afterAll(async () => {
    await place.close();
    await provider.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 300_000);

  const seconds = (): number => Math.floor(Date.now() / 1000);
  const at = (path: string): string => new URL(path, place.gateway.url).href;
  const cookieOf = async (email: string, groups: readonly string[], how = '?again'): Promise<string> =>
    (await logIn(place.gateway.url, provider, { email, groups, auth_time: seconds() }, how)).cookie;
  const ann = () => cookieOf('ann@example.com', ['security']);
  const takePlace = () => ({
    stateFolder: desk.stateFolder,
    env: { HOOKLINE_STATE_DIR: desk.stateFolder },
    home: desk.stateFolder,
  });
  let asked = 0;
  /** What a developer asks for on the desk. */
  async function ask(askedBy = 'bob'): Promise<string> {
    const id = `a${(asked += 1)}`;
    const times = { from: new Date().toISOString(), until: new Date(Date.now() + 3_600_000).toISOString() };
    const { machine } = desk.machine;
    const wish = {
      v: 1,
      id,
      org: 'acme',
      machine,
      hooks: ['guard'],
      reason: 'ticket 4711',
      askedBy,
      grantedBy: null,
    } as const;
    await askGateway({ ...wish, ...times }, desk.machine, takePlace());
    return id;
  }
  const post = (path: string, headers: Record<string, string>): Promise<Response> =>
    fetch(at(`/v1/exceptions/${path}`), { method: 'POST', headers: { origin: place.gateway.url, ...headers } });
  const said = async (answer: Response): Promise<readonly [number, string]> => [
    answer.status,
    ((await answer.json()) as { error?: string }).error ?? '',
  ];
  async function rowOf(id: string) {
    const cookie = await cookieOf('eve@example.com', ['staff'], '');
    const { exceptions } = (await (await get(at('/v1/exceptions'), { cookie })).json()) as Exceptions;
    return exceptions.find((each) => each.id === id);
  }
  async function audit(id: string): Promise<readonly string[]> {
    const { database } = place.gateway;
    const org = await orgNumber(database, 'default');
    const token = await makePersonToken(database, { org, name: 'auditor', role: 'auditor', days: 1 });
    const answer = await get(at('/v1/audit'), { authorization: `Bearer ${token}` });
    const { rows, whole } = (await answer.json()) as {
      rows: readonly { who: string; what: string; detail: { id?: string } }[];
      whole: boolean;
    };
    expect(whole).toBe(true);
    return rows.filter(({ detail }) => detail.id === id).map(({ who, what }) => `${who} ${what}`);
  }

  it('is approved by a second person who has just logged in, comes to the machine, and all of it is in the audit', async () => {
    const id = await ask();
    expect(await rowOf(id)).toMatchObject({
      state: 'asked',
      askedBy: 'bob',
      minutes: 60,
      grantedBy: null,
      until: null,
    });
    const cookie = await ann();
    expect(await (await get(at('/v1/me'), { cookie })).json()).toEqual({
      name: 'ann@example.com',
      role: 'approver',
      isStale: false,
    });
    expect((await post(`${id}/approve`, { cookie })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'approved', grantedBy: 'ann@example.com' });
    expect((await rowOf(id))?.until).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await takeAnswers(takePlace())).toEqual([{ id, state: 'approved' }]);
    expect(readFileSync(join(desk.recordFolder, 'hookline.jsonl'), 'utf8')).toMatch(
      /break_glass: guard of acme: .*approved by ann@example.com/,
    );
    expect(await audit(id)).toEqual(['ann@example.com exception_approved', 'bob exception_asked']);
    expect(await said(await post(`${id}/approve`, { cookie }))).toEqual([409, `no one waits for an answer to "${id}"`]);
  });

  it('is asked for once, however often the machine says so', async () => {
    const id = await ask();
    const told = place.problems.length;
    asked -= 1;
    expect(await ask()).toBe(id);
    expect(await audit(id)).toEqual(['bob exception_asked']);
    expect(place.problems).toHaveLength(told);
  });

  it('is not approved by who has asked, under whatever name, and that it was tried is noted', async () => {
    const id = await ask('ann');
    expect(await said(await post(`${id}/approve`, { cookie: await ann() }))).toEqual([
      409,
      'ann@example.com has asked for it as ann: a second person must approve it',
    ]);
    expect(await audit(id)).toEqual(['ann@example.com exception_not_approved', 'ann exception_asked']);
    expect(await rowOf(id)).toMatchObject({ state: 'asked' });
    expect((await post(`${id}/approve`, { cookie: await cookieOf('cy@example.com', ['security']) })).status).toBe(200);
  });

  it('is not approved with an old login, from another site, without the role, or by another organisation', async () => {
    const id = await ask();
    const old = (await logIn(place.gateway.url, provider, { email: 'ann@example.com', groups: ['security'] })).cookie;
    expect(await (await get(at('/v1/me'), { cookie: old })).json()).toMatchObject({ isStale: true });
    const needed = await post(`${id}/approve`, { cookie: old });
    expect([needed.status, needed.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="insufficient_user_authentication", max_age="300"',
    ]);
    const cookie = await ann();
    for (const headers of [
      { cookie, origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'cross-site' },
    ])
      expect((await said(await post(`${id}/approve`, headers)))[1]).toBe('this request comes from another site');
    const noOrigin = await fetch(at(`/v1/exceptions/${id}/approve`), { method: 'POST', headers: { cookie } });
    expect(noOrigin.status).toBe(403);
    const reader = await cookieOf('eve@example.com', ['staff']);
    expect((await post(`${id}/approve`, { cookie: reader })).status).toBe(403);
    expect((await post(`${id}/refuse`, { cookie: reader })).status).toBe(403);
    const other = await cookieOf('mallory@example.com', ['others']);
    expect((await post(`${id}/approve`, { cookie: other })).status).toBe(403);
    expect((await post(`${id}/refuse`, { cookie: other })).status).toBe(403);
    expect(((await (await get(at('/v1/exceptions'), { cookie: other })).json()) as Exceptions).exceptions).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: 'asked' });
  });

  it('can be refused, and expires where no one answers within a day or its time is over', async () => {
    const [no, late, over] = [await ask(), await ask(), await ask()];
    const cookie = await ann();
    expect((await post(`${no}/refuse`, { cookie })).status).toBe(200);
    expect(await rowOf(no)).toMatchObject({ state: 'refused', grantedBy: 'ann@example.com' });
    expect(await audit(no)).toEqual(['ann@example.com exception_refused', 'bob exception_asked']);
    const change = (sql: string, id: string) => place.gateway.database.everywhere((query) => query(sql, [id]));
    await change(`update exception set at = at - interval '25 hours' where id = $1`, late);
    expect(await rowOf(late)).toMatchObject({ state: 'expired' });
    expect((await post(`${late}/approve`, { cookie })).status).toBe(409);
    expect((await post(`${over}/approve`, { cookie })).status).toBe(200);
    await change(`update exception set until = now() - interval '1 second' where id = $1`, over);
    expect(await rowOf(over)).toMatchObject({ state: 'expired' });
  });

  it('leads back to its page after the login, and nowhere else', async () => {
    const claims = { email: 'ann@example.com', groups: ['security'], auth_time: seconds() };
    const to = async (text: string): Promise<string | null> => {
      const { answer } = await logIn(place.gateway.url, provider, claims, `?again&to=${encodeURIComponent(text)}`);
      return answer.headers.get('location');
    };
    expect(await to('/exceptions')).toBe('/exceptions');
    for (const elsewhere of [
      '//evil.example',
      'https://evil.example',
      String.raw`/\evil.example`,
      '/a/../b',
      '/login?x',
    ])
      expect(await to(elsewhere)).toBe('/');
  });
});
