import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the example of a host runs, and its loop does what its hooks want', () => {
  const home = mkdtempSync(join(tmpdir(), 'hookline-embed-home-'));
  try {
    const said = execFileSync(process.execPath, [join(import.meta.dirname, '../examples/embed/run.mjs')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home },
    });
    expect(said).toContain('- error: the user said no\n- Done.\n- Say what you did.\n- All clean.');
    expect(said).toContain('unknown type "comand"; did you mean "command"?');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
