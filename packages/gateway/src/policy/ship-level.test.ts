import { fetchPolicy, pinRoot, shipFor } from '@hookline/fleet';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace, writeDecisions } from '../testing/place.ts';
import { makePolicyShop, type PolicyShop } from '../testing/policy-fleet.ts';
import { verifyStreams } from '../verify/verify-streams.ts';

const SCRIPT = '#!/bin/sh\nexit 0\n';

describe('a policy that says how much of a line is sent', { ...needs('postgres'), timeout: 300_000 }, () => {
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-policy-shop-'));
  let place: GatewayPlace;
  let shop: PolicyShop;
  let machine: JoinedMachine;
  beforeAll(async () => {
    shop = makePolicyShop(shopFolder);
    shop.publish(1, SCRIPT);
    place = await makeGatewayPlace({ policyFolder: shopFolder, onlineKey: shop.onlineKey });
    machine = await place.join({ ship: 'full' });
    pinRoot(machine.stateFolder, readFileSync(join(shopFolder, 'metadata', '1.root.json'), 'utf8'));
  }, 300_000);
  afterAll(async () => {
    await place.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 300_000);

  const env = () => ({ PATH: process.env['PATH'], HOOKLINE_STATE_DIR: machine.stateFolder });
  const fetched = () =>
    fetchPolicy({
      stateFolder: machine.stateFolder,
      url: `${place.gateway.url}/v1/policy`,
      machine: machine.machine.machine,
      env: env(),
      home: machine.stateFolder,
    });
  const ship = (ms = 60_000) => shipFor({ ...machine, version: '1', onAlarm: () => undefined }, ms);
  const stored = async (): Promise<string> =>
    place.gateway.database.everywhere(async (query) => {
      const rows = await query<{ body: Buffer }>('select body from chunk order by seq');
      return rows.map(({ body }) => gunzipSync(body).toString()).join('');
    });
  const decide = (command: string) => writeDecisions(machine.recordFolder, 1, { command });

  it('counts more than what was chosen at join, is in the record, and stops what it cannot say', async () => {
    expect(await fetched()).toEqual({ how: 'updated', version: 1 });
    decide('echo one');
    await ship();
    expect(await stored()).toContain('echo one');

    shop.publish(2, SCRIPT, { settings: { ship: 'metadata' } });
    expect(await fetched()).toEqual({ how: 'updated', version: 2 });
    decide('echo two');
    await ship();
    expect(await stored()).not.toContain('echo two');
    const own = readFileSync(join(machine.recordFolder, 'hookline.jsonl'), 'utf8');
    expect(own).toContain(
      'ship_level: of each line that it does not have yet the gateway gets \\"metadata\\", as policy acme v2 says',
    );
    expect(own).toContain('echo two');

    const root = join(machine.stateFolder, 'fleet', 'policy');
    const folder = readdirSync(root).find((name) => name.startsWith('2-')) ?? '';
    const file = join(root, folder, 'policy.json');
    const good = readFileSync(file, 'utf8');
    appendFileSync(file, ' ');
    decide('echo three');
    expect(await ship(200)).toMatchObject({
      shipped: 0,
      waiting: 2,
      why: expect.stringContaining('the policy says how much may be sent, and cannot be read') as string,
    });
    writeFileSync(file, good);
    expect(await ship()).toMatchObject({ shipped: 2, waiting: 0 });
    expect(await stored()).not.toContain('echo three');
    for await (const { whole, removed } of verifyStreams(place.gateway.database.everywhere, {}))
      expect({ whole, removed }).toEqual({ whole: true, removed: null });
  });
});
