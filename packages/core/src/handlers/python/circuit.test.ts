import { expect, test } from 'vitest';
import { createCircuit } from './circuit.ts';

test('the third crash within a minute refuses the callable until the first is a minute old', () => {
  let now = 1000;
  const circuit = createCircuit(() => now);
  circuit.countCrash('a');
  circuit.countCrash('a');
  expect(circuit.refusal('a')).toBeNull();
  now += 59_000;
  circuit.countCrash('a');
  expect(circuit.refusal('a')).toBe('it crashed its worker 3 times within a minute; it is tried again in 1 s');
  expect(circuit.refusal('b')).toBeNull();
  now += 1000;
  expect(circuit.refusal('a')).toBeNull();
});
