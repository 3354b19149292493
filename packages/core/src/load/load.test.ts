import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DIALECTS } from '../dialects/index.ts';
import type { LoadPlace } from './discover.ts';
import { loadFile, loadSources } from './load.ts';
import { recognise } from './recognise.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-load-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, text = '{}'): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

const placeOf = (more: Partial<LoadPlace> = {}): LoadPlace => ({
  project: join(root, 'project'),
  home: join(root, 'home'),
  env: {},
  platform: 'linux',
  stateDir: null,
  plugins: [],
  ...more,
});

const FRONT_MATTER = '---\nname: a\ndescription: b\ntrigger: before_tool\n---\n';

describe('loading all files', () => {
  it('reads what exists, dialect by dialect, user before project before local before plugins', async () => {
    put('home/.local/state/kolega-code/hooks.json', '{"schema_version": 1}');
    put('home/.config/agents/hooks/x/HOOK.md', FRONT_MATTER);
    put('home/.config/polytoken/hooks.json', '[]');
    put('project/.kolega/hooks.json', '{"schema_version": 1}');
    put('project/.agents/hooks/y/HOOK.md', FRONT_MATTER);
    put('project/.qoder/settings.json');
    put('project/.qoder/settings.local.json');
    put('project/.kode/config.yaml');
    put('project/.polytoken/hooks.json', '[]');
    put('plug/hooks/hooks.json');
    const sources = await loadSources(DIALECTS, placeOf({ plugins: [join(root, 'plug')] }));
    expect(sources.map(({ dialect, scope, display }) => `${dialect} ${scope} ${display.replace(root, '')}`)).toEqual([
      'kolega user /home/.local/state/kolega-code/hooks.json',
      'kolega project .kolega/hooks.json',
      'agent-hooks user /home/.config/agents/hooks',
      'agent-hooks project .agents/hooks',
      'qoder project .qoder/settings.json',
      'qoder local .qoder/settings.local.json',
      'qoder plugin /plug/hooks/hooks.json',
      'kode project .kode/config.yaml',
      'polytoken user /home/.config/polytoken/hooks.json',
      'polytoken project .polytoken/hooks.json',
    ]);
  });

  it.each([
    ['QODER_PLUGIN_ROOT', ['qoder']],
    ['PLUGIN_ROOT', ['qoder', 'codex']],
  ])('a plugin without a manifest that names ${%s} is one of %j', async (name, dialects) => {
    put('plug/hooks/hooks.json', `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "\${${name}}/x"}]}]}}`);
    const sources = await loadSources(DIALECTS, placeOf({ plugins: [join(root, 'plug')] }));
    expect(sources.map(({ dialect }) => dialect)).toEqual(dialects);
  });

  it('broken files of one dialect cost no other', async () => {
    put('project/.kolega/hooks.json', '{');
    put('project/.agents/hooks/bad/HOOK.md', '---\nname: [');
    put('project/.qoder/settings.json', 'not json');
    put('project/.kode/config.yaml', 'hooks: [\n  - : :\n');
    put('project/.polytoken/hooks.json', '[{"name": "a", "event": "stop", "handler": {"bash": "x"}}]');
    const sources = await loadSources(DIALECTS, placeOf());
    expect(
      sources.map(({ dialect, hooks, diagnostics }) => [
        dialect,
        hooks.length,
        diagnostics.map(({ severity }) => severity),
      ]),
    ).toEqual([
      ['kolega', 0, ['error']],
      ['agent-hooks', 0, ['error']],
      ['qoder', 0, ['error']],
      ['kode', 0, ['error']],
      ['polytoken', 1, []],
    ]);
  });

  it('an empty project gives nothing', async () => {
    expect(await loadSources(DIALECTS, placeOf())).toEqual([]);
  });
});

describe('telling the dialect of one file by its path', () => {
  it.each([
    ['project/.kolega/hooks.json', 'kolega', 'project'],
    ['other/.kolega/hooks.json', 'kolega', 'project'],
    ['home/.local/state/kolega-code/hooks.json', 'kolega', 'user'],
    ['elsewhere/state/kolega-code/hooks.json', 'kolega', 'user'],
    ['state/hooks.json', 'kolega', 'user'],
    ['project/.agents/hooks/x/HOOK.md', 'agent-hooks', 'project'],
    ['other/.agents/hooks/x/HOOK.md', 'agent-hooks', 'project'],
    ['home/.config/agents/hooks/x/HOOK.md', 'agent-hooks', 'user'],
    ['project/.qoder/settings.json', 'qoder', 'project'],
    ['other/.qoder/settings.json', 'qoder', 'project'],
    ['other/.qoder/settings.local.json', 'qoder', 'local'],
    ['home/.qoder/settings.json', 'qoder', 'user'],
    ['plugins/demo/hooks/hooks.json', 'qoder', 'plugin'],
    ['other/.kode/config.yaml', 'kode', 'project'],
    ['dotfiles/kode/config.yaml', 'kode', 'user'],
    ['other/.polytoken/hooks.json', 'polytoken', 'project'],
    ['dotfiles/polytoken/hooks.json', 'polytoken', 'user'],
  ])('%s is %s, %s', async (name, dialect, scope) => {
    put(name, name.endsWith('.md') ? FRONT_MATTER : '{}');
    const source = await loadFile(DIALECTS, join(root, name), placeOf({ stateDir: join(root, 'state') }));
    expect(source && [source.dialect, source.scope]).toEqual([dialect, scope]);
  });

  it.each([
    'package.json',
    'hooks.json',
    'settings.json',
    'project/config.yaml',
    'project/README.md',
    'project/.agents/hooks/x/README.md',
    'project/.agents/hooks/HOOK.md',
    'project/.agents/hooks',
  ])('%s belongs to no dialect', async (name) => {
    put(name);
    expect(await loadFile(DIALECTS, join(root, name), placeOf())).toBeNull();
  });

  it.each([
    ['other/.qoder/settings.json', 'other', null],
    ['other/.qoder/settings.local.json', 'other', null],
    ['other/.agents/hooks/x/HOOK.md', 'other', null],
    ['dotfiles/kode/config.yaml', null, null],
    [
      'plugins/demo/hooks/hooks.json',
      null,
      { name: 'demo', folder: 'plugins/demo', data: 'home/.qoder/plugins/data/demo' },
    ],
  ])('links in %s must not lead out of: %s', (name, within, plugin) => {
    const place = placeOf();
    const file = join(root, name.replace('/x/HOOK.md', ''));
    expect(recognise(DIALECTS, join(root, name), place)?.found).toMatchObject({
      file,
      display: file,
      within: within && join(root, within),
      plugin: plugin && {
        name: plugin.name,
        folder: join(root, plugin.folder),
        dataFolder: join(root, plugin.data),
      },
    });
  });

  it('of two dialects that look into the same folder the first one counts', () => {
    const env = { KOLEGA_CODE_STATE_DIR: '/s', POLYTOKEN_CONFIG_DIR: '/s' };
    expect(recognise(DIALECTS, '/s/hooks.json', placeOf({ env }))?.dialect.id).toBe('kolega');
    expect(recognise(DIALECTS.toReversed(), '/s/hooks.json', placeOf({ env }))?.dialect.id).toBe('polytoken');
  });

  it('a file without hooks is fine', async () => {
    put('project/.kolega/hooks.json', '{"schema_version": 1}');
    const source = await loadFile(DIALECTS, join(root, 'project/.kolega/hooks.json'), placeOf());
    expect([source?.entries, source?.diagnostics]).toEqual([0, []]);
  });

  it('a file that was not read defines nothing', async () => {
    mkdirSync(join(root, 'project/.kolega/hooks.json'), { recursive: true });
    expect(await loadFile(DIALECTS, join(root, 'project/.kolega/hooks.json'), placeOf())).toMatchObject({
      hooks: [],
      usable: false,
      definitions: '',
      entries: 0,
    });
  });

  it('reads only the hook that is named, and tells of its problems', async () => {
    put('other/.agents/hooks/x/HOOK.md', '---\nname: x\n---\n');
    put('other/.agents/hooks/y/HOOK.md', '---\nname: y\n---\n');
    const source = await loadFile(DIALECTS, join(root, 'other/.agents/hooks/x/HOOK.md'), placeOf());
    expect(source?.diagnostics.map(({ file, line, message }) => [file, line, message])).toEqual([
      [join(root, 'other/.agents/hooks/x/HOOK.md'), 2, 'description is missing'],
      [join(root, 'other/.agents/hooks/x/HOOK.md'), 2, 'trigger is missing'],
    ]);
  });

  it('a plugin’s file knows its plugin', async () => {
    put(
      'plugins/demo/hooks/hooks.json',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "${QODER_PLUGIN_ROOT}/x"}]}]}}',
    );
    const source = await loadFile(DIALECTS, join(root, 'plugins/demo/hooks/hooks.json'), placeOf());
    expect([source?.diagnostics, source?.hooks.map(({ id, folder }) => [id, folder])]).toEqual([
      [],
      [['qoder:plugin:demo:Stop[0].hooks[0]', join(root, 'plugins/demo')]],
    ]);
  });

  it.each(['project/.kolega/hooks.json', 'project/.agents/hooks/x/HOOK.md'])(
    '%s that is not there is told',
    async (name) => {
      mkdirSync(join(root, 'project/.agents/hooks'), { recursive: true });
      const source = await loadFile(DIALECTS, join(root, name), placeOf());
      expect(source?.diagnostics).toEqual([
        {
          severity: 'error',
          file: name.replace('project/', ''),
          line: null,
          column: null,
          message: 'no such file',
          hint: null,
        },
      ]);
    },
  );
});
