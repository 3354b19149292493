import { shipFor } from '@hookline/fleet';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { parseConfig } from '../access/config.ts';
import { makePersonToken, orgNumber } from '../access/tokens.ts';
import { openDatabase } from '../database/database.ts';
import { changeKeepRule } from '../retention/keep.ts';
import { removeOldDays, startRetention } from '../retention/retention.ts';
import { type Gateway, startGateway } from '../server/gateway.ts';
import {
  type GatewayPlace,
  type JoinedMachine,
  makeGatewayPlace,
  recordBytes,
  writeDecisions,
} from '../testing/place.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { asSuperuser } from '../testing/superuser.ts';
import { moveBodies, startBodyMover } from './move-bodies.ts';

describe('bodies of chunks in an object store', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  let gateway: Gateway;
  let machine: JoinedMachine;
  let token = '';
  const problems: string[] = [];
  const folder = () => join(place.folder, 'objects');
  beforeAll(async () => {
    place = await makeGatewayPlace();
    const config = parseConfig(JSON.stringify({ objects: { folder: folder() } }));
    const onProblem = (text: string): void => void problems.push(text);
    gateway = await startGateway({
      databaseUrl: place.postgres.url,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      version: '0',
      config,
      onProblem,
    });
    const { database } = gateway;
    token = await makePersonToken(database, {
      org: await orgNumber(database, 'default'),
      name: 'p',
      role: 'admin',
      days: 1,
    });
    const joined = await place.join({ name: 'desk' });
    machine = { ...joined, machine: { ...joined.machine, url: gateway.url } };
    for (let n = 0; n < 4; n += 1) await write();
  }, 300_000);
  afterAll(async () => {
    await gateway.close();
    await place.close();
  }, 300_000);

  const ship = () => shipFor({ ...machine, version: '1', onAlarm: (text) => void problems.push(text) }, 60_000);
  const write = async (count = 5) => {
    writeDecisions(machine.recordFolder, count, {
      project: '/work/app',
      decision: 'block',
      at: new Date().toISOString(),
    });
    return ship();
  };
  const rows = <T extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly T[]> =>
    gateway.database.everywhere((query) => query<T & Record<string, unknown>>(sql, values));
  const move = () => moveBodies(gateway.database, gateway.database.objects ?? fail(), { olderSeconds: 0 });
  const fail = (): never => {
    throw new Error('there is no object store');
  };
  const bodies = async () =>
    (await rows<{ n: number; here: number }>('select count(*)::int as n, count(body)::int as here from chunk'))[0];
  const ask = (path: string): Promise<Response> =>
    fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const files = () =>
    readdirSync(folder(), { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{64}$/.test(name));
  /** Everything that can be asked about the lines. */
  async function answers(): Promise<readonly unknown[]> {
    const list = (await (await ask('/v1/decisions?limit=100')).json()) as { rows: readonly { id: string }[] };
    const details = await Promise.all(
      list.rows.slice(0, 5).map(async ({ id }) => (await ask(`/v1/decisions/${id}`)).json()),
    );
    const exported = await (await ask('/v1/export')).text();
    const { at: _at, jws: _jws, ...proof } = (await (await ask('/v1/proof')).json()) as Record<string, unknown>;
    return [list, details, exported, proof];
  }

  it('are moved there, and everything that was asked before is answered as before', async () => {
    const before = await answers();
    expect(await bodies()).toEqual({ n: 4, here: 4 });
    expect(await move()).toBe(4);
    expect(await bodies()).toEqual({ n: 4, here: 0 });
    expect(files()).toHaveLength(4);
    expect(await answers()).toEqual(before);
    expect(before[2]).toBe(recordBytes(machine.recordFolder).toString());
    expect(before[3]).toMatchObject({ whole: true, lines: 40 });
    expect(await move()).toBe(0);
    // A machine that has lost its cursor finds by what is there how far it is.
    rmSync(join(machine.stateFolder, 'fleet/cursor.json'));
    expect(await ship()).toMatchObject({ shipped: 0, waiting: 0 });
    // The next chunk is checked against those that were moved.
    expect(await write()).toMatchObject({ waiting: 0 });
    expect((await rows('select findings from stream'))[0]).toEqual({ findings: 0 });
  });

  it('are found by every process that opens the database, without the file of the gateway', async () => {
    const other = await openDatabase({ url: place.postgres.url, onProblem: () => undefined });
    expect(other.objects).not.toBeNull();
    await other.close();
    const refused = openDatabase({
      url: place.postgres.url,
      objects: { folder: join(place.folder, 'elsewhere') },
      onProblem: () => undefined,
    });
    await expect(refused).rejects.toThrow('does not hold what this database has stored elsewhere');
    expect(() => parseConfig('{"objects": {"folder": "objects"}}')).toThrow('an absolute path');
  });

  it('lie at one place for each database: one that another database has is refused, and what lies there stays', async () => {
    const before = files();
    expect(before).not.toEqual([]);
    await asSuperuser(join(place.folder, 'db'), Number(new URL(place.postgres.url).port), [
      'create database second owner hookline',
    ]);
    const url = place.postgres.url.replace(/hookline$/, 'second');
    const onProblem = (text: string): void => void problems.push(text);
    const second = (name: string) => openDatabase({ url, objects: { folder: join(place.folder, name) }, onProblem });
    await expect(second('objects')).rejects.toThrow('belongs to another database');
    expect(files()).toEqual(before);
    // Gateways that start together with a new folder have the same mark.
    const opened = await Promise.all([second('own'), second('own'), second('own')]);
    for (const { objects } of opened) await objects?.put('2026-11-19/1-1-aa', Buffer.from('x'));
    await Promise.all(opened.map((each) => each.close()));
  });

  it('stay in PostgreSQL while the store is away, and lines are taken; what is there cannot be read meanwhile', async () => {
    renameSync(folder(), `${folder()}.away`);
    mkdirSync(folder()); // as a folder on which nothing is mounted
    expect(await write()).toMatchObject({ waiting: 0 });
    await expect(move()).rejects.toThrow('is it mounted?');
    expect((await bodies())?.here).toBe(2);
    expect(readdirSync(folder())).toEqual([]);
    const [old] = await rows<{ id: string }>('select id from decision order by at limit 1');
    const answer = await ask(`/v1/decisions/${old?.id}`);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '5',
      { error: 'older lines cannot be read now', hint: 'try again in 5 s' },
    ]);
    expect((await ask('/v1/proof')).status).toBe(503); // and not that lines are missing
    expect((await ask('/v1/decisions')).status).toBe(200);
    rmSync(folder(), { recursive: true });
    renameSync(`${folder()}.away`, folder());
    expect(await move()).toBe(2);
    expect(await (await ask('/v1/proof')).json()).toMatchObject({ whole: true });
  });

  it('stay in PostgreSQL where the store has no room or no right, which is said', async () => {
    const told: string[] = [];
    await write();
    await rows(`update chunk set received_at = received_at - interval '2 hours' where body is not null`);
    await rows(`delete from setting where name = 'objects-moved'`);
    const [{ day } = { day: '' }] = await rows<{ day: string }>('select day::text from chunk where body is not null');
    renameSync(join(folder(), day), join(folder(), `${day}.away`));
    writeFileSync(join(folder(), day), 'no folder'); // whoever the gateway is, it can write nothing there
    const mover = startBodyMover({ database: gateway.database, onProblem: (text) => void told.push(text) }, 50);
    try {
      await expect
        .poll(() => told, { timeout: 60_000 })
        .toEqual([expect.stringContaining('chunks stay in PostgreSQL')]);
    } finally {
      await mover.close();
      rmSync(join(folder(), day));
      renameSync(join(folder(), `${day}.away`), join(folder(), day));
    }
    await move();
  });

  it('are checked when they are read: one that was changed or taken away is a finding', async () => {
    const [first = '', second = ''] = files().toSorted();
    const bytes = readFileSync(join(folder(), first));
    writeFileSync(join(folder(), first), Buffer.concat([bytes, bytes]));
    expect(await (await ask('/v1/proof')).json()).toMatchObject({ whole: false });
    writeFileSync(join(folder(), first), bytes);
    const taken = readFileSync(join(folder(), second));
    rmSync(join(folder(), second));
    const { streams } = (await (await ask('/v1/proof')).json()) as {
      streams: readonly { findings: readonly { kind: string }[] }[];
    };
    expect(streams[0]?.findings.map(({ kind }) => kind)).toContain('changed');
    writeFileSync(join(folder(), second), taken);
    expect(await (await ask('/v1/proof')).json()).toMatchObject({ whole: true });
  });

  it('go with their day', async () => {
    const { database } = gateway;
    const kept = files();
    const old = await place.join({ name: 'old-desk' });
    writeDecisions(old.recordFolder, 3);
    await shipFor({ ...old, version: '1', onAlarm: () => undefined }, 60_000);
    await rows(
      `update chunk set day = day - 40, received_at = received_at - interval '40 days'
        where stream in (select id from stream where machine = $1)`,
      [old.machine.machine],
    );
    await rows(`delete from setting where name = 'objects-moved'`);
    expect(await move()).toBe(1);
    const [day] = files().filter((name) => !kept.includes(name));
    expect(day).toMatch(/^\d{4}-\d\d-\d\d\//);
    await database.everywhere((query) =>
      changeKeepRule(query, { rule: { lines: 30, decisions: 30 }, who: 'ann', why: 'x' }),
    );
    const removed = await removeOldDays({ database, onProblem: () => undefined }, Date.now());
    expect(removed.lines).toEqual([{ day: day?.slice(0, 10), count: 6, findings: 0 }]);
    expect(files()).toEqual(kept);
    expect(await (await ask('/v1/proof')).json()).toMatchObject({ whole: true });
  });

  it('go later where the store was away when their day went, however long that was, and it is said', async () => {
    const { database } = gateway;
    const old = join(folder(), '2020-01-01');
    const told: string[] = [];
    const onProblem = (text: string): void => void told.push(text);
    await rows(`insert into removal (org, what, day, count, findings) values (1, 'lines', '2020-01-01', 1, 0)`);
    await rows(`update removal set at = now() - interval '1 hour' where day = '2020-01-01'`);
    mkdirSync(old);
    writeFileSync(join(old, `1-1-${'ab'.repeat(32)}`), 'x');
    renameSync(folder(), `${folder()}.away`);
    mkdirSync(folder());
    const retention = startRetention({ database, onProblem });
    await expect.poll(() => told, { timeout: 60_000 }).toEqual([expect.stringContaining('is it mounted?')]);
    await retention.close();
    await rows(`update removal set at = at - interval '20 days' where day = '2020-01-01'`);
    await rows(`update setting set value = value::timestamptz - interval '20 days' where name = 'objects-removed'`);
    rmSync(folder(), { recursive: true });
    renameSync(`${folder()}.away`, folder());
    await removeOldDays({ database, onProblem }, Date.now());
    expect(readdirSync(old)).toEqual([]);
    await removeOldDays({ database, onProblem }, Date.now());
    expect(told).toHaveLength(1);
  });
});

it(
  'a gateway keeps them in a bucket of a server that speaks S3, and says once when that is away',
  { ...needs('postgres'), timeout: 300_000 },
  async () => {
    const credentials = { accessKeyId: 'gateway', secretAccessKey: 'secret' };
    vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await startS3Server(credentials, 'eu-central-1');
    onTestFinished(() => server.close());
    const objects = { endpoint: server.url, bucket: 'lines', region: 'eu-central-1' };
    const place = await makeGatewayPlace({ config: parseConfig(JSON.stringify({ objects })) });
    onTestFinished(() => place.close(), 120_000);
    const { database, url } = place.gateway;
    const desk = await place.join();
    const ship = async (): Promise<void> => {
      writeDecisions(desk.recordFolder, 5);
      await shipFor({ ...desk, version: '1', onAlarm: () => undefined }, 60_000);
      await database.everywhere((query) =>
        query(`update chunk set received_at = received_at - interval '2 hours' where body is not null`),
      );
    };
    const left = () => database.everywhere((query) => query('select 1 from chunk where body is not null'));
    await ship();
    const problems: string[] = [];
    const mover = startBodyMover({ database, onProblem: (text) => void problems.push(text) }, 50);
    onTestFinished(() => mover.close());
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
    expect([...server.objects.keys()]).toEqual([
      'hookline-objects',
      expect.stringMatching(/^\d{4}-\d\d-\d\d\/1-1-[0-9a-f]{64}$/),
    ]);
    const token = await makePersonToken(database, { org: 1, name: 'p', role: 'auditor', days: 1 });
    const exported = async () =>
      (await fetch(`${url}/v1/export`, { headers: { authorization: `Bearer ${token}` } })).text();
    expect(await exported()).toBe(recordBytes(desk.recordFolder).toString());
    server.isAway = true;
    await ship();
    await expect
      .poll(() => problems, { timeout: 60_000 })
      .toEqual([expect.stringContaining('chunks stay in PostgreSQL for now')]);
    expect(await left()).toHaveLength(1);
    server.isAway = false;
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
    expect(await exported()).toBe(recordBytes(desk.recordFolder).toString());
    expect(problems).toHaveLength(1);
  },
);
