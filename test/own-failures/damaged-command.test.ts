import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const DIST = fileURLToPath(new URL('../../packages/cli/dist', import.meta.url));
const FIRE = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}', '--json'];

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-damaged-'));
  cpSync(DIST, join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, 'project/.qoder'), { recursive: true });
  writeFileSync(join(folder, 'project/.qoder/settings.json'), JSON.stringify(HOOKS));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const HOOKS = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 0' }] }] } };

describe('a command of which a part is missing or damaged refuses', () => {
  test('main.js is missing', async () => {
    rmSync(join(folder, 'dist/main.js'));
    expect(await run(FIRE)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/cannot be loaded.*main\.js/s) as string,
    });
  });

  test('a chunk that every call needs is damaged', async () => {
    const [, chunk = ''] =
      /require\("\.\/([\w-]+\.js)"\)/.exec(readFileSync(join(folder, 'dist/main.js'), 'utf8')) ?? [];
    writeFileSync(join(folder, 'dist', chunk), 'export {');
    expect(await run(FIRE)).toMatchObject({ status: 2 });
  });

  test('the part that answers agents is damaged', async () => {
    const [chunk = ''] = readdirSync(join(folder, 'dist')).filter((name) => name.startsWith('agent-event-'));
    writeFileSync(join(folder, 'dist', chunk), 'export {');
    expect(await run(['hook', 'claude', 'PreToolUse'])).toMatchObject({ status: 2 });
    expect(await run(FIRE)).toMatchObject({ status: 0 });
  });

  test('other commands end with 1', async () => {
    rmSync(join(folder, 'dist/main.js'));
    expect(await run(['list'])).toMatchObject({ status: 1 });
  });

  test('and HOOKLINE_ON_ERROR=proceed makes it 1', async () => {
    rmSync(join(folder, 'dist/main.js'));
    expect(await run(FIRE, { HOOKLINE_ON_ERROR: 'proceed' })).toMatchObject({ status: 1 });
  });
});

describe('a state folder that cannot be read refuses', () => {
  test('a file stands in its place', async () => {
    writeFileSync(join(folder, 'state'), '');
    const { status, out, err } = await run(FIRE);
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ decision: 'block', block: { effect: 'deny_tool', hook: 'hookline' } });
    expect(err).toMatch(/it is not known whether the hooks of this project are trusted: .*state is not a folder/);
  });

  test('the folder of trust is a file', async () => {
    mkdirSync(join(folder, 'state'), { mode: 0o700 });
    writeFileSync(join(folder, 'state/trust'), '');
    expect(await run(FIRE)).toMatchObject({ status: 2 });
  });

  test('and one that is not there yet does not', async () => {
    expect(await run(FIRE)).toMatchObject({ status: 0 });
  });
});

function run(
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ status: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: folder, HOOKLINE_STATE_DIR: join(folder, 'state'), ...more };
  const args = [join(folder, 'dist/hookline.js'), ...words];
  return new Promise((done) => {
    execFile(process.execPath, args, { env, cwd: join(folder, 'project') }, (error, out, err) => {
      done({ status: error === null ? 0 : Number(error.code), out, err });
    });
  });
}
