import { DIALECTS } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { hookGlobs, ownFolders } from './own-folders.ts';
import { PROTECTED_GLOBS, protectingGlob } from './protected-globs.ts';

const WORLD = { project: '/home/ana/app', home: '/home/ana', env: {} };

describe('what decides which hooks run is protected', () => {
  const OF_PROJECTS = DIALECTS.filter(({ locations }) => locations.some(({ scope }) => scope === 'project'));

  it.each(OF_PROJECTS.map((dialect) => [dialect.id, dialect] as const))('of %s, as its locations say', (_, dialect) => {
    const paths = dialect.locations
      .filter(({ scope }) => scope === 'project' || scope === 'local')
      .map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    const given = { project: WORLD.project, globs: PROTECTED_GLOBS, open: [], own: [] };
    for (const path of paths) expect(protectingGlob(`${WORLD.project}/${path}`, given)).not.toBeNull();
  });

  it('of a dialect that is added, without a line here', () => {
    const added = {
      locations: [{ scope: 'project', bases: [], path: '.other/deep/hooks.toml' }],
      shape: { kind: 'flat-json' },
    };
    const atRoot = { locations: [{ scope: 'local', bases: [], path: 'other.json' }], shape: { kind: 'flat-json' } };
    const folders = {
      locations: [{ scope: 'project', bases: [], path: '.more/hooks' }],
      shape: { kind: 'hook-folders' },
    };
    const dialects = [added, atRoot, folders] as unknown as Parameters<typeof hookGlobs>[0];
    expect(hookGlobs(dialects)).toEqual(['.other/deep/**', 'other.json', '.more/hooks/**']);
  });

  it('and never the whole home or project, nor a folder beside that of the hooks', () => {
    const folders = ownFolders(WORLD);
    expect(folders).toContain('/home/ana/app/.github/hooks');
    expect(folders).not.toContain('/home/ana/app/.github');
    expect(folders).toEqual(expect.arrayContaining(['/home/ana/.config/polytoken', '/home/ana/app/.qoder']));
    for (const whole of ['/home/ana', '/home/ana/.config', '/home/ana/app']) expect(folders).not.toContain(whole);
  });
});
