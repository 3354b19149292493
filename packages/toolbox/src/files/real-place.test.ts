import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutsideProjectError, realPlace } from './real-place.ts';
import { removeFiles } from './remove-files.ts';
import { inFolder } from './steady-folder.ts';
import { writeChanges } from './write-changes.ts';

let root = '';
let project = '';
let victim = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-places-')));
  [project, victim] = [join(root, 'src/clone'), join(root, 'victim')];
  mkdirSync(project, { recursive: true });
  mkdirSync(victim);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const make = (path: string) => ({ path: join(project, path), before: null, after: 'new', executable: false });

describe('a place of a project', () => {
  it('is where its symlinks lead, as long as they stay in the project', () => {
    mkdirSync(join(project, 'shared/hooks'), { recursive: true });
    symlinkSync('shared', join(project, '.qoder'));
    expect(realPlace(join(project, '.qoder/hooks/a/b.sh'), project)).toBe(join(project, 'shared/hooks/a/b.sh'));
    writeChanges([make('.qoder/hooks/a/b.sh')], project);
    expect(readFileSync(join(project, 'shared/hooks/a/b.sh'), 'utf8')).toBe('new');
  });

  it('is not one when a folder above it leads out of the project, and the symlink is named', () => {
    symlinkSync(victim, join(project, '.qoder'));
    expect(() => realPlace(join(project, '.qoder/settings.json'), project)).toThrow(
      `${join(project, '.qoder')} is a symlink that leads out of the project, to ${victim}; nothing was changed. Remove the symlink, or pass --user`,
    );
  });

  it.each([
    ['a folder that is not there yet', () => symlinkSync('../../missing', join(project, '.qoder'))],
    [
      'a file elsewhere',
      () => {
        mkdirSync(join(project, '.qoder'));
        symlinkSync(join(victim, 'settings.json'), join(project, '.qoder/settings.json'));
      },
    ],
    [
      'the outside by way of another symlink',
      () => {
        symlinkSync(victim, join(project, 'two'));
        symlinkSync('two', join(project, '.qoder'));
      },
    ],
    [
      'a neighbour whose name begins alike',
      () => {
        mkdirSync(`${project}-2`);
        symlinkSync(`${project}-2`, join(project, '.qoder'));
      },
    ],
  ])('is not one when a symlink leads to %s', (_what, lay) => {
    lay();
    const before = readdirSync(root, { recursive: true });
    expect(() => writeChanges([make('first'), make('.qoder/settings.json')], project)).toThrow(OutsideProjectError);
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });

  it('may be anywhere when the files are the user’s own', () => {
    symlinkSync(victim, join(project, '.qoder'));
    writeChanges([make('.qoder/settings.json')], null);
    expect(readFileSync(join(victim, 'settings.json'), 'utf8')).toBe('new');
  });
});

describe('removing files of a project', () => {
  it('takes nothing away behind a symlink that leads out', () => {
    writeFileSync(join(victim, 'guard.sh'), 'mine');
    symlinkSync(victim, join(project, 'hooks'));
    expect(() => removeFiles([join(project, 'hooks/guard.sh')], { top: project, root: project })).toThrow(
      OutsideProjectError,
    );
    expect(existsSync(join(victim, 'guard.sh'))).toBe(true);
  });

  it('takes a symlink itself away, not what it leads to, and then the folders that are empty', () => {
    writeFileSync(join(victim, 'guard.sh'), 'mine');
    mkdirSync(join(project, 'a/b'), { recursive: true });
    symlinkSync(join(victim, 'guard.sh'), join(project, 'a/b/guard.sh'));
    removeFiles([join(project, 'a/b/guard.sh')], { top: project, root: project });
    expect(readdirSync(project)).toEqual([]);
    expect(existsSync(join(victim, 'guard.sh'))).toBe(true);
  });
});

describe('a folder that is worked in', () => {
  it('stays the same one when a symlink takes its place during the work', ({ skip }) => {
    if (!existsSync('/proc/self/fd')) skip('only where the system has /proc/self/fd');
    mkdirSync(join(project, '.qoder'));
    inFolder({ path: join(project, '.qoder'), root: project, isMade: false }, (folder) => {
      renameSync(join(project, '.qoder'), join(project, 'moved'));
      symlinkSync(victim, join(project, '.qoder'));
      writeFileSync(`${folder}/settings.json`, 'new');
    });
    expect(readdirSync(victim)).toEqual([]);
    expect(readdirSync(join(project, 'moved'))).toEqual(['settings.json']);
  });

  it('is refused when it has become a symlink since it was looked at', () => {
    symlinkSync(victim, join(project, '.qoder'));
    const folder = { path: join(project, '.qoder'), root: project, isMade: true };
    expect(() => inFolder(folder, (path) => writeFileSync(`${path}/x`, ''))).toThrow(/is a symlink or a file now/);
    expect(readdirSync(victim)).toEqual([]);
  });

  it('is named as people know it in errors of the system', ({ skip }) => {
    if (process.getuid?.() === 0) skip('everything may be written by root');
    mkdirSync(join(project, 'closed'));
    chmodSync(join(project, 'closed'), 0o500);
    expect(() => writeChanges([make('closed/x')], project)).toThrow(join(project, 'closed/x'));
  });

  it('leaves errors of the system with the path that people know', () => {
    mkdirSync(join(project, 'x/y'), { recursive: true });
    const change = { path: join(project, 'x/y'), before: 'old', after: 'new', executable: false };
    expect(() => writeChanges([change], project)).toThrow(/^(?!.*\/proc\/self)/);
  });
});
