import { expect, test } from 'vitest';
import { aPin } from '../../../../test/support/pins.ts';
import { parsePin, pinDigest, pinText } from './pin.ts';
import type { Pin } from './pin.ts';

const PIN: Pin = {
  ...aPin({
    path: '/p',
    digest: 'd',
    copy: { 'hooks.json': { kind: 'text', text: '{"check":"x"}\n' }, none: { kind: 'missing' } },
    hooks: [{ id: 'kolega:project:a', files: [{ path: 'a.sh', digest: 'x' }] }],
  }),
  number: 7,
  beside: ['e'],
};

test('a pin is read as it was written', () => {
  expect(parsePin(pinText(PIN))).toEqual(PIN);
});

test('a pin of which any byte was changed, or that was cut anywhere, is none', () => {
  const text = pinText(PIN);
  for (let at = 0; at < text.length; at += 1) {
    const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
    expect([at, parsePin(text.slice(0, at) + other + text.slice(at + 1))]).toEqual([at, null]);
    expect([at, parsePin(text.slice(0, at))]).toEqual([at, null]);
  }
});

test.each([
  { v: 2 },
  { path: 1 },
  { number: '7' },
  { copy: { a: { kind: 'other' } } },
  { copy: [] },
  { hooks: [{ id: 'a', files: [{}] }] },
  { hooks: null },
  { beside: null },
  { written: 1 },
  { replaced: [1] },
  { replacedDefinitions: [1] },
  { given: null },
])('what is written well and is no pin is none: %j', (wrong) => {
  expect(parsePin(pinText({ ...PIN, ...wrong } as unknown as Pin))).toBeNull();
});

test('the digest changes with definitions, hooks and their files, and with nothing else', () => {
  const files = [{ path: 'hooks.json', digest: 'a' }];
  const digests = [
    pinDigest(files, PIN.hooks),
    pinDigest([{ path: 'hooks.json', digest: 'b' }], PIN.hooks),
    pinDigest(files, [{ id: 'kolega:project:b', files: [{ path: 'a.sh', digest: 'x' }] }]),
    pinDigest(files, [{ id: 'kolega:project:a', files: [{ path: 'a.sh', digest: 'y' }] }]),
    pinDigest(files, [{ id: 'kolega:project:a', files: [] }]),
  ];
  expect(new Set(digests).size).toBe(digests.length);
  expect(pinDigest(files, PIN.hooks)).toBe(digests[0]);
});
