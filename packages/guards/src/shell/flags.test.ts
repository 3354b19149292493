import { expect, it } from 'vitest';
import { isSet, readFlags, valuesOf } from './flags.ts';

it('tells short and long options, their values and operands apart', () => {
  const flags = readFlags(['-xfa.tgz', '--mode=1', '--name', 'n', 'one', '--', '-two'], { valued: ['f', 'name'] });
  expect([...flags.names]).toEqual(['x', 'f', 'mode', 'name']);
  expect(valuesOf(flags, ['f', 'mode', 'name'])).toEqual(['a.tgz', '1', 'n']);
  expect(flags.operands).toEqual(['one', '-two']);
});

it('knows a long option by a beginning of its name, as GNU programs do', () => {
  expect(isSet(readFlags(['--recurs']), ['r', 'recursive'])).toBe(true);
  expect(isSet(readFlags(['--force-with-lease']), ['f', 'force'])).toBe(false);
  expect(isSet(readFlags(['-v']), ['r', 'recursive'])).toBe(false);
});

it('takes the value of an option that may have none only from its own word', () => {
  const flags = readFlags(['-i', 'rm', '-i%', 'x'], { optional: ['i'] });
  expect(valuesOf(flags, ['i'])).toEqual(['', '%']);
  expect(flags.operands).toEqual(['rm', 'x']);
});

it('stops at the first operand where a command follows', () => {
  expect(readFlags(['-n', '5', 'rm', '-rf'], { valued: ['n'], stopsAtOperand: true }).operands).toEqual(['rm', '-rf']);
});
