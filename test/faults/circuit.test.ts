import { expect, vi } from 'vitest';
import { factsOf } from './expectation.ts';
import { CIRCUIT_ROW, CRASHING } from './rows/together.ts';
import { makeSite, removeSite } from './site.ts';
import { stageEvent } from './events.ts';
import { describeSpots } from './spots.ts';
import { openHooks, survivorsOf } from './unit.ts';

vi.setConfig({ maxConcurrency: 2, testTimeout: 60_000 });

describeSpots(CIRCUIT_ROW, async (spot, { onTestFinished }) => {
  const site = makeSite(CRASHING, spot.dialect, spot.scope);
  onTestFinished(() => removeSite(site));
  const hooks = await openHooks(site);
  const faults: unknown[] = [];
  for (let time = 0; time < 4; time += 1) {
    const { decision, hooks: runs } = await hooks.fire(stageEvent(site, spot.stage));
    const [crashed, other] = runs;
    faults.push([
      crashed?.fault?.code,
      /crashed its worker 3 times within a minute/.test(crashed?.fault?.message ?? ''),
    ]);
    const { status, decision: expected } = factsOf(CRASHING.expected, spot);
    expect([decision, other?.status]).toEqual([expected, status]);
  }
  await hooks.close();
  expect(faults).toEqual([...Array.from({ length: 3 }, () => ['exit', false]), ['unavailable', true]]);
  expect(await survivorsOf(site)).toEqual([]);
});
