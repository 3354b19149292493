import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PROGRAMS } from '../../scripts/programs.mjs';
import { pathWithout } from '../support/path-without.ts';

/** One file for each way to say what a test needs: of one test, of the whole file, in the test itself. */
const FILES = [
  'packages/core/src/shell/shlex.test.ts',
  'packages/core/src/process/group.test.ts',
  'test/seeds/kode.test.ts',
];

it('a run without some programs fails no test for it, and counts what it leaves out', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-run-without-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const PATH = pathWithout(/^(?:jq|python.*|setsid)$/, join(folder, 'bin'));
  const { status, stdout } = spawnSync('npx', ['vitest', 'run', ...FILES], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH, HOME: folder, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => line.includes('is not installed'))).toEqual([
    `jq is not installed: 2 tests that need it are left out (${PROGRAMS.jq.get})`,
    `python3 is not installed: 2 tests that need it are left out (${PROGRAMS.python3.get})`,
    `setsid is not installed: 2 tests that need it are left out (${PROGRAMS.setsid.get})`,
  ]);
  expect([status, lines.at(-1)]).toEqual([0, expect.stringMatching(/^\d\d passed, 0 failed, 6 skipped$/)]);
});
