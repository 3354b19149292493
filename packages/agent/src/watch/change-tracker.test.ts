import { describe, expect, it } from 'vitest';
import { literalNames } from './watchers.ts';
import { ChangeTracker, settledChanges } from './change-tracker.ts';

const at = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> => new Map(Object.entries(entries));

describe('changes that settle', () => {
  it('a change is reported once it has been the same for 100 ms, and once only', () => {
    const tracker = new ChangeTracker(at({ a: '1', b: '1' }));
    expect(tracker.observe(at({ a: '2', c: '1' }), 0)).toEqual([]);
    expect(tracker.isQuiet).toBe(false);
    expect(tracker.observe(at({ a: '2', c: '1' }), 99)).toEqual([]);
    expect(tracker.observe(at({ a: '2', c: '1' }), 100)).toEqual([
      { path: 'a', event: 'change' },
      { path: 'c', event: 'add' },
      { path: 'b', event: 'unlink' },
    ]);
    expect([tracker.isQuiet, tracker.observe(at({ a: '2', c: '1' }), 300)]).toEqual([true, []]);
  });

  it('a file that is gone for a moment, as when an editor puts a new one in its place, has changed and was never gone', () => {
    const tracker = new ChangeTracker(at({ a: '1' }));
    expect(tracker.observe(at({}), 0)).toEqual([]);
    expect(tracker.observe(at({ a: '2' }), 90)).toEqual([]);
    expect(tracker.observe(at({ a: '2' }), 200)).toEqual([{ path: 'a', event: 'change' }]);
  });

  it('what was undone before it was reported is not reported', () => {
    const tracker = new ChangeTracker(at({ a: '1' }));
    expect(tracker.observe(at({ a: '2', b: '1' }), 0)).toEqual([]);
    expect([tracker.observe(at({ a: '1' }), 50), tracker.isQuiet]).toEqual([[], true]);
    expect(tracker.observe(at({ a: '2' }), 150)).toEqual([]);
  });

  it('a file that changes all the time is reported every two seconds', () => {
    const tracker = new ChangeTracker(at({ a: '0' }));
    const told = Array.from({ length: 81 }, (_, step) => step * 50).filter(
      (now) => tracker.observe(at({ a: `x${now}` }), now).length > 0,
    );
    expect(told).toEqual([2_000]);
    expect(tracker.observe(at({ a: 'y' }), 4_050).length).toBe(1);
  });

  it('a file of two paths is reported once, though it was written between the two observations', () => {
    const [first, second] = [new ChangeTracker(at({ a: '1' })), new ChangeTracker(at({ a: '1', b: '1' }))];
    const observe = (seenFirst: Record<string, string>, seenSecond: Record<string, string>, now: number) =>
      settledChanges(
        [
          { tracker: first, seen: at(seenFirst) },
          { tracker: second, seen: at(seenSecond) },
        ],
        now,
      );
    expect(observe({ a: '1' }, { a: '2', b: '1' }, 0)).toEqual([]);
    expect(observe({ a: '2' }, { a: '2', b: '1' }, 100)).toEqual([{ path: 'a', event: 'change' }]);
    expect([first.isQuiet, second.isQuiet]).toEqual([true, true]);
    expect(observe({ a: '2' }, { a: '2', b: '1' }, 200)).toEqual([]);
    expect(observe({ a: '2' }, { b: '1' }, 300)).toEqual([]);
    expect(observe({}, { b: '1' }, 400)).toEqual([{ path: 'a', event: 'unlink' }]);
    expect(observe({}, { b: '1' }, 500)).toEqual([]);
  });
});

it.each([
  [['package.json'], ['package.json']],
  [
    ['.env|.envrc', 'a b.txt | c'],
    ['.env', '.envrc', 'a b.txt', 'c'],
  ],
  [['a,b'], ['a,b']],
  [
    ['a', 'a|b', null, '', '*', '|'],
    ['a', 'b'],
  ],
  [['.*\\.json', '^a$', 'a+', 'a?', '(a|b)', '[ab]', 'a{2}'], []],
  [['../x|sub/y|..|.|ok'], ['ok']],
])('the matchers %j name the files %j', (matchers, names) => {
  expect(literalNames(matchers)).toEqual(names);
});
