import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FAULT_DIALECTS } from './dialects.ts';
import { factsOf } from './expectation.ts';
import { cellTitle, matrixRowOf, scopesOf, spotsOf } from './matrix.ts';
import type { Row, Spot } from './row.ts';
import { BLOCKED_LOOP_ROWS } from './rows/whole.ts';
import type { Shot } from './shot.ts';
import { checkShot } from './shot.ts';
import type { Site } from './site.ts';
import { makeSite, pathOf, removeSite } from './site.ts';
import { openHooks, shoot, survivorsOf } from './unit.ts';

process.env['HOOKLINE_MAX_PROCESSES'] = '64';

// The same time as in the rows; what is mocked cannot wait for them.
const DEADLINE_MS = vi.hoisted(() => 3000);

vi.mock('../../packages/core/src/dialects/polytoken/table.ts', async (original) =>
  (await import('./impatient-polytoken.ts')).impatient(original, DEADLINE_MS),
);

for (const row of BLOCKED_LOOP_ROWS)
  describe(`[${row.id}] ${row.section}: a hook that ${row.fault}`, () => defineRow(row));

function defineRow(row: Row): void {
  const shots = new Map<string, Shot>();
  let sites: readonly Site[] = [];
  const key = ({ dialect, stage, scope }: Spot): string => `${dialect.id} ${stage.event} ${scope}`;

  beforeAll(async () => {
    sites = FAULT_DIALECTS.flatMap((dialect) => scopesOf(row, dialect).map((scope) => makeSite(row, dialect, scope)));
    const running = sites.map(async (site) => {
      const hooks = await openHooks(site);
      const all = site.stages.map(async (stage) => {
        shots.set(key({ ...site, stage }), await shoot(site, hooks, stage));
      });
      await Promise.all(all);
      await hooks.close();
    });
    const pidFiles = sites.flatMap(pidFilesOf);
    while (!pidFiles.every((file) => existsSync(file))) await wait(5);
    // Out of an immediate timers come first and the exits of children after them: the order that tempts.
    await new Promise((resolve) => setImmediate(resolve));
    standStill(pidFiles.map((file) => Number(readFileSync(file, 'utf8'))));
    await Promise.all(running);
  }, 60_000);

  afterAll(() => sites.forEach(removeSite));

  const matrixRow = matrixRowOf(row);
  for (const spot of spotsOf(matrixRow)) {
    test(cellTitle(spot, matrixRow.words(spot)), () => {
      const shot = shots.get(key(spot));
      if (shot === undefined) throw new Error('the event was not fired');
      checkShot(shot, factsOf(row.expected, spot), { row, ...spot });
    });
  }

  test('no process is left', async () => {
    for (const site of sites) expect(await survivorsOf(site)).toEqual([]);
  });
}

const pidFilesOf = (site: Site): readonly string[] => site.stages.map((stage) => `${pathOf(site, stage)}.pid`);

/** Blocks the event loop until all these processes have exited and every timeout is over. */
function standStill(pids: readonly number[]): void {
  const from = performance.now();
  const isOver = (): boolean => performance.now() - from > DEADLINE_MS + 300 && pids.every(hasExited);
  while (!isOver()) Atomics.wait(SLEEPER, 0, 0, 10);
  expect(performance.now() - from).toBeGreaterThan(DEADLINE_MS);
}

const SLEEPER = new Int32Array(new SharedArrayBuffer(4));

/** Its exit has not been read yet: that could only have happened in the event loop. */
function hasExited(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(join('/proc', String(pid), 'stat'), 'utf8'));
  } catch {
    return true;
  }
}
