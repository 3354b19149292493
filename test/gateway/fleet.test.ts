import { fetchPolicy, pinRoot, shipFor } from '@hookline/fleet';
import { type Gateway, startGateway, verifyStreams } from '@hookline/gateway';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePersonToken, orgNumber } from '../../packages/gateway/src/access/tokens.ts';
import {
  type GatewayPlace,
  type JoinedMachine,
  makeGatewayPlace,
  recordBytes,
  writeDecisions,
} from '../../packages/gateway/src/testing/place.ts';
import { makePolicyShop, type PolicyShop } from '../../packages/gateway/src/testing/policy-fleet.ts';
import { needs } from '../support/programs.ts';

// Many machines in one process, each with a key, a record and a policy of its own, against two gateways of one database.

const MACHINES = Number(
  process.env['HOOKLINE_FLEET_MACHINES'] ?? (process.env['HOOKLINE_TESTS'] === 'proof' ? 1_000 : 40),
);
const AT_ONCE = 50;
const SCRIPT = '#!/bin/sh\nexit 0\n';

/** Does it for all, some at a time. */
async function forAll<T>(all: readonly T[], work: (each: T, index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) await work(all[at] as T, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

describe(`a fleet of ${MACHINES} machines`, { ...needs('postgres'), timeout: 3_000_000 }, () => {
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-policy-shop-'));
  const machines: JoinedMachine[] = [];
  const alarms: string[] = [];
  let shop: PolicyShop;
  let place: GatewayPlace;
  let second: Gateway;

  beforeAll(async () => {
    shop = makePolicyShop(shopFolder);
    shop.publish(1, SCRIPT);
    const policy = { policyFolder: shopFolder, onlineKey: shop.onlineKey };
    place = await makeGatewayPlace(policy);
    const { url: databaseUrl } = place.postgres;
    const onProblem = (text: string): void => void place.problems.push(text);
    second = await startGateway({
      databaseUrl,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      version: '0',
      onProblem,
      ...policy,
    });
    for (let n = 0; n < MACHINES; n += 1) machines.push(await place.join());
  }, 1_200_000);
  afterAll(async () => {
    await second.close();
    await place.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 600_000);

  const urlFor = (index: number): string => (index % 2 === 0 ? place.gateway.url : second.url);
  const ship = (joined: JoinedMachine, index: number) =>
    shipFor(
      {
        ...joined,
        machine: { ...joined.machine, url: urlFor(index) },
        version: '1',
        onAlarm: (text) => void alarms.push(text),
      },
      600_000,
    );
  const fetched = ({ stateFolder, machine }: JoinedMachine) =>
    fetchPolicy({
      stateFolder,
      url: `${place.gateway.url}/v1/policy`,
      machine: machine.machine,
      env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: stateFolder },
      home: stateFolder,
    });
  const ask = async (path: string): Promise<unknown> => {
    const org = await orgNumber(place.gateway.database, 'default');
    const token = await makePersonToken(place.gateway.database, { org, name: 'p', role: 'reader', days: 1 });
    return (await fetch(`${second.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  };

  it('sends every record whole, byte for byte', async () => {
    const began = performance.now();
    let lines = 0;
    for (let turn = 0; turn < 2; turn += 1)
      await forAll(machines, async (machine, index) => {
        const count = 5 + ((index * 7 + turn) % 40);
        writeDecisions(machine.recordFolder, count, { maxBytes: 20_000, project: `/work/${index % 20}` });
        lines += 2 * count;
        expect(await ship(machine, index + turn)).toMatchObject({ waiting: 0 });
      });
    console.log(`${MACHINES} machines, ${lines} lines, ${Math.round((performance.now() - began) / 100) / 10} s`);
    const wrong: string[] = [];
    await forAll(machines, async ({ machine, recordFolder }) => {
      const rows = await place.gateway.database.everywhere((query) =>
        query<{ epoch: number; body: Buffer }>(
          'select s.epoch, c.body from chunk c join stream s on s.id = c.stream where s.machine = $1 order by s.epoch, c.seq',
          [machine.machine],
        ),
      );
      const stored = Buffer.concat(rows.map(({ body }) => gunzipSync(body)));
      if (!stored.equals(recordBytes(recordFolder)) || rows.some(({ epoch }) => epoch !== 1)) wrong.push(machine.name);
    });
    expect(wrong).toEqual([]);
    let whole = 0;
    for await (const report of verifyStreams(place.gateway.database.everywhere, {})) whole += report.whole ? 1 : 0;
    expect(whole).toBe(MACHINES);
    const { machines: rows } = (await ask('/v1/machines')) as { machines: readonly { waiting: number }[] };
    expect(rows).toHaveLength(MACHINES);
    expect(rows.filter(({ waiting }) => waiting > 0)).toEqual([]);
    expect(alarms).toEqual([]);
  });

  it('has the policy in force everywhere, and the next version too', async () => {
    const root = readFileSync(join(shopFolder, 'metadata', '1.root.json'), 'utf8');
    for (const { stateFolder } of machines) pinRoot(stateFolder, root);
    for (const version of [1, 2]) {
      if (version > 1) shop.publish(version, SCRIPT);
      const began = performance.now();
      await forAll(machines, async (machine) => {
        expect(await fetched(machine)).toEqual({ how: 'updated', version });
      });
      console.log(`v${version} in force on all after ${Math.round((performance.now() - began) / 100) / 10} s`);
      // The gateway signs the time anew now and then: that is an update, too, of the same version.
      await forAll(machines, async (machine) =>
        expect([{ how: 'same' }, { how: 'updated', version }]).toContainEqual(await fetched(machine)),
      );
      await expect
        .poll(() => ask('/v1/adoption'), { timeout: 60_000, interval: 500 })
        .toMatchObject({ published: version, seen: MACHINES, current: MACHINES, behind: [] });
    }
    expect(place.problems).toEqual([]);
  });
});
