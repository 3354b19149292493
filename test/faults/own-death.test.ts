import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { run, startFire } from './command.ts';
import type { Stage } from './dialect.ts';
import { factsOf } from './expectation.ts';
import { PATIENCE_WITH_LAG, watchLag } from './lag.ts';
import type { Row } from './row.ts';
import { script } from './row.ts';
import { DEADLINE_ROW, OWN_DEATH_ROWS } from './rows/whole.ts';
import type { Site } from './site.ts';
import { makeSite, pathOf, removeSite } from './site.ts';
import { describeSpots } from './spots.ts';
import { survivorsOf } from './unit.ts';

vi.setConfig({ maxConcurrency: 4, testTimeout: 120_000 });

const HANGING: Row = {
  id: 'own-death',
  section: 'Process',
  fault: 'hangs with a child of its own',
  program: ({ path }) => script(`sleep 1000 &\necho $$ > '${path}.pid'\nsleep 1000`),
  expected: { is: 'fault', code: 'timeout', says: /did not finish within 30000 ms/ },
  timeoutMs: 60_000,
};

// First, because it takes longest and mostly sleeps.
describeSpots(DEADLINE_ROW, async (spot, { onTestFinished }) => {
  const site = makeSite(HANGING, spot.dialect, spot.scope);
  onTestFinished(() => removeSite(site));
  const lag = watchLag();
  const startedAt = performance.now();
  const { status, stdout } = await startFire(site, spot.stage, ['--json', '--trust-hooks', '--wait']).ended;
  const tookMs = performance.now() - startedAt;
  lag.stop();
  expect(tookMs).toBeGreaterThan(29_900);
  expect(tookMs).toBeLessThan(36_000 + lag.soFarMs() * PATIENCE_WITH_LAG);
  const facts = factsOf(HANGING.expected, spot);
  expect(status).toBe(facts.decision === 'block' ? 2 : 0);
  expect(JSON.parse(stdout)).toMatchObject({
    decision: facts.decision,
    hooks: [{ status: facts.status, fault: { code: 'timeout', message: expect.stringMatching(/within 30000 ms/) } }],
  });
  expect(await survivorsOf(site)).toEqual([]);
});

for (const row of OWN_DEATH_ROWS) {
  const { death, ...seen } = row.end;
  describeSpots(row, async ({ dialect, stage, scope }, { onTestFinished }) => {
    const site = makeSite(HANGING, dialect, scope);
    onTestFinished(() => removeSite(site));
    const { child, ended } = startFire(site, stage, ['--json', '--trust-hooks']);
    await hookRuns(site, stage, child.pid ?? 0);
    child.kill(death);
    expect(await ended).toEqual({ ...seen, stdout: '', stderr: expect.any(String) });
    expect(await survivorsOf(site)).toEqual([]);
    const { stdout } = await run(site, ['log', '--json']);
    const decisions = stdout.split('\n').filter((line) => line !== '');
    expect(decisions.map((line) => JSON.parse(line))).toMatchObject([
      { event: stage.event, status: 'interrupted', outcome: null, planned: [expect.any(String)] },
    ]);
  });
}

/** The hook is there, and so is the helper that outlives us; it is told right after its start. */
async function hookRuns(site: Site, stage: Stage, pid: number): Promise<void> {
  const file = `${pathOf(site, stage)}.pid`;
  for (let tries = 0; tries < 800 && !(existsSync(file) && hasWatchdog(pid)); tries += 1) await wait(25);
  expect([existsSync(file), hasWatchdog(pid)]).toEqual([true, true]);
  await wait(300);
}

function hasWatchdog(parent: number): boolean {
  return readdirSync('/proc').some((name) => {
    try {
      const isChild = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === parent;
      return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith('/bin/sh\0');
    } catch {
      return false;
    }
  });
}
