import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkShot } from './cells.ts';
import type { FaultDialect } from './dialects.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import type { Expected } from './expectation.ts';
import { factsOf, sentenceOf } from './expectation.ts';
import type { Row } from './row.ts';
import { REASON, script, THE_REASON } from './row.ts';
import type { Shot, Site } from './unit.ts';
import { makeSite, nameOf, openHooks, removeSite, shoot, stagesOf, survivorsOf } from './unit.ts';

process.env['HOOKLINE_MAX_PROCESSES'] = '32';

// Long enough for all hooks of a row to be started on a busy machine before the first of them is late.
const DEADLINE_MS = vi.hoisted(() => 3000);

vi.mock('../../packages/core/src/dialects/polytoken.ts', async (original) =>
  (await import('./impatient-polytoken.ts')).impatient(original, DEADLINE_MS),
);

/** Says that it runs, waits until our event loop surely stands still, and exits inside its time. */
const exiting = (id: string, status: number, expected: Expected): Row => ({
  id,
  section: 'Process',
  fault: `exits with ${status} in time while our event loop is blocked past its timeout`,
  program: ({ path }) =>
    script(`sleep 1000 &\necho $$ > '${path}.pid'\nsleep 0.1\necho '${REASON}' >&2\nexit ${status}`),
  expected,
  timeoutMs: DEADLINE_MS,
  leavesChildren: true,
});

const ROWS: readonly Row[] = [
  exiting('blocked-loop-exit-2', 2, { is: 'refusal', reason: THE_REASON }),
  exiting('blocked-loop-exit-0', 0, { is: 'silence' }),
];

for (const row of ROWS) describe(`[${row.id}] a hook that ${row.fault}`, () => defineRow(row));

function defineRow(row: Row): void {
  const shots = new Map<string, Shot>();
  let sites: readonly Site[] = [];
  const key = (dialect: FaultDialect, event: string): string => `${dialect.id} ${event}`;

  beforeAll(async () => {
    sites = FAULT_DIALECTS.map((dialect) => makeSite(row, dialect));
    const running = sites.map(async (site) => {
      const hooks = await openHooks(site);
      const all = site.stages.map(async (stage) => {
        shots.set(key(site.dialect, stage.event), await shoot(site, hooks, stage));
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

  for (const dialect of FAULT_DIALECTS) {
    for (const stage of stagesOf(row, dialect)) {
      const facts = factsOf(row.expected, dialect, stage);
      test(`${dialect.id} ${stage.event}: ${sentenceOf(facts)}`, () => {
        const shot = shots.get(key(dialect, stage.event));
        if (shot === undefined) throw new Error('the event was not fired');
        checkShot(shot, facts, { row, dialect, stage });
      });
    }
  }

  test('no process is left', async () => {
    for (const site of sites) expect(await survivorsOf(site)).toEqual([]);
  });
}

const pidFilesOf = ({ dialect, stages, root }: Site): readonly string[] =>
  stages.map((stage) => `${dialect.pathOf(root, nameOf(stage))}.pid`);

/** Blocks the event loop until all these processes have exited and every timeout is over. */
function standStill(pids: readonly number[]): void {
  const from = performance.now();
  const isOver = (): boolean => performance.now() - from > DEADLINE_MS + 300 && pids.every(hasExited);
  while (!isOver()) Atomics.wait(SLEEPER, 0, 0, 10);
  expect(performance.now() - from).toBeGreaterThan(DEADLINE_MS);
}

const SLEEPER = new Int32Array(new SharedArrayBuffer(4));

/** Nobody has asked yet how it ended: that could only have happened in the event loop. */
function hasExited(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(join('/proc', String(pid), 'stat'), 'utf8'));
  } catch {
    return true;
  }
}
