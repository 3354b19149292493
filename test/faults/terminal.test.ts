import { expect, vi } from 'vitest';
import { startFire } from './command.ts';
import { exitOf, SHOWN_ROWS } from './rows/whole.ts';
import { LIVE } from './shot.ts';
import { makeSite, removeSite } from './site.ts';
import { describeSpots } from './spots.ts';

vi.setConfig({ maxConcurrency: 4, testTimeout: 60_000 });

for (const shown of SHOWN_ROWS) {
  describeSpots(shown, async (spot, { onTestFinished }) => {
    const site = makeSite(shown.row, spot.dialect, spot.scope);
    onTestFinished(() => removeSite(site));
    const ended = await startFire(site, spot.stage, ['--trust-hooks', '--wait']).ended;
    expect(ended.status).toBe(exitOf(shown.row, spot));
    expect(ended.stdout).not.toMatch(LIVE);
    expect(ended.stderr).not.toMatch(LIVE);
  });
}
