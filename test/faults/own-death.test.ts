import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { run, startFire } from './command.ts';
import type { FaultDialect, Stage } from './dialects.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import type { Row } from './row.ts';
import { script } from './row.ts';
import type { Site } from './unit.ts';
import { makeSite, nameOf, removeSite, survivorsOf } from './unit.ts';

vi.setConfig({ maxConcurrency: 4, testTimeout: 90_000 });

const HANGING: Row = {
  id: 'own-death',
  section: 'Process',
  fault: 'hangs with a child of its own',
  program: ({ path }) => script(`sleep 1000 &\necho $$ > '${path}.pid'\nsleep 1000`),
  expected: { is: 'silence' },
  timeoutMs: 60_000,
};

/** What ends us, and how a shell sees our end. */
const DEATHS = [
  { death: 'SIGINT', status: 130, signal: null },
  { death: 'SIGTERM', status: 143, signal: null },
  { death: 'SIGKILL', status: null, signal: 'SIGKILL' },
] as const;

// First, because it takes longest and mostly sleeps.
describe.concurrent('[deadline] the one deadline that nobody can set', () => {
  test('polytoken PreToolUse: a hook that hangs is stopped after 30 s, and blocks', async ({ onTestFinished }) => {
    const dialect = FAULT_DIALECTS.find(({ id }) => id === 'polytoken');
    const stage = dialect?.stages.find(({ event }) => event === 'PreToolUse');
    if (dialect === undefined || stage === undefined) throw new Error('no such cell');
    const site = makeSite(HANGING, dialect);
    onTestFinished(() => removeSite(site));
    const startedAt = performance.now();
    const { status, stdout } = await startFire(site, stage, ['--json', '--trust-hooks']).ended;
    expect(performance.now() - startedAt).toBeGreaterThan(29_900);
    expect(performance.now() - startedAt).toBeLessThan(36_000);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      block: { effect: 'deny_tool', reason: expect.stringContaining('did not finish within 30000 ms') },
    });
    expect(await survivorsOf(site)).toEqual([]);
  });
});

for (const { death, ...seen } of DEATHS) {
  describe.concurrent(`[own-death-${death}] our process gets ${death} while a hook runs`, () => {
    for (const { dialect, stage } of cells()) {
      test(`${dialect.id} ${stage.event}: the hook is killed, the record shows it`, async ({ onTestFinished }) => {
        const site = makeSite(HANGING, dialect);
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
  });
}

/** Every event that is waited for. */
function cells(): { readonly dialect: FaultDialect; readonly stage: Stage }[] {
  return FAULT_DIALECTS.flatMap((dialect) =>
    dialect.stages.filter(({ waits }) => waits).map((stage) => ({ dialect, stage })),
  );
}

/** The hook is there, and so is the helper that outlives us; it is told right after its start. */
async function hookRuns({ dialect, root }: Site, stage: Stage, pid: number): Promise<void> {
  const file = `${dialect.pathOf(root, nameOf(stage))}.pid`;
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
