import { expect, test } from 'vitest';
import { MAX_FILES_OF_HOOK, onceEach, onceFor, spend, surveying, TooMuch } from './scan-budget.ts';

test.each([
  ['calls', 30_000, 'more than 30000 files to look through, at x'],
  ['names', 40_000, 'more than 40000 names in folders to look through, at x'],
  ['characters', 4_194_304, 'more than 4194304 characters to look through, at x'],
  ['shell', 262_144, 'more than 262144 characters of shell texts to look through, at x'],
  ['steps', 300_000, 'more than 300000 words and places to look through, at x'],
] as const)('of %s a survey takes %d and no more', (what, limit, message) => {
  const takeAll = (): void => {
    spend(what, limit - 1, 'before');
    spend(what, 1, 'last');
  };
  surveying(takeAll);
  expect(() =>
    surveying(() => {
      takeAll();
      spend(what, 1, 'x');
    }),
  ).toThrow(new TooMuch(message));
  surveying(takeAll);
  for (let time = 0; time < 3; time++) spend(what, limit, 'outside of a survey nothing counts');
});

test('a survey inside another belongs to the outer one, and what it found is given back', () => {
  expect(surveying(() => surveying(() => 'found'))).toBe('found');
  const spendTwice = (): void =>
    surveying(() => {
      spend('calls', 30_000, '');
      surveying(() => spend('calls', 1, 'inner'));
    });
  expect(spendTwice).toThrow('at inner');
  surveying(() => {
    surveying(() => spend('calls', 30_000, ''));
    expect(() => spend('calls', 1, 'outer')).toThrow('at outer');
  });
});

test('each question is asked once in a survey, also when nothing was found, and anew in the next', () => {
  const asked: string[] = [];
  const ask = onceEach((path) => {
    asked.push(path);
    return path === 'nothing' ? null : path.toUpperCase();
  });
  const askAll = () => ['a', 'nothing', 'a', 'nothing', 'b'].map(ask);
  expect(surveying(askAll)).toEqual(['A', null, 'A', null, 'B']);
  expect(asked).toEqual(['a', 'nothing', 'b']);
  expect(surveying(askAll)).toEqual(['A', null, 'A', null, 'B']);
  expect(asked).toHaveLength(6);
  expect(askAll()).toEqual(['A', null, 'A', null, 'B']);
  expect(asked).toHaveLength(11);
});

test('different questions about one name do not answer each other', () => {
  const [one, two] = [onceFor<string>(), onceFor<string>()];
  expect(surveying(() => [one('x', () => '1'), two('x', () => '2'), one('x', () => '3')])).toEqual(['1', '2', '1']);
});

test('the first answer costs a call of the system, and each that is given again a step', () => {
  const ask = onceEach((path) => path);
  surveying(() => {
    ask('known');
    spend('calls', 29_999, '');
    expect(ask('known')).toBe('known');
    expect(() => ask('new')).toThrow('more than 30000 files to look through, at new');
    spend('steps', 299_999, '');
    expect(() => ask('known')).toThrow('more than 300000 words and places to look through, at known');
  });
  expect(MAX_FILES_OF_HOOK).toBe(1_000);
});
