import { fetchPolicy, pinRoot, shipFor } from '@hookline/fleet';
import type { MachineList } from '@hookline/studio';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePersonToken, orgNumber } from '../access/tokens.ts';
import { findPostgres } from '../embedded/find-postgres.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace, writeDecisions } from '../testing/place.ts';
import { makePolicyShop } from '../testing/policy-fleet.ts';

describe.skipIf((await findPostgres(process.env)) === null)(
  'a policy that somebody has taken away on a machine',
  () => {
    const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-policy-shop-'));
    let place: GatewayPlace;
    let joined: JoinedMachine;

    beforeAll(async () => {
      const shop = makePolicyShop(shopFolder);
      shop.publish(7, '#!/bin/sh\nexit 0\n');
      place = await makeGatewayPlace({ policyFolder: shopFolder, onlineKey: shop.onlineKey });
      await place.join({ name: 'without' });
      joined = await place.join({ name: 'ann' });
      pinRoot(joined.stateFolder, readFileSync(join(shopFolder, 'metadata', '1.root.json'), 'utf8'));
    }, 120_000);
    afterAll(async () => {
      await place.close();
      rmSync(shopFolder, { recursive: true, force: true });
    }, 120_000);

    const fetched = () =>
      fetchPolicy({
        stateFolder: joined.stateFolder,
        url: `${place.gateway.url}/v1/policy`,
        machine: joined.machine.machine,
        env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: joined.stateFolder },
        home: joined.stateFolder,
      });
    const sent = async (): Promise<void> => {
      writeDecisions(joined.recordFolder, 1, {});
      await shipFor({ ...joined, version: '1', onAlarm: () => undefined }, 60_000);
    };
    async function ask<T>(path: string): Promise<T> {
      const org = await orgNumber(place.gateway.database, 'default');
      const token = await makePersonToken(place.gateway.database, { org, name: 'p', role: 'reader', days: 1 });
      const answer = await fetch(`${place.gateway.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      return answer.json() as Promise<T>;
    }
    const row = async () => (await ask<MachineList>('/v1/machines')).machines[0];
    const events = async (): Promise<readonly string[]> =>
      (await ask<{ events: readonly { who: string; what: string }[] }>('/v1/rollouts')).events
        .map(({ who, what }) => `${who}: ${what}`)
        .filter((text) => text.startsWith('ann'));

    it('is told on the page with the next lines, until it is back', async () => {
      expect(await fetched()).toEqual({ how: 'updated', version: 7 });
      await sent();
      await expect.poll(row, { timeout: 30_000 }).toMatchObject({ name: 'ann', policyVersion: 7, policyGone: null });

      const file = join(joined.stateFolder, 'fleet/policy/current.json');
      const before = readFileSync(file);
      rmSync(file);
      await sent();
      expect(await row()).toMatchObject({ name: 'ann', policyVersion: null, policyGone: expect.any(Number) });
      expect(await events()).toEqual(['ann: policy_gone']);
      expect(await ask('/v1/adoption')).toMatchObject({
        current: 0,
        behind: [{ name: 'ann', version: null }, { name: 'without' }],
      });

      expect(await fetched()).toEqual({ how: 'updated', version: 7 });
      expect(readFileSync(file)).toEqual(before);
      await sent();
      expect(await row()).toMatchObject({ name: 'ann', policyVersion: 7, policyGone: null });
      expect(await events()).toEqual(['ann: policy_back', 'ann: policy_gone']);
    });
  },
);
