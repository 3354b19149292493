import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathWithout } from './support/path-without.ts';
import { hasProgram } from './support/programs.ts';

const root = join(import.meta.dirname, '..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-demo-test-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasPython = hasProgram('python3');
const LAST_WORDS: Readonly<Record<string, string>> = {
  embed: '- All clean.\n',
  'five-dialects': `\nThe audit server saw ${hasPython ? 5 : 4} tool calls.\n`,
  'stop-until-tests-pass': 'The hook sent the agent back 2 times; now the test passes.\n',
};

describe('npm run demo', () => {
  test('has all examples that check themselves', () => {
    const own = readdirSync(join(root, 'examples')).filter((name) =>
      existsSync(join(root, 'examples', name, 'run.mjs')),
    );
    expect(own.toSorted()).toEqual(Object.keys(LAST_WORDS));
  });

  test.each(Object.entries(LAST_WORDS))('plays %s to its end', { timeout: 120_000 }, async (name, said) => {
    const { status, stdout, stderr } = await play(['run.mjs', '--remove'], join(root, 'examples', name));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(said);
  });

  test('without jq and python3 plays all the same, and says what it leaves out', { timeout: 120_000 }, async () => {
    const path = pathWithout(/^(?:jq|python.*)$/, join(folder, 'bin'));
    const { status, stdout, stderr } = await play(['scripts/demo.mjs', 'five-dialects'], root, path);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').filter((line) => /not installed|command not found/.test(line))).toEqual([
      'python3 is not installed: the Python hook guards/secrets.py, which refuses to write a secret, is left out (apt-get install python3, brew install python)',
    ]);
    expect(stdout).toContain('\n9 of 9 hooks armed\n');
    expect(stdout).toContain('\nThe audit server saw 4 tool calls.\n');
    expect(stdout).toMatch(/\n1 passed, 0 failed, 1 skipped\n$/);
  });
});

async function play(
  words: readonly string[],
  cwd: string,
  path = process.env['PATH'],
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, words, {
    cwd,
    env: { PATH: path, HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}
