import { ancestors, environmentOf, isKeeper } from '@hookline/core/internal';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skipWithout } from '../../../../test/support/skip-without.ts';
import { BUNDLE, makePlace, type Place } from '../testing/place.ts';

/** One that no version manager stands before: that would be a process in between. */
const SYSTEM_PYTHON = '/usr/bin/python3';

const GUARD = {
  'project/.kolega/hooks.json': {
    schema_version: 1,
    hooks: { Stop: [{ hooks: [{ type: 'command', command: './h.sh' }] }] },
  },
  'project/h.sh': '#!/bin/sh\nexit 0\n',
};

/** A line that trusts the project with a clean environment, and keeps what it was told. */
const trusting = (clean: boolean, words = ''): string =>
  `${clean ? 'env -i PATH="$PATH" HOME="$HOME" ' : ''}"${process.execPath}" "${BUNDLE}" trust ${words} >../told 2>&1`;

const toldIn = (place: Place): string => readFileSync(join(place.root, 'told'), 'utf8');
const trustedIn = async (place: Place): Promise<unknown> =>
  JSON.parse((await place.run(['trust', '--list', '--json'])).stdout);
const NOTHING_TRUSTED = { projects: [] };

const usersHook = (script: string) => ({
  'home/.config/polytoken/hooks.json': [{ name: 'mine', event: 'stop', handler: { bash: script } }],
});

describe('trust is a matter of persons', () => {
  it.each([false, true])('a hook cannot give it; with a clean environment: %s', async (clean) => {
    for (const words of ['', '--unattended']) {
      const place = makePlace({ ...GUARD, ...usersHook(trusting(clean, words)) });
      await place.run(['fire', '--event', 'Stop']);
      expect(toldIn(place)).toBe('hookline: trust is refused inside a hook\n');
      expect(await trustedIn(place)).toEqual(NOTHING_TRUSTED);
    }
  });

  it('a hook of a dialect with an exact environment cannot give it either', async () => {
    const place = makePlace({
      ...GUARD,
      'home/.config/kode/config.yaml': 'hooks:\n  session_start:\n    - exec: ["~/h.sh"]\n',
      'home/h.sh': `#!/bin/bash\nexport HOME=${'$'}{0%/*}\n${trusting(true)}\nexit 0\n`,
    });
    await place.run(['fire', '--event', 'SessionStart']);
    expect(toldIn(place)).toBe('hookline: trust is refused inside a hook\n');
    expect(await trustedIn(place)).toEqual(NOTHING_TRUSTED);
  });

  it.each([false, true])('an agent cannot give it by its tools; with a clean environment: %s', async (clean) => {
    const place = makePlace({
      ...GUARD,
      'project/steps.json': [
        { text: '', calls: [{ name: 'Bash', input: { command: trusting(clean) } }] },
        { text: 'Done.' },
      ],
    });
    await place.run(['ask', 'Go', '--script', 'steps.json', '--permission-mode', 'bypass']);
    expect(toldIn(place)).toMatch(/^hookline: trust is refused in a tool call of an agent: a person must run it/);
    expect(await trustedIn(place)).toEqual(NOTHING_TRUSTED);
  });

  it('what has slipped away from those who started it is refused without a terminal, unless a person orders it', async (context) => {
    skipWithout('python3');
    if (!existsSync(SYSTEM_PYTHON)) context.skip(`needs ${SYSTEM_PYTHON}`);
    for (const [words, expected] of [
      ['', /^hookline: trust is refused: the process that started it has ended, and there is no terminal/],
      ['--unattended', /^Trusted /],
    ] as const) {
      const place = makePlace(GUARD);
      // A process that takes orphans over stands for the first one of a system.
      const orphan = `(sleep 0.5; exec ${trusting(true, words)}) &`;
      const line = [
        'import ctypes, subprocess, time, os',
        'ctypes.CDLL(None).prctl(36, 1)',
        'ctypes.CDLL(None).prctl(15, b"init")',
        `subprocess.Popen(["bash", "-c", ${JSON.stringify(orphan)}], start_new_session=True).wait()`,
        'os.wait()',
      ].join('\n');
      await place.run(['-c', line], { program: SYSTEM_PYTHON });
      expect(toldIn(place)).toMatch(expected);
    }
  });

  it('a person, and a program without a terminal that a person has started, can', async () => {
    const place = makePlace(GUARD);
    expect((await place.run(['trust'])).stdout).toMatch(/^Trusted /);
  });
});

it('the processes above are told from the nearest on, with the environment that they were started with', () => {
  const above = ancestors();
  expect(above[0]?.pid).toBe(process.ppid);
  expect(above.at(-1)?.pid).toBe(1);
  expect(above.map(isKeeper).at(-1)).toBe(true);
  expect(environmentOf(process.ppid)['HOME']).toBe(process.env['HOME']);
});
