import { expect, test } from 'vitest';
import { createRandom } from '../../../../../test/fuzz/random.ts';
import { brokenRefusals } from '../../../../../test/fuzz/targets/broken-refusals.ts';

// npm run test:proof -- refusals tries a million.
const INPUTS = 1000;

test(`none of ${INPUTS} broken answers that refuse in their first bytes becomes a permission`, async () => {
  const target = brokenRefusals();
  const lost: unknown[] = [];
  for (let index = 0; index < INPUTS; index += 1) {
    const input = target.input(createRandom(`quick ${index}`), []);
    const why = await target.run(input);
    if (why !== null) lost.push([input, why]);
  }
  expect(lost).toEqual([]);
});

test('a reader that lets one through is found', async () => {
  const target = brokenRefusals(() => ({}));
  const found: unknown[] = [];
  for (let index = 0; index < 20; index += 1)
    found.push(await target.run(target.input(createRandom(`found ${index}`), [])));
  expect(found.some((lost) => lost !== null)).toBe(true);
});
