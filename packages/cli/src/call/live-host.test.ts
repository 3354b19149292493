import { createHooks } from '@hookline/core';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE, eventually, makePlace, type Place } from '../testing/place.ts';

const GUARD = {
  'project/.kolega/hooks.json': {
    schema_version: 1,
    hooks: { Stop: [{ hooks: [{ type: 'command', command: './h.sh' }] }] },
  },
  'project/h.sh': '#!/bin/sh\nexit 0\n',
};

const HOOKLINE = `'${process.execPath}' '${BUNDLE}'`;
const CLEAN = 'env -i PATH="$PATH" HOME="$HOME"';

/** A hook of the user's own that runs the script, which its host sees through to the end. */
const usersHook = (script: string, more: object = {}) => ({
  'home/.config/polytoken/hooks.json': [{ name: 'mine', event: 'stop', handler: { bash: script }, ...more }],
});

const REFUSED =
  /^hookline: \S+ is refused: it was started by a hook or a tool call, below .+ \(process \d+\), which runs hooks; a person must run it/;

const toldIn = (place: Place): string => readFileSync(join(place.root, 'told'), 'utf8');
const trustedIn = async (place: Place): Promise<unknown> =>
  JSON.parse((await place.run(['trust', '--list', '--json'])).stdout);
const hostsIn = (place: Place): readonly string[] => {
  const folder = join(place.home, '.local/state/hookline/hosts');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a process below a live host of hooks', () => {
  it.each([
    ['trust', `${HOOKLINE} trust`],
    ['trust --unattended', `${HOOKLINE} trust --unattended`],
    ['untrust', `${HOOKLINE} untrust`],
    ['shadow', `${HOOKLINE} shadow mine`],
    ['fire --trust-hooks', `${HOOKLINE} fire --event Stop --trust-hooks`],
    ['ask --trust-hooks', `${HOOKLINE} ask Go --script steps.json --trust-hooks`],
  ])('cannot call %s, although it has replaced the process that bore the mark', async (_name, command) => {
    const place = makePlace({
      ...GUARD,
      ...usersHook(`exec ${CLEAN} ${command} </dev/null >../told 2>&1`),
      'project/steps.json': [{ text: 'Done.' }],
    });
    await place.run(['fire', '--event', 'Stop']);
    expect(toldIn(place)).toMatch(REFUSED);
    expect(await trustedIn(place)).toEqual({ projects: [] });
    expect(hostsIn(place)).toEqual([]);
  });

  it('cannot as the last command of a hook, which bash turns into the hook itself', async () => {
    const command = `${CLEAN} ${HOOKLINE} trust`;
    const place = makePlace({
      ...GUARD,
      'home/.qoder/settings.json': { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } },
    });
    const { stdout } = await place.run(['fire', '--event', 'Stop', '--json']);
    const { hooks } = JSON.parse(stdout) as { hooks: readonly { stderr: string }[] };
    expect(hooks.map(({ stderr }) => stderr).join('')).toMatch(REFUSED);
    expect(await trustedIn(place)).toEqual({ projects: [] });
  });

  it('cannot by a state folder other than that of its host', async () => {
    const place = makePlace({ ...GUARD, ...usersHook(`exec ${CLEAN} ${HOOKLINE} trust >../told 2>&1`) });
    await place.run(['fire', '--event', 'Stop'], { env: { HOOKLINE_STATE_DIR: join(place.root, 'other') } });
    expect(toldIn(place)).toMatch(REFUSED);
    expect(await trustedIn(place)).toEqual({ projects: [] });
  });

  it('cannot behind however many processes', async () => {
    const deep = `i=$1; if [ "$i" -gt 0 ]; then ${CLEAN} bash "$0" $((i-1)); true; else ${HOOKLINE} trust >../told 2>&1; fi`;
    const place = makePlace({
      ...GUARD,
      ...usersHook(`exec ${CLEAN} bash ./deep.sh 90`),
      'project/deep.sh': `#!/bin/bash\n${deep}\n`,
    });
    await place.run(['fire', '--event', 'Stop']);
    expect(toldIn(place)).toMatch(REFUSED);
  });

  it('cannot in a tool call of the agent', async () => {
    const command = `exec env -u HOOKLINE_AGENT -u HOOKLINE_RUN ${HOOKLINE} trust >../told 2>&1`;
    const place = makePlace({
      ...GUARD,
      'project/steps.json': [{ text: '', calls: [{ name: 'Bash', input: { command } }] }, { text: 'Done.' }],
    });
    await place.run(['ask', 'Go', '--script', 'steps.json', '--permission-mode', 'bypass']);
    expect(toldIn(place)).toMatch(REFUSED);
    expect(await trustedIn(place)).toEqual({ projects: [] });
    expect(hostsIn(place)).toEqual([]);
  });

  it('cannot in a background hook whose host has ended', async () => {
    const script = `sleep 1; ${CLEAN} ${HOOKLINE} trust --unattended >../told.new 2>&1; mv ../told.new ../told`;
    const place = makePlace({
      ...GUARD,
      'home/.qoder/settings.json': {
        hooks: { Stop: [{ hooks: [{ type: 'command', command: script, async: true }] }] },
      },
    });
    await place.run(['fire', '--event', 'Stop']);
    expect(hostsIn(place)).toHaveLength(1);
    const told = await eventually(() => (existsSync(join(place.root, 'told')) ? toldIn(place) : null));
    expect(told).toMatch(/^hookline: trust is refused/);
    await eventually(() => (hostsIn(place).length === 0 ? true : null));
  });

  it('cannot when the host is a program that embeds the library', async () => {
    const place = makePlace({ ...GUARD, ...usersHook(`exec ${CLEAN} ${HOOKLINE} trust >../told 2>&1`) });
    const { project, home } = place;
    const hooks = await createHooks({ project, home, env: { PATH: process.env['PATH'], HOME: home }, warm: false });
    expect(hostsIn(place)).toEqual([]);
    await hooks.fire({ hook_event_name: 'Stop', session_id: 's', cwd: project, stop_hook_active: false });
    expect(hostsIn(place)).toHaveLength(1);
    await hooks.close();
    expect(toldIn(place)).toMatch(REFUSED);
    expect(hostsIn(place)).toEqual([]);
  });
});

describe('a person', () => {
  it('can give trust after a host was killed, whose entry is swept', async () => {
    const place = makePlace({ ...GUARD, ...usersHook('echo $PPID >../pid; kill -9 $PPID; sleep 1') });
    await place.run(['fire', '--event', 'Stop']);
    expect(hostsIn(place)).toHaveLength(1);
    expect((await place.run(['trust'])).stdout).toMatch(/^Trusted /);
    expect(hostsIn(place)).toEqual([]);
  });

  it('is not taken for a hook because the number of a dead host was given to another process', async () => {
    const place = makePlace({ ...GUARD, [`home/.local/state/hookline/hosts/${process.pid}-1`]: '' });
    expect((await place.run(['trust'])).stdout).toMatch(/^Trusted /);
  });
});
