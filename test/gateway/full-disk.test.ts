import { linesWaiting, shipFor } from '@hookline/fleet';
import { startEmbedded, startGateway, verifyStreams } from '@hookline/gateway';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../support/programs.ts';
import { compareStored } from './compare-stored.ts';
import { joinFaultyMachine } from './faulty-machine.ts';
import { freePort } from './free-port.ts';

const MIB = 1024 ** 2;

/** A disk of so many bytes; false: this account may not mount one. */
function mountDisk(folder: string, bytes: number): boolean {
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=711`, 'tmpfs', folder]).status === 0;
  if (mounted) onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return mounted;
}

/** What a report says when the gateway took nothing, and not just when a busy machine was slow. */
const REFUSED = /database|gateway/;

it(
  'a PostgreSQL whose disk is full confirms nothing that it does not have, and what waited is sent when there is room',
  { ...needs('postgres', 'mount'), timeout: 600_000 },
  async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-full-disk-'));
    chmodSync(folder, 0o711);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const disk = join(folder, 'disk');
    skip(!mountDisk(disk, 200 * MIB), 'this account may not mount a disk');
    const port = await freePort();
    const start = () => startEmbedded(join(disk, 'db'), process.env, () => undefined, port);
    let postgres = await start();
    onTestFinished(() => postgres.stop(), 120_000);
    const problems: string[] = [];
    const gateway = await startGateway({
      databaseUrl: postgres.url,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      version: '0',
      limits: { perSecond: 1e6, burst: 1e6 },
      onProblem: (text) => void problems.push(text),
    });
    onTestFinished(() => gateway.close(), 120_000);
    const machine = await joinFaultyMachine({
      folder,
      n: 0,
      databaseUrl: postgres.url,
      enrolAt: gateway.url,
      network: gateway.url,
    });
    const place = { stateFolder: machine.state, recordFolder: join(machine.state, 'record') };
    const alarms: string[] = [];
    const ship = (ms: number) =>
      shipFor({ ...place, machine: machine.joined, version: '0', onAlarm: (text) => void alarms.push(text) }, ms);
    const write = (decisions: number): void => {
      for (let n = 0; n < decisions; n += 1) machine.write();
    };

    write(300);
    expect(await ship(60_000)).toMatchObject({ waiting: 0 });
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'other'), Buffer.alloc(Math.max(0, bavail * bsize - MIB)));
    // What is left of the disk, and of the files that PostgreSQL has already, is used up before it is full.
    let report = await ship(1_000);
    for (let n = 0; n < 200 && !REFUSED.test(report.why ?? ''); n += 1) {
      if (report.waiting === 0) write(1_000);
      report = await ship(1_000);
    }
    expect(report).toMatchObject({
      waiting: expect.any(Number) as number,
      why: expect.stringMatching(REFUSED) as string,
    });
    expect(report.waiting).toBeGreaterThan(0);
    write(100);
    expect(await ship(1_000)).toMatchObject({ shipped: 0 });
    expect(await linesWaiting(place.stateFolder, place.recordFolder, machine.joined.machine)).toBe(
      report.waiting + 200,
    );
    machine.finish();

    rmSync(join(disk, 'other'));
    await postgres.stop(); // it may have ended by itself when it could not write its log
    postgres = await start();
    expect(await ship(120_000)).toMatchObject({ waiting: 0 });
    expect(await compareStored(postgres.url, [machine])).toMatchObject({
      wrong: [],
      findings: 0,
      stored: machine.written,
      ended: machine.written,
    });
    for await (const { whole } of verifyStreams(gateway.database.everywhere, {})) expect(whole).toBe(true);
    expect(alarms).toEqual([]);
  },
);
