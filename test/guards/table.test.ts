import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the table of hits and misses in the documentation is what is measured now', () => {
  const program = fileURLToPath(new URL('measure.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [program, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, 120_000);
