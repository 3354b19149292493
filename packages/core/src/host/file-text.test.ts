import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileText } from './file-text.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-file-text-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a file gives its text, of a long one the first mebibyte', () => {
  writeFileSync(join(root, 'a'), 'text\n');
  writeFileSync(join(root, 'long'), 'x'.repeat(1_500_000));
  expect(fileText(join(root, 'a'))).toBe('text\n');
  expect(fileText(join(root, 'long'))).toBe('x'.repeat(1_048_576));
});

test('what is no plain file gives nothing, and nothing waits for it', () => {
  execFileSync('mkfifo', [join(root, 'pipe')]);
  expect([join(root, 'none'), root, join(root, 'pipe'), '/dev/zero'].map(fileText)).toEqual(Array(4).fill(undefined));
});
