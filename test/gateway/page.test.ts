// The studio's page as a gateway serves it: over the records of many machines, to people who have logged in.
import { shipFor } from '@hookline/fleet';
import { readPageFiles } from '@hookline/studio';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePageCode, orgNumber } from '../../packages/gateway/src/access/tokens.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../../packages/gateway/src/testing/oidc-provider.ts';
import {
  type GatewayPlace,
  type JoinedMachine,
  makeGatewayPlace,
  writeDecisions,
} from '../../packages/gateway/src/testing/place.ts';
import { makePolicyShop, playRuns, type PolicyShop } from '../../packages/gateway/src/testing/policy-fleet.ts';
import { LIMIT_MS, look, seriousIn, soon } from '../studio/browser.ts';
import { needs } from '../support/programs.ts';

const PAGES = ['/', '/faults', '/latency', '/shadow', '/machines', '/rollouts'];
/** Everywhere in shadow from the beginning; stays there. */
const ROLLOUT = {
  id: 'no-prod',
  hooks: ['guard'],
  stages: [{ shadow: 100 }, { enforce: 100 }],
  gates: { minMinutes: 600, mostFaults: 0.1 },
};
const files = join(import.meta.dirname, '../../packages/cli/dist/studio');

describe('the page of a gateway', { ...needs('postgres', 'chromium'), timeout: LIMIT_MS * 2 }, () => {
  let provider: OidcProvider;
  let place: GatewayPlace;
  let desk: JoinedMachine;
  let shop: PolicyShop;
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-policy-shop-'));

  const ship = (machine: JoinedMachine) => shipFor({ ...machine, version: '3.1', onAlarm: () => undefined }, 60_000);
  const now = (): string => new Date().toISOString();

  beforeAll(async () => {
    provider = await startOidcProvider();
    const people = {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      claim: 'groups',
      grants: [{ value: 'staff', role: 'reader' as const }],
    };
    shop = makePolicyShop(shopFolder);
    shop.publish(1, '#!/bin/sh\nexit 0\n', { rollout: ROLLOUT });
    place = await makeGatewayPlace({
      config: { people },
      files: readPageFiles(files),
      policyFolder: shopFolder,
      onlineKey: shop.onlineKey,
      lookEveryMs: 200,
    });
    desk = await place.join({ name: 'ann-desk' });
    const runner = await place.join({ name: 'ci-runner-7' });
    const other = await place.join({ org: 'other', name: 'elsewhere' });
    writeDecisions(desk.recordFolder, 5, { project: '/src/app', at: now() });
    writeDecisions(desk.recordFolder, 2, { project: '/src/app', decision: 'block', command: 'rm -rf /', at: now() });
    writeDecisions(runner.recordFolder, 3, { project: '/src/site', fault: 'timeout', at: now() });
    writeDecisions(other.recordFolder, 1, { project: '/src/secret', command: 'secret', at: now() });
    for (const machine of [desk, runner, other]) await ship(machine);
  }, 600_000);
  afterAll(async () => {
    await place.close();
    await provider.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 300_000);

  test('is shown to who has logged in at the provider, with the machine of each decision, live, until they log out', async () => {
    provider.claims = { email: 'ann@example.com', groups: ['staff'] };
    const { page, context, seen } = await look(place.gateway.url);
    await page.getByText('You are not logged in').waitFor();
    await page.getByRole('link', { name: 'Log in' }).click();
    const row = page.getByRole('option', { name: /rm -rf/ }).first();
    await row.waitFor();
    expect(await row.locator('.machine').textContent()).toBe('ann-desk');
    expect(await page.getByRole('option').count()).toBe(10);
    expect(
      (await context.cookies(place.gateway.url)).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
    ).toEqual([['hookline-session', true, 'Strict']]);

    await row.click();
    await page.locator('.fold').getByText('guard').first().waitFor();
    expect(await page.locator('.decision .head .facts').textContent()).toContain('on ann-desk');
    expect(await page.getByText('Why not the others?').count()).toBe(0);
    await page.keyboard.press('Escape');

    writeDecisions(desk.recordFolder, 1, { command: 'echo live', at: now() });
    await ship(desk);
    await page.getByRole('option', { name: /echo live/ }).waitFor();

    await page.locator('nav a[href="/machines"]').click();
    await page.getByRole('button', { name: 'ci-runner-7' }).click();
    await soon(() => page.getByRole('option').count()).toBe(3);
    expect(await page.locator('nav').textContent()).not.toMatch(/Hooks|What-if|Workbench/);
    expect(await page.content()).not.toMatch(/secret|elsewhere/);

    await page.getByRole('button', { name: 'check the chain' }).click();
    await page.getByRole('button', { name: '✓ chain whole' }).waitFor();
    await page.getByRole('button', { name: 'log out' }).click();
    await page.getByText('You are not logged in').waitFor();
    await page.reload();
    await page.getByText('You are not logged in').waitFor();
    expect(seen).toMatchObject({ dialogs: [], errors: [], violations: [] });
    expect(seen.elsewhere.filter((url) => !url.startsWith(provider.issuer))).toEqual([]);
  });

  test('shows how far a roll-out is, what its hook did, and why it was halted', async () => {
    const { database, url } = place.gateway;
    const code = await makePageCode(database, {
      org: await orgNumber(database, 'default'),
      name: 'op',
      role: 'reader',
    });
    const { page, expectQuiet } = await look(`${url}/#${code}`);
    await page.getByRole('option').first().waitFor();
    await page.locator('nav a[href="/rollouts"]').click();
    const card = page.locator('.card').filter({ hasText: 'acme v1' });
    await card.getByText('running').waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual(['▸ shadow 100 %', '░ enforce 100 %']);
    const runs = Array.from(
      { length: 30 },
      (_, n) => ({ mode: 'shadow', blocks: n < 2, fault: n > 20, ms: 5 }) as const,
    );
    await playRuns(desk, 1, runs);
    await card.getByText('halted').waitFor({ timeout: 60_000 });
    await card.getByText(/guard: in shadow, faults 30 % > 10 % of 30 decisions/).waitFor();
    expect(await card.getByRole('listitem').first().textContent()).toBe('✕ shadow 100 %');
    expect(await card.locator('tbody tr').allTextContents()).toEqual(['guardis in shadow30290']);
    expect(await page.locator('main').textContent()).toMatch(/halted by gateway/);
    expectQuiet();
  });

  test.each([
    { name: '1440 by 900, light', width: 1440, height: 900, scheme: 'light' },
    { name: '1024 by 700, dark', width: 1024, height: 700, scheme: 'dark' },
  ] as const)('is readable and operable at $name, opened by a link of an operator', async (size) => {
    const { database, url } = place.gateway;
    const code = await makePageCode(database, { org: await orgNumber(database, 'default'), name: 'op', role: 'admin' });
    const { page, expectQuiet } = await look(`${url}/#${code}`, size);
    await page.getByRole('option').first().waitFor();
    expect(page.url()).not.toContain(code);
    const found: Record<string, readonly string[]> = {};
    for (const path of PAGES) {
      await page.locator(`nav a[href="${path}"]`).click();
      await page.locator('main h1, main .row').first().waitFor();
      found[path] = await seriousIn(page);
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
        found[path] = [...found[path], 'wider than the window'];
      const picture = process.env['HOOKLINE_TEST_PICTURES'];
      if (picture !== undefined)
        await page.screenshot({ path: join(picture, `gateway-${size.width}${path.replace('/', '-')}.png`) });
    }
    expect(found).toEqual(Object.fromEntries(PAGES.map((path) => [path, []])));
    expectQuiet();
  });
});
