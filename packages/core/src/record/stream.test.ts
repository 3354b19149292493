import { describe, expect, test } from 'vitest';
import { emptyOutcome } from '../engine/outcome.ts';
import type { Json } from '../model/index.ts';
import { cutJson, isCut } from './cut.ts';
import type { RecordEntry } from './entry.ts';
import { backgroundEntry, endEntry, noteEntry, startEntry } from './entry.ts';
import { decisionsIn } from './read-timeline.ts';

const at = (second: number): Date => new Date(second * 1000);

const start = (id: string, second: number, session = 's'): RecordEntry =>
  startEntry({ id, at: at(second) }, '/p', { hook_event_name: 'Stop', session_id: session }, []);
const end = (id: string, second: number): RecordEntry => endEntry({ id, at: at(second) }, emptyOutcome('Stop'), 1);

const ids = (entries: readonly RecordEntry[], filter = {}): unknown =>
  [...decisionsIn(entries, filter)].map(({ id, status }) => [id, status]);

describe('decisionsIn', () => {
  test('gives each decision with its end, those without an end last, and holds only what is open', () => {
    const entries = [start('a', 1), start('b', 2), start('c', 3), end('b', 4), noteEntry(at(5), 'x', 'a'), end('a', 6)];
    expect(ids(entries)).toEqual([
      ['b', 'done'],
      ['a', 'done'],
      ['c', 'interrupted'],
    ]);
  });

  test('leaves out ends without a start, and later news of background hooks', () => {
    const [run] = emptyOutcome('Stop').hooks;
    const late = run === undefined ? [] : [backgroundEntry({ id: 'a', at: at(3) }, run)];
    expect(ids([end('z', 1), start('a', 1), end('a', 2), ...late])).toEqual([['a', 'done']]);
  });

  test('chooses by the start: its time, session and event', () => {
    const entries = [start('a', 1), end('a', 9), start('b', 5, 'other'), end('b', 9), start('c', 6), end('c', 9)];
    expect(ids(entries, { since: at(5), session: 's', event: 'Stop' })).toEqual([['c', 'done']]);
    expect(ids(entries, { event: 'PreToolUse' })).toEqual([]);
  });
});

describe('isCut', () => {
  test.each<[string, Json]>([
    ['a long text', { a: { b: ['x'.repeat(9_000)] } }],
    ['a long key', { ['k'.repeat(9_000)]: 1 }],
    ['very many values', Array.from({ length: 100_000 }, () => 'some text')],
  ])('finds that %s was cut', (_what, value) => {
    expect([isCut(value), isCut(cutJson(value))]).toEqual([false, true]);
  });

  test('finds what is too deep, and nothing where nothing was cut', () => {
    let deep: Json = 'x';
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect(isCut(cutJson(deep))).toBe(true);
    expect(isCut(cutJson({ a: ['x'.repeat(8_000), 1, null, true] }))).toBe(false);
  });
});
