import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../dialects/index.ts';
import type { Dialect } from '../model/index.ts';
import { locationsOf, pluginOf } from './discover.ts';
import type { LoadPlace } from './discover.ts';

const dialectOf = (id: string): Dialect => DIALECTS.find((dialect) => dialect.id === id) as Dialect;

const linux: LoadPlace = { project: '/p', home: '/home/u', env: {}, platform: 'linux', stateDir: null, plugins: [] };

const filesOf = (id: string, place: LoadPlace) =>
  locationsOf(dialectOf(id), place).map(({ scope, file }) => [scope, file]);

describe('the places where configuration is looked for', () => {
  it.each([
    ['kolega', { XDG_STATE_HOME: '/x' }, '/x/kolega-code/hooks.json'],
    ['kolega', { XDG_STATE_HOME: '/x', KOLEGA_CODE_STATE_DIR: '~/k' }, '/home/u/k/hooks.json'],
    ['kolega', { KOLEGA_CODE_STATE_DIR: '' }, '/home/u/.local/state/kolega-code/hooks.json'],
    ['agent-hooks', { XDG_CONFIG_HOME: '/x' }, '/x/agents/hooks'],
    ['agent-hooks', { XDG_CONFIG_HOME: 'relative' }, '/home/u/.config/agents/hooks'],
    ['qoder', { QODER_CONFIG_DIR: '~' }, '/home/u/settings.json'],
    ['kode', { XDG_CONFIG_HOME: '/x' }, '/x/kode/config.yaml'],
    ['kolega', { KOLEGA_CODE_STATE_DIR: 'here' }, resolve('here/hooks.json')],
    ['polytoken', { POLYTOKEN_CONFIG_DIR: '/a~/b' }, '/a~/b/hooks.json'],
    ['polytoken', { POLYTOKEN_CONFIG_DIR: '/~' }, '/~/hooks.json'],
    ['polytoken', { XDG_CONFIG_HOME: '/x' }, '/x/polytoken/hooks.json'],
    ['polytoken', { XDG_CONFIG_HOME: '/x', POLYTOKEN_CONFIG_DIR: '/y' }, '/y/hooks.json'],
  ])('%s with %j has the user file %s', (id, env, file) => {
    expect(filesOf(id, { ...linux, env })[0]).toEqual(['user', file]);
  });

  it('the state folder that the caller names comes before every variable', () => {
    const place = { ...linux, stateDir: '/s', env: { KOLEGA_CODE_STATE_DIR: '/k' } };
    expect(filesOf('kolega', place)[0]).toEqual(['user', '/s/hooks.json']);
  });

  it('a state folder may begin with a tilde, and an empty one counts as none', () => {
    expect(filesOf('kolega', { ...linux, stateDir: '~/s' })[0]).toEqual(['user', '/home/u/s/hooks.json']);
    expect(filesOf('kolega', { ...linux, stateDir: '', env: { KOLEGA_CODE_STATE_DIR: '/k' } })[0]).toEqual([
      'user',
      '/k/hooks.json',
    ]);
  });

  it('without a home folder there is no file of the user, and a plugin has no data folder', () => {
    const homeless = { ...linux, home: '' };
    expect(filesOf('kode', homeless)).toEqual([['project', '/p/.kode/config.yaml']]);
    const plugins = locationsOf(dialectOf('qoder'), { ...homeless, plugins: ['/plugins/demo'] });
    expect(plugins.map(({ plugin }) => plugin)).toEqual([
      null,
      null,
      { name: 'demo', folder: '/plugins/demo', dataFolder: null },
    ]);
    const location = { scope: 'plugin', bases: [{ from: 'plugin' }], path: 'hooks.json' } as const;
    expect(pluginOf(location, '/plugins/demo', linux)).toEqual({
      name: 'demo',
      folder: '/plugins/demo',
      dataFolder: null,
    });
  });

  it('on macOS Kolega has its own state folder, and Polytoken stays in ~/.config', () => {
    const mac: LoadPlace = { ...linux, platform: 'darwin', home: '/Users/u', env: { XDG_STATE_HOME: '/x' } };
    expect(filesOf('kolega', mac)[0]).toEqual(['user', '/Users/u/Library/Application Support/kolega-code/hooks.json']);
    expect(filesOf('polytoken', mac)[0]).toEqual(['user', '/Users/u/.config/polytoken/hooks.json']);
  });

  it('on Windows Kolega lives in %LOCALAPPDATA%, else below the home folder', () => {
    const windows: LoadPlace = { ...linux, platform: 'win32', project: 'C:\\p', home: 'C:\\Users\\u' };
    const env = { LOCALAPPDATA: 'D:\\Local' };
    expect(filesOf('kolega', { ...windows, env })).toEqual([
      ['user', 'D:\\Local\\kolega-code\\hooks.json'],
      ['project', 'C:\\p\\.kolega\\hooks.json'],
    ]);
    expect(filesOf('kolega', windows)[0]).toEqual(['user', 'C:\\Users\\u\\AppData\\Local\\kolega-code\\hooks.json']);
    expect(locationsOf(dialectOf('kolega'), windows).map(({ display }) => display)).toEqual([
      'C:\\Users\\u\\AppData\\Local\\kolega-code\\hooks.json',
      '.kolega/hooks.json',
    ]);
  });

  it('a plugin has its root, and a data folder by its name below the configuration folder', () => {
    const plugins = ['/plugins/demo', 'vendor/local'];
    const files = locationsOf(dialectOf('qoder'), { ...linux, plugins, env: { QODER_CONFIG_DIR: '/q' } });
    expect(files.slice(3).map(({ scope, file, display, plugin }) => ({ scope, file, display, plugin }))).toEqual([
      {
        scope: 'plugin',
        file: '/plugins/demo/hooks/hooks.json',
        display: '/plugins/demo/hooks/hooks.json',
        plugin: { name: 'demo', folder: '/plugins/demo', dataFolder: '/q/plugins/data/demo' },
      },
      {
        scope: 'plugin',
        file: '/p/vendor/local/hooks/hooks.json',
        display: 'vendor/local/hooks/hooks.json',
        plugin: { name: 'local', folder: '/p/vendor/local', dataFolder: '/q/plugins/data/local' },
      },
    ]);
  });

  it('a file that is both the user’s and the project’s is read once, as the user’s', () => {
    expect(filesOf('qoder', { ...linux, project: '/home/u' })).toEqual([
      ['user', '/home/u/.qoder/settings.json'],
      ['local', '/home/u/.qoder/settings.local.json'],
    ]);
  });

  it('is shown relative to the project, absolute outside it', () => {
    const shown = locationsOf(dialectOf('kode'), linux).map(({ display }) => display);
    expect(shown).toEqual(['/home/u/.config/kode/config.yaml', '.kode/config.yaml']);
  });
});
