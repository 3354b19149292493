import { linesWaiting } from '@hookline/fleet';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeGatewayPlace, writeDecisions } from '../../packages/gateway/src/testing/place.ts';
import { machineRows } from '../../packages/gateway/src/questions/machines.ts';
import { verifyStreams } from '../../packages/gateway/src/verify/verify-streams.ts';
import { needs } from '../support/programs.ts';
import { bundlePrograms, KilledProcess } from './programs.ts';

const root = join(import.meta.dirname, '../..');
const DAY_MS = 24 * 3600 * 1000;

it(
  'a machine whose clock is days off, and jumps while it sends, sends everything and says so',
  { ...needs('postgres'), timeout: 900_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-wrong-clock-'));
    chmodSync(folder, 0o711);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const dist = { gateway: join(root, 'packages/gateway/dist'), fleet: join(root, 'packages/fleet/dist') };
    const { shipper } = await bundlePrograms(folder, dist);
    const place = await makeGatewayPlace();
    onTestFinished(() => place.close(), 120_000);
    const { stateFolder, recordFolder, machine } = await place.join();
    const sent = async (): Promise<void> =>
      expect
        .poll(() => linesWaiting(stateFolder, recordFolder, machine.machine), { timeout: 60_000, interval: 100 })
        .toBe(0);
    const clock = (wrongMs: number): void => writeFileSync(join(stateFolder, 'clock'), String(wrongMs));

    let written = 0;
    const write = (decisions: number): void => {
      writeDecisions(recordFolder, decisions);
      written += decisions;
    };
    /** What the gateway knows after more lines have come. */
    const ahead = async (): Promise<number | null> => {
      write(1);
      await sent();
      const [row] = await place.gateway.database.everywhere((query) => machineRows(query, 10));
      return row?.clockAhead ?? null;
    };

    clock(3 * DAY_MS);
    write(5);
    const process = new KilledProcess(shipper, [stateFolder]);
    onTestFinished(() => process.kill());
    await sent();
    for (const wrongMs of [-2 * DAY_MS, 0, 400 * DAY_MS]) {
      clock(wrongMs);
      const about = wrongMs === 0 ? null : expect.closeTo(wrongMs / 1000, -2);
      await expect.poll(ahead, { timeout: 240_000 }).toEqual(about);
    }
    expect(readFileSync(join(stateFolder, 'alarms'), 'utf8')).toMatch(
      /^the clock of this machine is (?:4320|4319\.9) minutes ahead of that of the gateway, which counts for what is sent\n/,
    );
    for await (const report of verifyStreams(place.gateway.database.everywhere, {}))
      expect(report).toMatchObject({ whole: true, lines: 2 * written, epoch: 1 });
  },
);
