import { expect, test } from 'vitest';
import { MAX_FILES_OF_HOOK, onceEach, onceFor, charge, withinScanBudget, BudgetExceeded } from './scan-budget.ts';

test.each([
  ['calls', 30_000, 'more than 30000 files to look through, at x'],
  ['names', 40_000, 'more than 40000 names in folders to look through, at x'],
  ['characters', 4_194_304, 'more than 4194304 characters to look through, at x'],
  ['shell', 262_144, 'more than 262144 characters of shell texts to look through, at x'],
  ['steps', 300_000, 'more than 300000 words and places to look through, at x'],
] as const)('of %s a scan takes %d and no more', (what, limit, message) => {
  const takeAll = (): void => {
    charge(what, limit - 1, 'before');
    charge(what, 1, 'last');
  };
  withinScanBudget(takeAll);
  expect(() =>
    withinScanBudget(() => {
      takeAll();
      charge(what, 1, 'x');
    }),
  ).toThrow(new BudgetExceeded(message));
  withinScanBudget(takeAll);
  for (let time = 0; time < 3; time++) charge(what, limit, 'outside of a scan nothing counts');
});

test('a scan inside another belongs to the outer one, and what it found is given back', () => {
  expect(withinScanBudget(() => withinScanBudget(() => 'found'))).toBe('found');
  const spendTwice = (): void =>
    withinScanBudget(() => {
      charge('calls', 30_000, '');
      withinScanBudget(() => charge('calls', 1, 'inner'));
    });
  expect(spendTwice).toThrow('at inner');
  withinScanBudget(() => {
    withinScanBudget(() => charge('calls', 30_000, ''));
    expect(() => charge('calls', 1, 'outer')).toThrow('at outer');
  });
});

test('each question is asked once in a scan, also when nothing was found, and anew in the next', () => {
  const asked: string[] = [];
  const ask = onceEach((path) => {
    asked.push(path);
    return path === 'nothing' ? null : path.toUpperCase();
  });
  const askAll = () => ['a', 'nothing', 'a', 'nothing', 'b'].map(ask);
  expect(withinScanBudget(askAll)).toEqual(['A', null, 'A', null, 'B']);
  expect(asked).toEqual(['a', 'nothing', 'b']);
  expect(withinScanBudget(askAll)).toEqual(['A', null, 'A', null, 'B']);
  expect(asked).toHaveLength(6);
  expect(askAll()).toEqual(['A', null, 'A', null, 'B']);
  expect(asked).toHaveLength(11);
});

test('different questions about one name do not answer each other', () => {
  const [one, two] = [onceFor<string>(), onceFor<string>()];
  expect(withinScanBudget(() => [one('x', () => '1'), two('x', () => '2'), one('x', () => '3')])).toEqual([
    '1',
    '2',
    '1',
  ]);
});

test('the first answer costs a system call, and each that is given again a step', () => {
  const ask = onceEach((path) => path);
  withinScanBudget(() => {
    ask('known');
    charge('calls', 29_999, '');
    expect(ask('known')).toBe('known');
    expect(() => ask('new')).toThrow('more than 30000 files to look through, at new');
    charge('steps', 299_999, '');
    expect(() => ask('known')).toThrow('more than 300000 words and places to look through, at known');
  });
  expect(MAX_FILES_OF_HOOK).toBe(1_000);
});
