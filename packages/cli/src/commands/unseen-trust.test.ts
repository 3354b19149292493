import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skipWithout } from '../../../../test/support/skip-without.ts';
import { BUNDLE, eventually, makePlace, type Place } from '../testing/place.ts';

const PROJECT = {
  'project/.kolega/hooks.json': {
    schema_version: 1,
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './h.sh' }] }] },
  },
  'project/h.sh': '#!/bin/sh\nexit 0\n',
};

const TOLD =
  /trust was given without a person at a terminal, at \d{4}-\d\d-\d\d \d\d:\d\d UTC by hookline\.js trust, started by \S+/;

const fired = async (
  place: Place,
  session: string,
  event = 'PreToolUse',
  ...more: readonly string[]
): Promise<string> => (await place.run(['fire', '--event', event, '--session', session, ...more])).stderr;

const HOOKLINE = `'${process.execPath}' '${BUNDLE}'`;
const CLEAN = 'env -i PATH="$PATH" HOME="$HOME"';
/** What has not left its hook when that ends is ended with it. */
const LEAVE = `${CLEAN} setsid -f ~/escape.sh >/dev/null 2>&1; until [ -e ~/escaped ]; do sleep 0.02; done`;

/** Waits until the event with its hook is over, for a minute at most; `said` appears when the command has ended. */
const escape = (command: string): string => `#!/bin/sh
: >~/escaped
tries=0
until [ -e ~/hook-is-over ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 1200 ] || exit
  sleep 0.05
done
{ ${command}; echo "status $?"; } >~/saying 2>&1
mv ~/saying ~/said
`;

describe('trust that was given without a terminal', () => {
  it('is told with the first event of each later session, in list and in doctor, until a person has spoken', async () => {
    const place = makePlace(PROJECT);
    await place.run(['trust']);
    expect(await fired(place, 'one')).toMatch(TOLD);
    expect(await fired(place, 'one')).not.toMatch(TOLD);
    expect(await fired(place, 'two', 'SessionStart')).toMatch(TOLD);
    expect((await place.run(['list'])).stderr).toMatch(TOLD);
    expect((await place.run(['doctor'])).stdout).toMatch(TOLD);
    await place.run(['untrust']);
    expect(existsSync(join(place.home, '.local/state/hookline/unseen-trust'))).toBe(true);
    expect(readdirSync(join(place.home, '.local/state/hookline/unseen-trust'))).toEqual([]);
  });

  it('is told by the agent when a session begins', async () => {
    const place = makePlace({ ...PROJECT, 'project/steps.json': [{ text: 'Done.' }] });
    await place.run(['trust']);
    const { stdout, stderr } = await place.run(['ask', 'Go', '--script', 'steps.json']);
    expect(stdout + stderr).toMatch(TOLD);
  });

  it('is not told to the session whose call has given it by --trust-hooks, but to the next', async () => {
    const place = makePlace(PROJECT);
    expect(await fired(place, 'one', 'PreToolUse', '--trust-hooks')).not.toMatch(/without a person/);
    expect(await fired(place, 'one')).not.toMatch(/without a person/);
    expect(await fired(place, 'two')).toMatch(/without a person at a terminal, at .* by hookline\.js fire/);
  });

  it.each([
    ['by a process that has left its hook', 'setsid', `${HOOKLINE} trust --unattended`],
    ['in a terminal that it has opened itself', 'script', `script -qec "${HOOKLINE} trust" /dev/null </dev/null`],
  ] as const)('%s does not stay unseen', async (_how, program, command) => {
    skipWithout('setsid', program);
    const place = makePlace({
      ...PROJECT,
      'home/escape.sh': escape(command),
      'home/.config/polytoken/hooks.json': [{ name: 'mine', event: 'stop', handler: { bash: LEAVE } }],
    });
    await fired(place, 'one', 'Stop');
    writeFileSync(join(place.home, 'hook-is-over'), '');
    const said = join(place.home, 'said');
    await eventually(() => (existsSync(said) ? true : null));
    expect(readFileSync(said, 'utf8')).toMatch(/Trusted .*status 0\n$/s);
    expect(await fired(place, 'two')).toMatch(TOLD);
  });
});
