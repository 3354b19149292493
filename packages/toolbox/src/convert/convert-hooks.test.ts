import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Conversion } from './conversion.ts';
import { convertHooks, type ConvertRequest } from './convert-hooks.ts';

interface Place {
  readonly root: string;
  readonly convert: (request: Partial<ConvertRequest> & Pick<ConvertRequest, 'from' | 'to'>) => Promise<Conversion>;
}

/** A project and a home with these files; they go away with the test. */
function aPlace(files: Readonly<Record<string, unknown>>): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-convert-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const all = {
    'bridge.mjs': '// hookline-bridge.mjs 2',
    'hookline-http.mjs': '// hookline-http.mjs 2',
    'assets/worker.py': '# worker',
    'project/.keep': '',
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(path, 0o755);
  }
  const bridge = {
    file: join(root, 'bridge.mjs'),
    http: join(root, 'hookline-http.mjs'),
    assets: join(root, 'assets'),
  };
  return {
    root,
    convert: (request) =>
      convertHooks(
        { scope: 'project', output: null, toolNames: 'native', bridge, ...request },
        { project: join(root, 'project'), home: join(root, 'home'), env: {} },
      ),
  };
}

const kolega = (event: string, handler: object, matcher?: string): Readonly<Record<string, unknown>> => ({
  '.kolega/hooks.json': { schema_version: 1, hooks: { [event]: [{ matcher, hooks: [handler] }] } },
});
const inProject = (files: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`project/${name}`, content]));

const COMMAND = { type: 'command', command: './guard.sh', timeout: 5 };
const GUARD = { 'project/guard.sh': '#!/bin/sh\nexit 2\n' };

const filesOf = ({ changes }: Conversion, root: string): readonly string[] =>
  changes.map(({ path }) => relative(root, path));
const textOf = ({ changes }: Conversion, end: string): string =>
  changes.find(({ path }) => path.endsWith(end))?.after ?? '';
const lossesOf = ({ hooks }: Conversion): readonly string[] =>
  hooks.flatMap(({ losses }) => losses.map(({ kind, part }) => (part === null ? kind : `${kind} ${part}`)));

describe('the files of a conversion', () => {
  test('are a configuration, a wrapper for each hook, and the bridge', async () => {
    const place = aPlace({ ...inProject(kolega('PreToolUse', COMMAND, 'run_command')), ...GUARD });
    const done = await place.convert({ from: 'kolega', to: 'qoder' });
    expect(filesOf(done, place.root)).toEqual([
      'project/.qoder/hooks/hookline-bridge.mjs',
      'project/.qoder/hooks/kolega-01-guard.mjs',
      'project/.qoder/settings.json',
    ]);
    expect(JSON.parse(textOf(done, 'settings.json'))).toEqual({
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [
              {
                type: 'command',
                name: './guard.sh',
                command: 'node "$QODER_PROJECT_DIR"/.qoder/hooks/kolega-01-guard.mjs guard.sh',
                timeout: 15,
              },
            ],
          },
        ],
      },
    });
  });

  test('for hook folders are a folder for each hook and event', async () => {
    const place = aPlace({ ...inProject(kolega('PostToolUse', COMMAND)), ...GUARD });
    const done = await place.convert({ from: 'kolega', to: 'agent-hooks' });
    expect(filesOf(done, place.root)).toEqual([
      'project/.agents/hooks/hookline-bridge.mjs',
      'project/.agents/hooks/kolega-01-guard-after-tool/HOOK.md',
      'project/.agents/hooks/kolega-01-guard-after-tool/scripts/run.sh',
      'project/.agents/hooks/kolega-01-guard-after-tool/scripts/hook.mjs',
      'project/.agents/hooks/kolega-01-guard-after-tool-failure/HOOK.md',
      'project/.agents/hooks/kolega-01-guard-after-tool-failure/scripts/run.sh',
      'project/.agents/hooks/kolega-01-guard-after-tool-failure/scripts/hook.mjs',
    ]);
  });

  test('hold what was there before, and only that is changed which was there', async () => {
    const settings = { theme: 'dark', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
    const place = aPlace({ ...inProject(kolega('Stop', COMMAND)), 'project/.qoder/settings.json': settings, ...GUARD });
    const done = await place.convert({ from: 'kolega', to: 'qoder' });
    const [change] = done.changes.slice(-1);
    const written = JSON.parse(change?.after ?? '') as { theme: string; hooks: { Stop: object[] } };
    expect([change?.before, written.theme, written.hooks.Stop[0]]).toEqual([
      JSON.stringify(settings, null, 2),
      'dark',
      settings.hooks.Stop[0],
    ]);
    expect(written.hooks.Stop).toHaveLength(2);
  });

  test('go below another folder where that is asked for', async () => {
    const place = aPlace({ ...inProject(kolega('Stop', COMMAND)), 'out/.keep': '', ...GUARD });
    const done = await place.convert({ from: 'kolega', to: 'polytoken', output: join(place.root, 'out') });
    expect(filesOf(done, place.root)).toEqual([
      'out/.polytoken/hooks/hookline-bridge.mjs',
      'out/.polytoken/hooks/kolega-01-guard.mjs',
      'out/.polytoken/hooks.json',
    ]);
  });

  test('of the user go to the configuration of the user', async () => {
    const hooks = { SessionEnd: [{ hooks: [{ type: 'command', command: 'true' }] }] };
    const place = aPlace({ 'home/.qoder/settings.json': { hooks } });
    const done = await place.convert({ from: 'qoder', to: 'kode', scope: 'user' });
    expect(filesOf(done, place.root)).toEqual([
      'home/.config/kode/hooks/hookline-bridge.mjs',
      'home/.config/kode/hooks/qoder-user-01-true.mjs',
      'home/.config/kode/config.yaml',
    ]);
    expect(textOf(done, 'true.mjs')).toContain('"home": "../../.."');
  });

  test('are none for a hook whose event the target does not have', async () => {
    const place = aPlace({ ...inProject(kolega('Stop', COMMAND)), ...GUARD });
    const done = await place.convert({ from: 'kolega', to: 'kode' });
    expect([done.changes, done.hooks[0]?.way, done.hooks[0]?.losses]).toEqual([
      [],
      'left out',
      [{ kind: 'event', part: null, seen: 'in its configuration', text: 'kode has no counterpart of Stop (Stop)' }],
    ]);
  });

  test('include what is needed to ask a server', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'http', url: 'http://localhost' }] }] };
    const place = aPlace({ 'project/.qoder/settings.json': { hooks } });
    expect(filesOf(await place.convert({ from: 'qoder', to: 'kolega' }), place.root)).toContain(
      'project/.kolega/hooks/hookline-http.mjs',
    );
  });

  test('include what code needs to run', async () => {
    const place = aPlace(inProject(kolega('Stop', { type: 'python', callable: 'a:b' })));
    expect(filesOf(await place.convert({ from: 'kolega', to: 'qoder' }), place.root)).toContain(
      'project/.qoder/hooks/assets/worker.py',
    );
  });

  test('that run the same in order say so only where there are several', async () => {
    const two = { schema_version: 1, hooks: { Stop: [{ hooks: [COMMAND, { ...COMMAND, command: './b.sh' }] }] } };
    const place = aPlace({ 'project/.kolega/hooks.json': two, ...GUARD });
    expect(textOf(await place.convert({ from: 'kolega', to: 'qoder' }), 'settings.json')).toContain(
      '"sequential": true',
    );
  });
});

describe('a conversion is refused', () => {
  const hooks = inProject(kolega('Stop', COMMAND));

  test('where a file of it is there already', async () => {
    const place = aPlace({ ...hooks, 'project/.qoder/hooks/kolega-01-guard.mjs': 'mine' });
    await expect(place.convert({ from: 'kolega', to: 'qoder' })).rejects.toThrow(
      /kolega-01-guard\.mjs exists already; remove it, or name another folder with --output$/,
    );
  });

  test('where a file has the name of the bridge and is none; a bridge of an earlier call gives way', async () => {
    const bridge = 'project/.qoder/hooks/hookline-bridge.mjs';
    const foreign = aPlace({ ...hooks, [bridge]: 'mine' });
    await expect(foreign.convert({ from: 'kolega', to: 'qoder' })).rejects.toThrow(
      /hookline-bridge\.mjs exists already/,
    );
    const earlier = aPlace({ ...hooks, [bridge]: '// hookline-bridge.mjs 1' });
    const [first] = (await earlier.convert({ from: 'kolega', to: 'qoder' })).changes;
    expect([first?.before, first?.after]).toEqual(['// hookline-bridge.mjs 1', '// hookline-bridge.mjs 2']);
  });

  test('where the configuration of the target cannot be read', async () => {
    const place = aPlace({ ...hooks, 'project/.qoder/settings.json': '{' });
    await expect(place.convert({ from: 'kolega', to: 'qoder' })).rejects.toThrow(
      /settings\.json cannot take more hooks: it is not valid JSON: run "hookline validate"$/,
    );
  });

  test('where the source rejects its own files', async () => {
    const place = aPlace({ 'project/.polytoken/hooks.json': [{}] });
    await expect(place.convert({ from: 'polytoken', to: 'qoder' })).rejects.toThrow(
      'Polytoken rejects its hook files as a whole; run "hookline validate" first',
    );
  });

  test('between a system and itself, and for one that does not exist', async () => {
    const place = aPlace({});
    await expect(place.convert({ from: 'kode', to: 'kode' })).rejects.toThrow(
      'both systems are kode; name two different ones',
    );
    await expect(place.convert({ from: 'kode', to: 'koda' })).rejects.toThrow(
      /^unknown dialect "koda"; expected one of kolega, /,
    );
  });
});

describe('what is lost', () => {
  const losses = async (
    files: Readonly<Record<string, unknown>>,
    from: string,
    to: string,
  ): Promise<readonly string[]> => lossesOf(await aPlace({ ...files, ...GUARD }).convert({ from, to }));

  test('is nothing where the target can do all that the hook can', async () => {
    expect(await losses(inProject(kolega('PreToolUse', COMMAND)), 'kolega', 'qoder')).toEqual([]);
  });

  test('is a power, a field and a part of the time where the target has less', async () => {
    const files = inProject(kolega('UserPromptSubmit', { type: 'command', command: './guard.sh' }));
    expect(await losses(files, 'kolega', 'polytoken')).toEqual(['power effect', 'power message', 'payload', 'timeout']);
  });

  test('is the environment where the target keeps it back', async () => {
    expect(await losses(inProject(kolega('SessionEnd', COMMAND)), 'kolega', 'kode')).toEqual([
      'payload',
      'environment',
    ]);
  });

  test('is that it runs in the background, where the target waits for every hook', async () => {
    const entry = { type: 'command', command: 'true', async: true };
    const files = { 'project/.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [entry] }] } } };
    expect(await losses(files, 'qoder', 'kolega')).toEqual(['payload', 'background']);
    expect(textOf(await aPlace(files).convert({ from: 'qoder', to: 'agent-hooks' }), 'HOOK.md')).toContain(
      'async: true',
    );
  });

  test('is the order of several hooks', async () => {
    const entry = { type: 'command', command: 'true' };
    const files = {
      'project/.qoder/settings.json': { hooks: { SessionEnd: [{ hooks: [entry, { ...entry, command: 'false' }] }] } },
    };
    const { hooks } = await aPlace(files).convert({ from: 'qoder', to: 'kolega' });
    expect(hooks[0]?.losses.filter(({ kind }) => kind === 'order').map(({ text }) => text)).toEqual([
      'hooks of SessionEnd run at the same time in qoder; in kolega one after another',
      'after a refusal qoder runs the other hooks too and joins their reasons; kolega runs none',
    ]);
  });

  test('is that a project switches hooks of the user off', async () => {
    const hook = { name: 'a', event: 'stop', handler: { bash: 'true' } };
    const place = aPlace({
      'home/.config/polytoken/hooks.json': [hook],
      'project/.polytoken/hooks.json': ['!a', { ...hook, name: 'b' }],
    });
    expect((await place.convert({ from: 'polytoken', to: 'qoder' })).losses).toEqual([
      {
        kind: 'merge',
        part: null,
        seen: 'in its configuration',
        text: 'the project switches off "a" of the user; in qoder it does not',
      },
    ]);
  });

  test('is that both run, where the list of the project replaces that of the user', async () => {
    const files = {
      ...inProject(kolega('SessionEnd', COMMAND)),
      'home/.local/state/kolega-code/hooks.json': kolega('SessionEnd', COMMAND)['.kolega/hooks.json'],
    };
    expect(await losses(files, 'kolega', 'kode')).toEqual(['payload', 'environment', 'merge']);
  });
});

describe('a hook that asks a model', () => {
  const PROMPT = { type: 'prompt', prompt: 'Is $EVENT fine?', model: 'fast' };

  test('is asked by the target itself, with the event where it was', async () => {
    const done = await aPlace(inProject(kolega('Stop', PROMPT))).convert({ from: 'kolega', to: 'qoder' });
    expect([done.hooks[0]?.way, lossesOf(done)]).toEqual(['native', ['handler']]);
    expect(JSON.parse(textOf(done, 'settings.json'))).toEqual({
      hooks: {
        Stop: [{ hooks: [{ type: 'prompt', name: 'Is $EVENT fine?', prompt: 'Is $ARGUMENTS fine?', timeout: 30 }] }],
      },
    });
    expect(done.changes).toHaveLength(1);
  });

  test('goes through the bridge, which has no model of its own, where the target has no such hooks', async () => {
    const done = await aPlace(inProject(kolega('Stop', PROMPT))).convert({ from: 'kolega', to: 'polytoken' });
    expect(done.hooks[0]?.way).toBe('bridge');
    expect(done.hooks[0]?.losses.find(({ kind }) => kind === 'handler')?.text).toBe(
      'polytoken asks no model here: the prompt works only where HOOKLINE_MODEL_COMMAND is set',
    );
  });
});
