import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ending, Report } from '../../model/index.ts';
import { keepVariables } from './keep-variables.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-keep-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const EXITED: Ending = { how: 'exited', code: 0 };

function kept(stdout: string, ending: Ending = EXITED, file = join(folder, 'kept.json')): unknown {
  keepVariables({ file, key: 'env' }, { ending, stdout, stderr: '', truncated: [], durationMs: 1 } satisfies Report);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

test('the texts under the key of an answer are kept', () => {
  expect(kept('{"env":{"A":"1","B":2,"C":"x y"}}')).toEqual({ A: '1', C: 'x y' });
});

test.each([
  ['text', EXITED],
  ['{"env":[]}', EXITED],
  ['{}', EXITED],
  ['{"env":{"A":"1"}}', { how: 'exited', code: 1 } as const],
  ['{"env":{"A":"1"}}', { how: 'timed-out' } as unknown as Ending],
])('%s keeps nothing after %j', (stdout, ending) => {
  expect(kept(stdout, ending)).toBeNull();
});

test('a folder that is not there is no failure', () => {
  expect(kept('{"env":{"A":"1"}}', EXITED, join(folder, 'none', 'kept.json'))).toBeNull();
});
