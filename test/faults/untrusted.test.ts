import { existsSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { run, startFire, startWithInput } from './command.ts';
import type { Row } from './row.ts';
import { guarding } from './row.ts';
import { LIST_ROW, UNTRUSTED_COMMANDS } from './rows/commands.ts';
import { makeSite, removeSite, signOf } from './site.ts';
import { stageEvent } from './events.ts';
import { describeSpots } from './spots.ts';
import { survivorsOf } from './unit.ts';

vi.setConfig({ maxConcurrency: 2, testTimeout: 60_000 });

const GUARD: Row = {
  id: 'untrusted-commands',
  section: 'Configuration, trust, record',
  fault: 'comes with a clone',
  program: guarding,
  expected: { is: 'skipped' },
  trust: 'none',
};

for (const row of UNTRUSTED_COMMANDS) {
  describeSpots(row, async (spot, { onTestFinished }) => {
    const site = makeSite(GUARD, spot.dialect, spot.scope);
    onTestFinished(() => removeSite(site));
    const event = JSON.stringify(stageEvent(site, spot.stage));
    const { status, stdout } = await startWithInput(site, row.command(site.project), event).ended;
    expect(status).toBe(0);
    expect(stdout).toMatch(row.says);
    expect(existsSync(signOf(site, spot.stage))).toBe(false);
    expect(await survivorsOf(site)).toEqual([]);
  });
}

describeSpots(LIST_ROW, async ({ dialect, scope }, { onTestFinished }) => {
  const site = makeSite({ ...GUARD, oneBadEntry: true }, dialect, scope);
  onTestFinished(() => removeSite(site));
  const [stage] = site.stages;
  if (stage === undefined) throw new Error('no event');
  if (scope === 'project') await startFire(site, stage, ['--trust-hooks', '--wait']).ended;
  const { stdout } = await run(site, ['list', '--project', site.project, '--dialect', dialect.id]);
  expect(stdout).toContain(LIST_ROW.words({ dialect, stage, scope }).replace('says ', ''));
});
