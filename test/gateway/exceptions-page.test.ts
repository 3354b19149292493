// Exceptions from the policy on the gateway's page: a developer asks on a machine, a second person answers in a browser.
import { approverOf, askGateway, takeAnswers } from '@hookline/fleet';
import { readPageFiles } from '@hookline/studio';
import axe from 'axe-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../../packages/gateway/src/policy/keys.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../../packages/gateway/src/testing/oidc-provider.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace } from '../../packages/gateway/src/testing/place.ts';
import { makePolicyShop } from '../../packages/gateway/src/testing/policy-fleet.ts';
import { LIMIT_MS, look, soon } from '../studio/browser.ts';
import { needs } from '../support/programs.ts';

const ANNS_KEY = newKey();
const files = join(import.meta.dirname, '../../packages/cli/dist/studio');

describe('exceptions on the page of a gateway', { ...needs('postgres', 'chromium'), timeout: LIMIT_MS * 2 }, () => {
  let provider: OidcProvider;
  let place: GatewayPlace;
  let desk: JoinedMachine;
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-glass-page-'));

  beforeAll(async () => {
    provider = await startOidcProvider();
    const people = {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      claim: 'groups',
      grants: [
        { value: 'staff', role: 'reader' as const },
        { value: 'security', role: 'approver' as const },
      ],
    };
    const shop = makePolicyShop(shopFolder);
    shop.publish(1, '#!/bin/sh\nexit 2\n', { breakGlass: { approvers: [approverOf(ANNS_KEY)] } });
    place = await makeGatewayPlace({
      config: { people },
      files: readPageFiles(files),
      policyFolder: shopFolder,
      onlineKey: shop.onlineKey,
      approverKey: ANNS_KEY,
    });
    desk = await place.join({ name: 'bobs-desk' });
  }, 600_000);
  afterAll(async () => {
    await place.close();
    await provider.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 300_000);

  const stateOfDesk = () => ({
    stateFolder: desk.stateFolder,
    env: { HOOKLINE_STATE_DIR: desk.stateFolder },
    home: desk.stateFolder,
  });
  const ask = (id: string, askedBy: string): Promise<void> => {
    const times = { from: new Date().toISOString(), until: new Date(Date.now() + 1_800_000).toISOString() };
    const { machine } = desk.machine;
    const wish = { v: 1, id, org: 'acme', machine, hooks: ['guard'], reason: `because of ${id}`, askedBy } as const;
    return askGateway({ ...wish, ...times, grantedBy: null }, desk.machine, stateOfDesk());
  };
  const seconds = (): number => Math.floor(Date.now() / 1000);

  test('are approved by a second person, after a new login, and refused', async () => {
    await ask('c1', 'bob');
    await ask('c2', 'bob');
    await ask('c3', 'ann');
    provider.claims = { email: 'ann@example.com', groups: ['security'], auth_time: seconds() - 3_600 };
    const { page, seen } = await look(place.gateway.url);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.locator('nav a[href="/exceptions"]').click();
    const card = (id: string) => page.locator('.card').filter({ hasText: `because of ${id}` });
    await card('c1').getByText('asked by bob for 30 minutes').waitFor();
    expect(await page.getByText('3 exceptions to answer').count()).toBe(1);
    // Who has logged in an hour ago has to do it again first, and comes back here.
    expect(await card('c1').getByRole('button', { name: 'Approve' }).count()).toBe(0);
    provider.claims = { ...provider.claims, auth_time: seconds() };
    await card('c1').getByRole('link', { name: 'Log in again to approve' }).click();
    await card('c1').getByRole('button', { name: 'Approve …' }).click();
    expect(new URL(page.url()).pathname).toBe('/exceptions');
    await card('c1').getByRole('button', { name: 'Let bob work without it' }).click();
    await card('c1')
      .getByText(/approved by ann@example.com, until/)
      .waitFor();
    await card('c2').getByRole('button', { name: 'Refuse' }).click();
    await card('c2')
      .getByText(/refused by ann@example.com/)
      .waitFor();
    // Not her own, though the names differ.
    await card('c3').getByRole('button', { name: 'Approve …' }).click();
    await card('c3').getByRole('button', { name: 'Let ann work without it' }).click();
    expect(await card('c3').getByRole('alert').textContent()).toContain('a second person must approve it');
    await soon(() => page.getByText('1 exception to answer').count()).toBe(1);
    const answers = await takeAnswers(stateOfDesk());
    expect(answers.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual([
      { id: 'c1', state: 'approved' },
      { id: 'c2', state: 'refused' },
      { id: 'c3', state: 'asked' },
    ]);

    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe.source });
    const { violations } = await page.evaluate<{ violations: readonly { id: string; impact: string }[] }>('axe.run()');
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    // The refusal of her own is an answer 409, which the browser writes into its console.
    expect(seen).toMatchObject({ dialogs: [], violations: [] });
  });

  test('are shown to who may not answer them, without a button', async () => {
    await ask('c4', 'bob');
    provider.claims = { email: 'eve@example.com', groups: ['staff'], auth_time: seconds() };
    const { page } = await look(place.gateway.url);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.locator('nav a[href="/exceptions"]').click();
    const card = page.locator('.card').filter({ hasText: 'because of c4' });
    await card.getByText('It waits for somebody with the role approver.').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
  });
});
