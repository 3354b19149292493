import { expect, test } from 'vitest';
import { withinScanBudget } from '../scan-budget.ts';
import { oncePerText, placesOf } from './per-text.ts';

test('a name of a text is looked for once in a scan, and again in the next, which has a budget of its own', () => {
  const asked: string[] = [];
  const lengthOf = oncePerText((text, name) => asked.push(`${text} ${name}`));
  const scan = (): void => {
    for (const name of ['a', 'b', 'a']) lengthOf('one', name);
    lengthOf('two', 'a');
  };
  withinScanBudget(scan);
  expect(asked).toEqual(['one a', 'one b', 'two a']);
  withinScanBudget(scan);
  expect(asked.slice(3)).toEqual(['one a', 'one b', 'two a']);
});

test('a name stands where no longer name does', () => {
  expect(placesOf('a ab.a(a1, $a, \\a) a', 'a')).toEqual([0, 5, 19]);
});
