import { expect, test } from 'vitest';
import { createOutput, KEPT_BYTES } from './output.ts';

test('the first bytes are kept, the rest is dropped, and the record says so', () => {
  const output = createOutput();
  output.push(Buffer.alloc(KEPT_BYTES - 1, 'a'), false);
  expect(output.isTruncated()).toBe(false);
  output.push(Buffer.from('bc'), false);
  output.push(Buffer.from('d'), false);
  expect(output.isTruncated()).toBe(true);
  expect(output.text()).toBe(`${'a'.repeat(KEPT_BYTES - 1)}b`);
});

test('a character on the border is left out whole', () => {
  const output = createOutput();
  output.push(Buffer.alloc(KEPT_BYTES - 1, 'a'), false);
  output.push(Buffer.from('é'), false);
  expect(output.text()).toBe('a'.repeat(KEPT_BYTES - 1));
});

test('a character may come in parts', () => {
  const output = createOutput();
  const bytes = Buffer.from('€');
  output.push(bytes.subarray(0, 1), false);
  output.push(bytes.subarray(1), false);
  expect(output.text()).toBe('€');
});

test('memory that is shared is copied', () => {
  const output = createOutput();
  const shared = Buffer.from('first');
  output.push(shared, true);
  shared.fill('x');
  expect(output.text()).toBe('first');
});

test('bytes that are not UTF-8 are replaced, and a byte order mark stays', () => {
  const output = createOutput();
  output.push(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]), false);
  expect(output.text()).toBe('\uFEFFa\uFFFD');
});
