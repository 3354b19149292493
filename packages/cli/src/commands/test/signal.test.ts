import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { BUNDLE } from '../../testing/place.ts';

const COMMAND = BUNDLE;
const root = mkdtempSync(join(tmpdir(), 'hookline-signal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends a test that searches for an expectation',
  async (signal) => {
    const refusal = `echo ${'a'.repeat(80)}! >&2; touch '${root}/ran'; exit 2`;
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: refusal }] }] } };
    put('p/.qoder/settings.json', JSON.stringify(settings));
    put('p/.qoder/a.hooktest.yaml', "cases:\n  - example: PreToolUse\n    expect: { reason: '/^(?:(a+)+\\1)+$/' }\n");
    const env = { PATH: process.env['PATH'], HOME: join(root, 'home'), HOOKLINE_STATE_DIR: join(root, 'state') };
    const args = [COMMAND, 'test', '--project', join(root, 'p'), '--trust-hooks'];
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await expect.poll(() => isThere('ran'), { timeout: 30_000 }).toBe(true);
    rmSync(join(root, 'ran'));
    await setTimeout(300);
    expect(child.exitCode).toBe(null);
    const start = performance.now();
    child.kill(signal);
    expect(await ended).toEqual([signal === 'SIGTERM' ? 143 : 130, null]);
    expect(performance.now() - start).toBeLessThan(2000);
  },
  60_000,
);

function isThere(name: string): boolean {
  try {
    writeFileSync(join(root, name), '', { flag: 'r+' });
    return true;
  } catch {
    return false;
  }
}
