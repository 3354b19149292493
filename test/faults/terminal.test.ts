import { describe, expect, test, vi } from 'vitest';
import { LIVE } from './cells.ts';
import { startFire } from './command.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import { factsOf } from './expectation.ts';
import { ROWS } from './rows.ts';
import { makeSite, removeSite, stagesOf } from './unit.ts';

vi.setConfig({ maxConcurrency: 4, testTimeout: 60_000 });

for (const row of ROWS.terminal) {
  describe.concurrent(`[${row.id}-shown] a hook that ${row.fault}`, () => {
    for (const dialect of FAULT_DIALECTS) {
      for (const stage of stagesOf(row, dialect)) {
        const { decision, fault } = factsOf(row.expected, dialect, stage);
        const isTold = decision === 'block' || fault !== null || row.tells !== undefined;
        if (!isTold) continue;
        const status = decision === 'block' ? 2 : 0;
        test(`${dialect.id} ${stage.event}: prints nothing live and exits with ${status}`, async ({
          onTestFinished,
        }) => {
          const site = makeSite(row, dialect);
          onTestFinished(() => removeSite(site));
          const ended = await startFire(site, stage, ['--trust-hooks', '--wait']).ended;
          expect(ended.status).toBe(status);
          expect(ended.stdout).not.toMatch(LIVE);
          expect(ended.stderr).not.toMatch(LIVE);
        });
      }
    }
  });
}
