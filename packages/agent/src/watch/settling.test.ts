import { describe, expect, it } from 'vitest';
import { literalNames } from './literal-names.ts';
import { Settling, settledIn } from './settling.ts';

const at = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> => new Map(Object.entries(entries));

describe('changes that settle', () => {
  it('a change is told once it has been the same for 100 ms, and once only', () => {
    const settling = new Settling(at({ a: '1', b: '1' }));
    expect(settling.look(at({ a: '2', c: '1' }), 0)).toEqual([]);
    expect(settling.isQuiet).toBe(false);
    expect(settling.look(at({ a: '2', c: '1' }), 99)).toEqual([]);
    expect(settling.look(at({ a: '2', c: '1' }), 100)).toEqual([
      { path: 'a', event: 'change' },
      { path: 'c', event: 'add' },
      { path: 'b', event: 'unlink' },
    ]);
    expect([settling.isQuiet, settling.look(at({ a: '2', c: '1' }), 300)]).toEqual([true, []]);
  });

  it('a file that is gone for a moment, as when an editor puts a new one in its place, has changed and was never gone', () => {
    const settling = new Settling(at({ a: '1' }));
    expect(settling.look(at({}), 0)).toEqual([]);
    expect(settling.look(at({ a: '2' }), 90)).toEqual([]);
    expect(settling.look(at({ a: '2' }), 200)).toEqual([{ path: 'a', event: 'change' }]);
  });

  it('what was undone before it was told is not told', () => {
    const settling = new Settling(at({ a: '1' }));
    expect(settling.look(at({ a: '2', b: '1' }), 0)).toEqual([]);
    expect([settling.look(at({ a: '1' }), 50), settling.isQuiet]).toEqual([[], true]);
    expect(settling.look(at({ a: '2' }), 150)).toEqual([]);
  });

  it('a file that never rests is told of every two seconds', () => {
    const settling = new Settling(at({ a: '0' }));
    const told = Array.from({ length: 81 }, (_, step) => step * 50).filter(
      (now) => settling.look(at({ a: `x${now}` }), now).length > 0,
    );
    expect(told).toEqual([2_000]);
    expect(settling.look(at({ a: 'y' }), 4_050).length).toBe(1);
  });

  it('a file of two places is told of once, though it was written between the looks at them', () => {
    const [first, second] = [new Settling(at({ a: '1' })), new Settling(at({ a: '1', b: '1' }))];
    const look = (seenFirst: Record<string, string>, seenSecond: Record<string, string>, now: number) =>
      settledIn(
        [
          { settling: first, seen: at(seenFirst) },
          { settling: second, seen: at(seenSecond) },
        ],
        now,
      );
    expect(look({ a: '1' }, { a: '2', b: '1' }, 0)).toEqual([]);
    expect(look({ a: '2' }, { a: '2', b: '1' }, 100)).toEqual([{ path: 'a', event: 'change' }]);
    expect([first.isQuiet, second.isQuiet]).toEqual([true, true]);
    expect(look({ a: '2' }, { a: '2', b: '1' }, 200)).toEqual([]);
    expect(look({ a: '2' }, { b: '1' }, 300)).toEqual([]);
    expect(look({}, { b: '1' }, 400)).toEqual([{ path: 'a', event: 'unlink' }]);
    expect(look({}, { b: '1' }, 500)).toEqual([]);
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
