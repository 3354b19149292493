import { createClient, pinRoot, pollPolicy, policyInForce, writeSource } from '@hookline/fleet';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace } from '../testing/place.ts';
import { makePolicyShop, type PolicyShop } from '../testing/policy-fleet.ts';
import { keyOf } from './keys.ts';
import { restamp } from './repository.ts';
import { createPolicyWait, etagOf, type PolicyWait } from './wait.ts';

const SOON_MS = 30_000;

describe('waiting for a file', () => {
  let folder = '';
  let wait: PolicyWait;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hookline-wait-'));
    write('one');
  });
  afterEach(() => {
    wait.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = () => join(folder, 'timestamp.json');
  const write = (text: string) => {
    writeFileSync(`${file()}.new`, text);
    renameSync(`${file()}.new`, file());
  };
  const start = (
    machine: string,
    { etag = etagOf(Buffer.from('one')), ms = 60_000, gone = new AbortController().signal } = {},
  ) => {
    const waiting = { isOver: false };
    const over = wait.forNews({ machine, etag, ms, gone }).then(() => void (waiting.isOver = true));
    return Object.assign(waiting, { over });
  };

  it('ends when the file is another one, for all who wait, a part of them at a time', async () => {
    wait = createPolicyWait(file(), { lookEveryMs: 20, releasedASecond: 50 });
    const all = Array.from({ length: 30 }, (_, n) => start(`m${n}`));
    await sleep(200);
    expect(all.filter(({ isOver }) => isOver)).toEqual([]);
    const began = performance.now();
    write('two');
    await Promise.all(all.map(({ over }) => over));
    expect(performance.now() - began).toBeGreaterThan(400);
    expect(wait.waiting()).toBe(0);
    // Whoever already has it waits for the next one.
    const next = start('m1', { etag: etagOf(Buffer.from('two')) });
    await sleep(100);
    expect(next.isOver).toBe(false);
    write('three');
    await next.over;
  });

  it('ends after its time, when the machine has gone or asks again, and when the gateway ends', async () => {
    wait = createPolicyWait(file(), { lookEveryMs: 20 });
    await start('m1', { ms: 50 }).over;
    const gone = new AbortController();
    const left = start('m2', { gone: gone.signal });
    const [first, again] = [start('m3'), start('m3')];
    await first.over;
    gone.abort();
    await left.over;
    expect([again.isOver, wait.waiting()]).toEqual([false, 1]);
    wait.close();
    await again.over;
    await start('m4').over; // none waits from then on
  });

  it('does not begin for more machines than may wait, and outlives a file that cannot be read', async () => {
    wait = createPolicyWait(file(), { lookEveryMs: 20, most: 2 });
    const [one, two] = [start('m1'), start('m2')];
    await start('m3').over;
    expect([one.isOver, two.isOver]).toEqual([false, false]);
    rmSync(file());
    await sleep(100);
    expect([one.isOver, two.isOver]).toEqual([false, false]);
    write('two');
    await Promise.all([one.over, two.over]);
  });
});

describe('a machine that waits for a newer policy', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  let shop: PolicyShop;
  let desk: JoinedMachine;
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-wait-shop-'));
  beforeAll(async () => {
    shop = makePolicyShop(shopFolder);
    shop.publish(1, '#!/bin/sh\nexit 0\n');
    place = await makeGatewayPlace({ policyFolder: shopFolder, wait: { lookEveryMs: 50 } });
    desk = await place.join();
  }, 300_000);
  afterAll(async () => {
    await place.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 300_000);

  const stamp = () => readFileSync(join(shopFolder, 'metadata/timestamp.json'));
  const publish = () => restamp(shopFolder, keyOf(shop.onlineKey), null);
  /** A look, signed by the desk; `etag`: what it has. */
  async function lookAt(path: string, etag = etagOf(stamp())) {
    const client = await createClient(desk.machine);
    const began = performance.now();
    const answer = await client.send({ method: 'GET', path, headers: { 'if-none-match': etag } }).finally(client.close);
    return { status: answer.status, body: answer.body, ms: performance.now() - began };
  }

  it('is answered when there is one, at the address of the time stamp and at its own', async () => {
    for (const path of ['/v1/policy?wait=50', '/v1/policy/metadata/timestamp.json?wait=50']) {
      const held = lookAt(path);
      await sleep(500);
      publish();
      const { status, body, ms } = await held;
      expect(status).toBe(200);
      expect(body).toEqual(JSON.parse(stamp().toString()));
      expect(ms).toBeGreaterThan(450);
      expect(ms).toBeLessThan(SOON_MS);
    }
    expect((await lookAt('/v1/policy?wait=1')).status).toBe(304);
    expect(await lookAt('/v1/policy?wait=50', '"old"')).toMatchObject({ status: 200 });
  });

  it('is not let wait without its signature, and looks as before', async () => {
    for (const path of ['/v1/policy?wait=50', '/v1/policy/metadata/timestamp.json?wait=50', '/v1/policy']) {
      const answer = await fetch(`${place.gateway.url}${path}`, { headers: { 'if-none-match': etagOf(stamp()) } });
      expect(answer.status).toBe(304);
    }
    expect(await (await fetch(`${place.gateway.url}/v1/policy`)).json()).toEqual(JSON.parse(stamp().toString()));
  });

  it('has it in seconds while it polls once a minute, and does not keep its process when it ends', async () => {
    const { stateFolder } = desk;
    pinRoot(stateFolder, readFileSync(join(shopFolder, 'metadata/1.root.json'), 'utf8'));
    writeSource(stateFolder, `${place.gateway.url}/v1/policy`);
    const told: string[] = [];
    const end = pollPolicy({ stateFolder, env: { HOOKLINE_STATE_DIR: stateFolder }, home: stateFolder }, ({ how }) =>
      told.push(how),
    );
    onTestFinished(end);
    const version = () => policyInForce(stateFolder)?.version;
    await expect.poll(() => told, { timeout: SOON_MS }).toEqual(['updated']);
    expect(version()).toBe(1);
    end();
    const began = performance.now();
    const ended = pollPolicy({ stateFolder, env: { HOOKLINE_STATE_DIR: stateFolder }, home: stateFolder }, ({ how }) =>
      told.push(how),
    );
    onTestFinished(ended);
    await sleep(1_000); // it waits at the gateway now
    shop.publish(2, '#!/bin/sh\nexit 0\n');
    await expect.poll(version, { timeout: SOON_MS }).toBe(2);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    ended();
  });

  it('hears of it where the connections to PostgreSQL are dead, and is released when the gateway ends', async () => {
    const own = await makeGatewayPlace({ policyFolder: shopFolder, wait: { lookEveryMs: 50 } });
    try {
      const { machine } = await own.join();
      const client = await createClient(machine);
      const held = (etag: string) =>
        client.send({ method: 'GET', path: '/v1/policy?wait=50', headers: { 'if-none-match': etag } });
      const one = held(etagOf(stamp()));
      await sleep(1_000);
      await own.gateway.database.everywhere((query) =>
        query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user',
        ),
      );
      publish();
      expect((await one).status).toBe(200);
      const two = held(etagOf(stamp()));
      await sleep(1_000);
      const began = performance.now();
      await own.gateway.close();
      expect((await two).status).toBe(304);
      expect(performance.now() - began).toBeLessThan(SOON_MS);
      client.close();
    } finally {
      await own.close().catch(() => undefined);
    }
  });

  it('that has gone does not stay among those who wait', async () => {
    const metrics = async () => (await fetch(`${place.gateway.url}/metrics`)).text();
    const before = /^hookline_gateway_waiting (\d+)$/m.exec(await metrics())?.[1];
    expect(before).toBe('0');
    const client = await createClient(desk.machine);
    const held = client
      .send({ method: 'GET', path: '/v1/policy?wait=50', headers: { 'if-none-match': etagOf(stamp()) } })
      .catch(() => null);
    await expect.poll(metrics, { timeout: SOON_MS }).toMatch(/^hookline_gateway_waiting 1$/m);
    client.close();
    await held;
    await expect.poll(metrics, { timeout: SOON_MS }).toMatch(/^hookline_gateway_waiting 0$/m);
  });
});
