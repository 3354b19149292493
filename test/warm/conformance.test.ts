import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useLauncher } from '../../packages/core/src/handlers/warm/launcher.ts';
import { readShots, shoot, type Shot } from './case.ts';

/** `HOOKLINE_WARM_CASES=all` fires every case; else a sample of them. */
const EVERY = process.env['HOOKLINE_WARM_CASES'] === 'all' ? 1 : 15;

let folder: string;
let leave: () => Promise<void>;
const ways = { shell: 0, helper: 0, host: 0 };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-cases-'));
  // Kept from case to case, as in a host that lives on; told who started what.
  const used = useLauncher();
  const start = used.launcher.start.bind(used.launcher);
  Object.assign(used.launcher, {
    start: async (...asked: Parameters<typeof start>) => {
      const run = await start(...asked);
      ways[run === null ? 'host' : run.shellTag === undefined ? 'helper' : 'shell'] += 1;
      return run;
    },
  });
  leave = used.leave;
});

afterAll(async () => {
  await leave();
  rmSync(folder, { recursive: true, force: true });
});

/** The first shot shows the texts to whoever judges them; the second finds shells that wait. */
async function warmShot(shot: Shot): ReturnType<typeof shoot> {
  await shoot(shot, join(folder, 'case'), true);
  await wait(60);
  return shoot(shot, join(folder, 'case'), true);
}

const chosen = readShots().filter((_shot, index) => index % EVERY === 0);

test.each(chosen.map((shot) => [shot.id, shot] as const))(
  '%s comes out the same, warm and cold',
  { timeout: 150_000 },
  async (_id, shot) => {
    const warm = await warmShot(shot);
    expect(warm).toEqual(await shoot(shot, join(folder, 'case'), false));
  },
);

test('most of them were started by shells that waited', () => {
  expect(ways.shell).toBeGreaterThan(chosen.length / 2);
  expect(ways.helper + ways.shell).toBeGreaterThan(ways.host);
});
