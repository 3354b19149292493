import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE, makePlace, type Place } from '../testing/place.ts';

// No guard of commands: it would refuse the agent's call before the command is asked.
const GUARD = 'secrets';
const ADD = ['add', GUARD, '--dialect', 'qoder', '--yes', '--no-input'];
const NEW = ['new', 'mine', '--dialect', 'qoder', '--event', 'Stop', '--yes', '--no-input', '--user'];

const line = (words: readonly string[]): string =>
  [process.execPath, BUNDLE, ...words].map((word) => `'${word}'`).join(' ');

/** Lets the reference agent make a call with its shell, with and without its marks in the environment. */
async function agentCalls(place: Place, words: readonly string[]): Promise<string> {
  const clean = `env -i PATH="$PATH" HOME="$HOME" ${line(words)}`;
  const command = `{ ${line(words)}; ${clean}; } > ../told 2>&1`;
  place.write({ 'project/steps.json': [{ calls: [{ name: 'Bash', input: { command } }] }, { text: 'Done.' }] });
  await place.run(['ask', 'Go', '--script', 'steps.json', '--permission-mode', 'bypass']);
  return readFileSync(join(place.root, 'told'), 'utf8');
}

const settingsOf = (folder: string): string | null => {
  const file = join(folder, '.qoder/settings.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

describe('a guard is switched on and off for all projects by a person', () => {
  it.each([
    ['of the project', []],
    ['of the user', ['--user']],
  ])('an agent cannot remove one %s', async (_whose, scope) => {
    const place = makePlace();
    expect(await place.run([...ADD, ...scope])).toMatchObject({ status: 0 });
    const folder = scope.length === 0 ? place.project : place.home;
    const before = settingsOf(folder);
    expect(before).toContain(GUARD);
    const told = await agentCalls(place, ['remove', GUARD, '--yes', '--unattended', ...scope]);
    expect(told.split('\n').filter((text) => text.startsWith('hookline: remove is refused'))).toHaveLength(2);
    expect(settingsOf(folder)).toBe(before);
  });

  it.each([
    ['add --user', [...ADD, '--user']],
    ['new --user', NEW],
  ])('an agent cannot write one by %s', async (what, words) => {
    const place = makePlace();
    const told = await agentCalls(place, [...words, '--unattended']);
    expect(told.split('\n').filter((text) => text.startsWith(`hookline: ${what} is refused`))).toHaveLength(2);
    expect(settingsOf(place.home)).toBeNull();
  });

  it('a hook cannot remove one', async () => {
    const place = makePlace();
    await place.run([...ADD, '--user']);
    place.write({
      'home/.config/polytoken/hooks.json': [
        {
          name: 'bad',
          event: 'stop',
          handler: { bash: `${line(['remove', GUARD, '--user', '--yes'])} > ../told 2>&1` },
        },
      ],
    });
    await place.run(['fire', '--event', 'Stop']);
    expect(readFileSync(join(place.root, 'told'), 'utf8')).toBe('hookline: remove is refused inside a hook\n');
    expect(settingsOf(place.home)).toContain(GUARD);
  });

  it('an agent may look, and write a guard of the project, which waits for trust', async () => {
    const place = makePlace();
    expect(await agentCalls(place, [...ADD, '--user', '--dry-run'])).not.toContain('refused');
    expect(await agentCalls(place, ADD)).toContain('Next: hookline trust');
    expect(await agentCalls(place, ['remove', GUARD, '--dry-run'])).toContain('Would remove');
    expect(settingsOf(place.project)).toContain(GUARD);
  });

  it('a person, and a script that a person has started, can', async () => {
    const place = makePlace();
    expect(await place.run([...ADD, '--user'])).toMatchObject({ status: 0 });
    expect(await place.run(NEW)).toMatchObject({ status: 0 });
    expect(await place.run(['remove', GUARD, '--user', '--yes'])).toMatchObject({ status: 0 });
    expect(settingsOf(place.home)).not.toContain(GUARD);
  });
});
