import { writeFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import type { Outcome } from '../../packages/core/src/model/index.ts';
import type { Spot } from './row.ts';
import { DISAGREEMENT_ROWS, REASONS } from './rows/together.ts';
import { makeSite, pathOf, removeSite, secondOf } from './site.ts';
import { stageEvent } from './events.ts';
import { describeSpots } from './spots.ts';
import { openHooks, survivorsOf } from './unit.ts';

vi.setConfig({ maxConcurrency: 4, testTimeout: 60_000 });

/** How long each of the two takes, in seconds. */
const ORDERS: readonly (readonly [first: string, second: string])[] = [
  ['0', '0.4'],
  ['0.4', '0'],
  ['0', '0'],
];

for (const { row, refuses, ...matrixRow } of DISAGREEMENT_ROWS) {
  describeSpots(matrixRow, async (spot, { onTestFinished }) => {
    const { stage } = spot;
    const site = makeSite(row, spot.dialect, spot.scope);
    onTestFinished(() => removeSite(site));
    const hooks = await openHooks(site);
    const outcomes: Outcome[] = [];
    for (const [first, second] of ORDERS) {
      writeFileSync(`${pathOf(site, stage)}.delay`, first);
      writeFileSync(`${pathOf(site, secondOf(stage))}.delay`, second);
      outcomes.push(await hooks.fire(stageEvent(site, stage), { wait: !stage.waits }));
    }
    await hooks.close();
    for (const outcome of outcomes) expect(withoutTimes(outcome)).toEqual(withoutTimes(outcomes[0]));
    expect(summaryOf(outcomes[0])).toEqual(expectedOf(spot, refuses));
    expect(await survivorsOf(site)).toEqual([]);
  });
}

const withoutTimes = (outcome: Outcome | undefined): unknown =>
  JSON.parse(JSON.stringify(outcome, (key, value: unknown) => (key === 'durationMs' ? 0 : value)));

const summaryOf = (outcome: Outcome | undefined): unknown => ({
  decision: outcome?.decision,
  effect: outcome?.block?.effect ?? null,
  reason: outcome?.block?.reason ?? null,
  faults: outcome?.hooks.flatMap(({ fault }) => fault?.code ?? []),
});

/** One by one, the first refusal ends it; side by side, all are heard, in the order in which they are written down. */
function expectedOf({ dialect, stage }: Spot, refuses: readonly [boolean, boolean]): unknown {
  const reasons = REASONS.filter((_, index) => refuses[index]);
  if (stage.effect === null)
    return {
      decision: 'none',
      effect: null,
      reason: null,
      faults: stage.exitTwo === 'nothing' ? [] : reasons.map(() => (stage.exitTwo === undefined ? 'no_power' : 'exit')),
    };
  const heard = dialect.reasons === 'all' ? reasons : reasons.slice(0, 1);
  return { decision: 'block', effect: stage.effect, reason: heard.join('\n'), faults: [] };
}
