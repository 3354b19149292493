import { expect, test } from 'vitest';
import { aReport } from '../../../../test/support/hooks.ts';
import { excerpt, fault, printedOn } from './fault.ts';

test('a fault names the hook, what it did and what it said, which is cut after 2000 characters', () => {
  const guard = { name: 'guard' };
  expect(fault('exit', guard, 'exited with 1')).toEqual({ code: 'exit', message: 'hook "guard" exited with 1' });
  expect(fault('exit', guard, 'exited with 1', ' \n')).toEqual({ code: 'exit', message: 'hook "guard" exited with 1' });
  expect(fault('exit', guard, 'exited with 1', ` ${'x'.repeat(2000)}\n`).message).toBe(
    `hook "guard" exited with 1: ${'x'.repeat(2000)}`,
  );
  expect(fault('exit', guard, 'exited with 1', 'x'.repeat(2001)).message).toBe(
    `hook "guard" exited with 1: ${'x'.repeat(2000)} …`,
  );
});

test('an excerpt is trimmed, and cut where it is told to be', () => {
  expect([excerpt(' abc '), excerpt('abc', 3), excerpt('abcd', 3), excerpt(' abc ', 3)]).toEqual([
    'abc',
    'abc',
    'abc …',
    'abc',
  ]);
});

test('what was printed on the streams is given in their order, trimmed, without what is blank', () => {
  const report = aReport({ stdout: ' out\n', stderr: ' \n' });
  expect([
    printedOn(['stderr', 'stdout'], report),
    printedOn(['stderr'], report),
    printedOn(['stdout', 'stderr'], aReport({ stdout: 'a', stderr: 'b' })),
    printedOn([], report),
  ]).toEqual([['out'], [], ['a', 'b'], []]);
});
