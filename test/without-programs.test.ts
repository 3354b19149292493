import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePlace } from '../packages/cli/src/testing/place.ts';
import { pathWithout } from './support/path-without.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder = '';
let env: Readonly<Record<string, string>> = {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-without-'));
  env = { PATH: pathWithout(/^(?:jq|python.*)$/, join(folder, 'bin')) };
});

afterAll(() => rmSync(folder, { recursive: true }));

const NO_PYTHON = 'there is no python3 on PATH: install Python 3, or set HOOKLINE_PYTHON to its full path';

/** A project whose hooks need python3 and jq. */
const needy = (): ReturnType<typeof makePlace> =>
  makePlace({
    'project/.kolega/hooks.json': {
      schema_version: 1,
      hooks: {
        PreToolUse: [
          {
            matcher: '*',
            hooks: [
              { type: 'python', callable: 'guard:judge' },
              { type: 'command', command: './guard.sh' },
            ],
          },
        ],
      },
    },
    'project/guard.py': 'def judge(event):\n    return None\n',
    'project/guard.sh': '#!/bin/bash\ncommand=$(jq -r .tool_input.command)\n[[ $command == *rm* ]] && exit 2\nexit 0\n',
  });

describe('on a machine without jq and python3', () => {
  it('a python hook is not started, and its message says what is missing and what to do', async () => {
    const words = ['fire', '--event', 'PreToolUse', '--tool', 'create_file', '--trust-hooks', '--json'];
    const { stdout } = await needy().run(words, { env });
    const { hooks } = JSON.parse(stdout) as { readonly hooks: readonly Readonly<Record<string, unknown>>[] };
    expect(hooks[0]).toMatchObject({
      handler: 'python',
      status: 'failed',
      fault: { code: 'not_started', message: `hook "guard:judge" could not be started: ${NO_PYTHON}` },
    });
  });

  it('doctor names what is missing, by itself and by the hooks that need it', async () => {
    const place = needy();
    await place.run(['trust'], { env });
    const { status, stdout } = await place.run(['doctor'], { env });
    expect(status).toBe(1);
    expect(stdout).toContain('  python3   not on PATH; python hooks need it\n');
    expect(stdout).toContain('  jq        not on PATH; many scripts read their event with it\n');
    const id = 'kolega:project:PreToolUse[0]';
    expect(stdout).toContain(`  error: programs: ${id}.hooks[0] cannot be started: ${NO_PYTHON}\n`);
    expect(stdout).toContain(`  error: programs: ${id}.hooks[1] uses jq, which is not on PATH\n    install jq\n`);
  });

  it.each([
    ['python', 'PreToolUse', ['python3']],
    ['bash', 'PreToolUse', ['jq']],
    ['bash', 'SessionStart', []],
    ['node', 'PreToolUse', []],
  ])('new --language %s for %s warns of %j', async (language, event, missing) => {
    const words = ['new', 'guard', '--dialect', 'qoder', '--event', event, '--language', language];
    const { status, stdout, stderr } = await makePlace().run([...words, '--json'], { env });
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: missing.map((name) => warning(name)).join(''),
    });
    expect(JSON.parse(stdout)).toMatchObject({ written: true, missing });
  });

  it('init warns of it once, however many systems it writes the guard for', async () => {
    const words = ['init', '--dialect', 'qoder', '--dialect', 'kolega', '--yes'];
    expect(await makePlace().run(words, { env })).toMatchObject({ status: 0, stderr: warning('jq') });
  });
});

const warning = (name: string): string =>
  `warning: the hook needs ${name}, which is not on PATH: install it, or write the hook in another --language\n`;
