import { shipFor } from '@hookline/fleet';
import { startEmbedded, startGateway, verifyStreams } from '@hookline/gateway';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { accountForPostgres, makeDataFolder } from '../../packages/gateway/src/embedded/account.ts';
import { findPostgres } from '../../packages/gateway/src/embedded/find-postgres.ts';
import { asSuperuser } from '../../packages/gateway/src/testing/superuser.ts';
import { needs } from '../support/programs.ts';
import { compareStored } from './compare-stored.ts';
import { type FaultyMachine, joinFaultyMachine } from './faulty-machine.ts';
import { freePort } from './free-port.ts';

/** One address for whichever server is the first, as a virtual address or a pooler gives it. */
async function openAddress(first: number): Promise<{ readonly port: number; readonly moveTo: (port: number) => void }> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    port: (server.address() as AddressInfo).port,
    moveTo: (port) => {
      target = port;
      for (const socket of open) socket.destroy();
    },
  };
}

/** A second server that has everything the first has, before the first confirms it. */
async function makeStandby(first: string, firstPort: number, folder: string): Promise<void> {
  const programs = await findPostgres(process.env);
  const account = accountForPostgres();
  mkdirSync(folder, { mode: 0o711 });
  makeDataFolder(join(folder, 'postgres'), account);
  const words = `-D ${join(folder, 'postgres')} -R -X stream -c fast -h 127.0.0.1 -p ${firstPort} -U postgres`;
  const made = spawnSync(join(dirname(realpathSync(programs?.postgres ?? '')), 'pg_basebackup'), words.split(' '), {
    ...account,
    cwd: join(folder, 'postgres'),
    env: { ...process.env, PGPASSWORD: readFileSync(join(first, 'password'), 'utf8').trim() },
    encoding: 'utf8',
  });
  expect(made.stderr).toBe('');
  copyFileSync(join(first, 'password'), join(folder, 'password'));
  writeFileSync(join(folder, 'made'), '');
}

it(
  'nothing that was confirmed is lost when PostgreSQL crashes and its synchronous standby takes over',
  { ...needs('postgres'), timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-fail-over-'));
    chmodSync(folder, 0o711);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const [firstPort, secondPort] = [await freePort(), await freePort()];
    const start = async (place: string, port: number) => {
      const postgres = await startEmbedded(place, process.env, () => undefined, port);
      onTestFinished(() => postgres.stop(), 120_000);
      return postgres;
    };
    const { url } = await start(first, firstPort);
    await makeStandby(first, firstPort, second);
    await start(second, secondPort);
    await asSuperuser(first, firstPort, [
      `alter role hookline set synchronous_commit = 'remote_apply'`,
      `alter system set synchronous_standby_names = '*'`,
      'select pg_reload_conf()',
    ]);
    await expect
      .poll(() => asSuperuser(first, firstPort, ['select sync_state from pg_stat_replication']), { timeout: 60_000 })
      .toEqual([{ sync_state: 'sync' }]);

    const address = await openAddress(firstPort);
    const databaseUrl = url.replace(`:${firstPort}/`, `:${address.port}/`);
    const gateway = await startGateway({
      databaseUrl,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      version: '0',
      limits: { perSecond: 1e6, burst: 1e6 },
      onProblem: () => undefined,
    });
    onTestFinished(() => gateway.close(), 120_000);
    const machines: FaultyMachine[] = [];
    for (const n of [0, 1]) {
      const at = { enrolAt: gateway.url, network: gateway.url };
      machines.push(await joinFaultyMachine({ folder, n, databaseUrl, ...at }));
    }
    const alarms: string[] = [];
    const confirmed = new Map<string, number>();
    const ship = ({ state, joined: machine }: FaultyMachine, ms: number) =>
      shipFor(
        {
          stateFolder: state,
          recordFolder: join(state, 'record'),
          machine,
          version: '0',
          onAlarm: (text) => void alarms.push(text),
          onShipped: ({ lines }) => void confirmed.set(state, lines),
        },
        ms,
      );
    const sum = (): number => [...confirmed.values()].reduce((one, other) => one + other, 0);
    let isOver = false;
    const shipping = machines.map(async (machine) => {
      while (!isOver) await ship(machine, 500);
    });
    const writeUntil = async (isEnough: () => boolean): Promise<void> => {
      while (!isEnough()) {
        for (const machine of machines) for (let n = 0; n < 5; n += 1) machine.write();
        await sleep(10);
      }
    };
    await writeUntil(() => sum() > 1_000);
    process.kill(Number(readFileSync(join(first, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
    const atCrash = sum();
    let written = 0;
    await writeUntil(() => (written += 1) > 20); // while there is no server
    await asSuperuser(second, secondPort, ['select pg_promote()']);
    address.moveTo(secondPort);
    await writeUntil(() => sum() > atCrash + 1_000);
    isOver = true;
    await Promise.all(shipping);
    for (const machine of machines) {
      machine.finish();
      expect(await ship(machine, 120_000)).toMatchObject({ waiting: 0 });
    }
    const decisions = machines.reduce((all, machine) => all + machine.written, 0);
    expect(await compareStored(databaseUrl, machines)).toMatchObject({
      wrong: [],
      findings: 0,
      stored: decisions,
      ended: decisions,
    });
    for await (const { whole } of verifyStreams(gateway.database.everywhere, {})) expect(whole).toBe(true);
    expect(alarms).toEqual([]);
  },
);
