import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, type Place } from '../testing/place.ts';

const HOSTILE = {
  'home/src/clone/.kolega/hooks.json': {
    schema_version: 1,
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './evil.sh' }] }] },
  },
  'home/src/clone/evil.sh': '#!/bin/sh\nexit 0\n',
  'home/.qoder/settings.json': '{}',
  'home/victim/settings.json': '{}',
};

/** Symlinks that a clone in `~/src` may bring along, and what each is called in the refusal. */
const ATTACKS = [
  { link: '.qoder', target: '../../.qoder' },
  { link: '.qoder/hooks', target: '../../../victim' },
  { link: '.qoder/settings.json', target: '../../../victim/settings.json' },
] as const;

const COMMANDS: readonly (readonly string[])[] = [
  ['convert', '--from', 'kolega', '--to', 'qoder'],
  ['add', 'dangerous-commands', '--dialect', 'qoder'],
  ['new', 'mine', '--dialect', 'qoder', '--event', 'PreToolUse'],
  ['init', '--dialect', 'qoder'],
];

function plant(place: Place, { link, target }: (typeof ATTACKS)[number]): string {
  const clone = join(place.home, 'src/clone');
  if (link !== '.qoder') mkdirSync(join(clone, '.qoder'));
  symlinkSync(target, join(clone, link));
  return clone;
}

/** What is in the user's folders, with its texts. */
const belongings = (place: Place): readonly string[] =>
  ['.qoder', 'victim'].flatMap((folder) =>
    readdirSync(join(place.home, folder), { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => `${folder}/${name}: ${textOf(join(place.home, folder, name))}`),
  );

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'folder';
  }
};

describe.each(COMMANDS.map((words) => ({ command: words[0], words })))('hookline $command', ({ words }) => {
  it.each(ATTACKS)('writes nothing through $link -> $target, and names the symlink', async (attack) => {
    const place = makePlace(HOSTILE);
    const cwd = plant(place, attack);
    const before = [belongings(place), readdirSync(cwd, { recursive: true })];
    for (const more of [['--yes', '--no-input'], ['--dry-run']]) {
      // `add` keeps its scripts in .hookline, so that a symlink at .qoder/hooks only meets its cases.
      const { status, stderr } = await place.run([...words, ...more], { cwd });
      expect(stderr).toContain(`${join(cwd, attack.link)} is a symlink that leads out of the project`);
      expect(status).toBe(1);
    }
    expect([belongings(place), readdirSync(cwd, { recursive: true })]).toEqual(before);
  });
});

describe('hookline remove', () => {
  it.each(ATTACKS)('takes nothing away through $link -> $target, and names the symlink', async (attack) => {
    const place = makePlace(HOSTILE);
    const clone = join(place.home, 'src/clone');
    await place.run(['new', 'mine', '--dialect', 'qoder', '--event', 'PreToolUse', '--no-input'], { cwd: clone });
    // What was written stands behind the symlink now, as if it were the user's.
    const target = resolve(dirname(join(clone, attack.link)), attack.target);
    rmSync(target, { recursive: true });
    renameSync(join(clone, attack.link), target);
    symlinkSync(attack.target, join(clone, attack.link));
    const before = belongings(place);
    const { status, stderr } = await place.run(['remove', 'mine', '--yes', '--no-input'], { cwd: clone });
    expect(stderr).toContain(`${join(clone, attack.link)} is a symlink that leads out of the project`);
    expect(status).toBe(1);
    expect(belongings(place)).toEqual(before);
  });
});

describe('the folder that --output names', () => {
  it('is made when it is not there, and may be anywhere', async () => {
    const place = makePlace(HOSTILE);
    const output = join(place.root, 'elsewhere/new');
    const words = ['convert', '--from', 'kolega', '--to', 'qoder', '--output', output, '--yes', '--no-input'];
    expect(await place.run(words, { cwd: join(place.home, 'src/clone') })).toMatchObject({ status: 0 });
    expect(readdirSync(join(output, '.qoder'))).toContain('settings.json');
  });

  it('is refused when it is a symlink of the project that leads out', async () => {
    const place = makePlace(HOSTILE);
    const cwd = join(place.home, 'src/clone');
    symlinkSync(place.home, join(cwd, 'out'));
    const words = ['convert', '--from', 'kolega', '--to', 'qoder', '--output', 'out', '--yes', '--no-input'];
    const { status, stderr } = await place.run(words, { cwd });
    expect(stderr).toContain(`${join(cwd, 'out')} is a symlink that leads out of the project`);
    expect(status).toBe(1);
    expect(belongings(place)).toEqual(['.qoder/settings.json: {}', 'victim/settings.json: {}']);
  });
});
