import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../support/programs.ts';

const PROGRAM = join(import.meta.dirname, 'run.mjs');

test('a sample of the table of matchers gets the answers of Python, with nothing undecided', needs('python3'), () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, '--pairs', '2000', '--seed', '7'], {
    encoding: 'utf8',
  });
  expect([stderr, stdout]).toEqual([
    '',
    expect.stringMatching(/^quiet: 2000 pairs; 0 answers unlike Python's; 0 undecided; /),
  ]);
  expect(status).toBe(0);
});
