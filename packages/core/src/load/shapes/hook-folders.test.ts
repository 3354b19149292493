import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentHooks } from '../../dialects/agent-hooks/table.ts';
import type { Hook, Source } from '../../model/index.ts';
import { loadSources } from '../load.ts';
import { frontMatterOf } from './front-matter.ts';
import { readHookFile } from './hook-file.ts';
import { readHookFolders } from './hook-folders.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-folders-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const HOOKS = 'project/.agents/hooks';

function put(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
  if (text.startsWith('#!')) chmodSync(join(root, name), 0o755);
}

const putHook = (folder: string, frontMatter: string, base = HOOKS): void => {
  put(`${base}/${folder}/HOOK.md`, `---\n${frontMatter}\n---\n# About\n`);
  put(`${base}/${folder}/scripts/run.sh`, '#!/bin/sh\n');
};

const placeHere = () =>
  ({
    project: join(root, 'project'),
    home: join(root, 'home'),
    env: {},
    platform: 'linux',
    stateDir: null,
    plugins: [],
  }) as const;

const load = (): Promise<readonly Source[]> => loadSources([agentHooks], placeHere());

async function loadProject(): Promise<Source> {
  const source = (await load()).find(({ scope }) => scope === 'project');
  if (source === undefined) throw new Error('nothing was loaded');
  return source;
}

const said = (source: Source): readonly string[] =>
  source.diagnostics.map(
    ({ severity, file, line, column, message }) =>
      `${severity} ${file.replace('.agents/hooks/', '')}:${line}:${column} ${message}`,
  );

const GOOD = 'name: good\ndescription: A good one\ntrigger: before_tool';
const test = (hook: Hook | undefined, toolName: string, toolInput: string) =>
  hook?.matcher.test({ text: toolName, toolName, toolInput: { command: toolInput }, project: root }).matches;

describe('a folder of hook folders', () => {
  it('gives one hook for each folder that holds a HOOK.md, in the order of their names', async () => {
    putHook('b', 'name: second\ndescription: x\ntrigger: after_agent');
    putHook(
      'a',
      'name: first\ndescription: "y"\ntrigger: before_tool\nmatcher:\n  tool: Shell\n  pattern: "rm -rf /|mkfs"\ntimeout: 5000\nasync: true\npriority: 999',
    );
    put(`${HOOKS}/c/README.md`, 'no hook');
    put(`${HOOKS}/HOOK.md`, 'no folder');
    const source = await loadProject();
    const base = {
      dialect: 'agent-hooks',
      scope: 'project',
      condition: null,
      wake: null,
      sequential: false,
      once: false,
      statusMessage: null,
      env: {},
      dataFolder: null,
      defect: null,
    };
    const entry = (folder: string) => ({
      source: `.agents/hooks/${folder}/HOOK.md`,
      file: join(root, HOOKS, folder, 'HOOK.md'),
      folder: join(root, HOOKS, folder),
      handler: { kind: 'command', form: 'argv', program: join(root, HOOKS, folder, 'scripts/run.sh'), args: [] },
    });
    expect(source.hooks.map(({ matcher, ...hook }) => ({ ...hook, matcher: matcher.text }))).toEqual([
      {
        ...base,
        ...entry('a'),
        id: 'agent-hooks:project:first',
        name: 'first',
        event: 'before_tool',
        matcher: 'tool "Shell", pattern "rm -rf /|mkfs"',
        timeoutMs: 5000,
        background: true,
        priority: 999,
      },
      {
        ...base,
        ...entry('b'),
        id: 'agent-hooks:project:second',
        name: 'second',
        event: 'after_agent',
        matcher: null,
        timeoutMs: 30_000,
        background: false,
        priority: 100,
      },
    ]);
    expect({ ...source, hooks: [] }).toEqual({
      dialect: 'agent-hooks',
      scope: 'project',
      file: join(root, HOOKS),
      display: '.agents/hooks',
      hooks: [],
      lists: [],
      negations: [],
      switches: {},
      diagnostics: [],
      rejected: false,
      usable: true,
      definitions: '',
      entries: 2,
    });
  });

  it('the user’s folder comes first, the project’s second; a folder that is missing gives nothing', async () => {
    expect(await load()).toEqual([]);
    putHook('u', GOOD, 'home/.config/agents/hooks');
    putHook('p', GOOD);
    expect((await load()).map(({ scope, display, hooks: [hook] }) => [scope, display, hook?.id])).toEqual([
      ['user', join(root, 'home/.config/agents/hooks'), 'agent-hooks:user:good'],
      ['project', '.agents/hooks', 'agent-hooks:project:good'],
    ]);
  });

  it('the standard’s later names of events are accepted', async () => {
    for (const [alias, event] of Object.entries(agentHooks.aliases))
      putHook(event, `name: ${event}\ndescription: x\ntrigger: ${alias}`);
    const source = await loadProject();
    expect([source.diagnostics, source.hooks.map(({ event }) => event)]).toEqual([
      [],
      Object.keys(agentHooks.events).sort(),
    ]);
  });

  it.each([
    ['description: x\ntrigger: before_tool', 'bad/HOOK.md:2:1 name is missing'],
    ['name: x\ntrigger: before_tool', 'bad/HOOK.md:2:1 description is missing'],
    ['name: x\ndescription: y', 'bad/HOOK.md:2:1 trigger is missing'],
    [
      'name: x\ndescription: y\ntrigger: before_tol',
      'bad/HOOK.md:4:10 trigger: unknown event "before_tol"; did you mean "before_tool"?',
    ],
    [
      'name: x\ndescription: y\ntrigger: PreToolUse',
      'bad/HOOK.md:4:10 trigger: unknown event "PreToolUse"; did you mean "before_tool"?',
    ],
    ['name: x\ndescription: y\ntrigger: toString', 'bad/HOOK.md:4:10 trigger: unknown event "toString"'],
    [GOOD.replace('good', '""'), 'bad/HOOK.md:2:7 name must be a text of 1 to 64 characters, not an empty text'],
    [
      GOOD.replace('good', 'x'.repeat(65)),
      `bad/HOOK.md:2:7 name must be a text of 1 to 64 characters, not the text "${'x'.repeat(60)}…"`,
    ],
    [GOOD.replace('good', '12'), 'bad/HOOK.md:2:7 name must be a text of 1 to 64 characters, not 12'],
    [
      GOOD.replace('A good one', 'x'.repeat(1025)),
      `bad/HOOK.md:3:14 description must be a text of 1 to 1024 characters, not the text "${'x'.repeat(60)}…"`,
    ],
    [`${GOOD}\ntimeout: 0`, 'bad/HOOK.md:5:10 timeout must be a positive whole number, not 0'],
    [`${GOOD}\ntimeout: 1.5`, 'bad/HOOK.md:5:10 timeout must be a positive whole number, not 1.5'],
    [`${GOOD}\ntimeout: "5000"`, 'bad/HOOK.md:5:10 timeout must be a positive whole number, not the text "5000"'],
    [`${GOOD}\nasync: "true"`, 'bad/HOOK.md:5:8 async must be true or false, not the text "true"'],
    [`${GOOD}\npriority: 1001`, 'bad/HOOK.md:5:11 priority must be a whole number from 0 to 1000, not 1001'],
    [`${GOOD}\npriority: -1`, 'bad/HOOK.md:5:11 priority must be a whole number from 0 to 1000, not -1'],
    [`${GOOD}\nmatcher: Shell`, 'bad/HOOK.md:5:10 matcher must be an object, not the text "Shell"'],
    [`${GOOD}\nmatcher:\n  tool: [Shell]`, 'bad/HOOK.md:6:9 matcher.tool must be a text, not a list'],
    ['- a', 'bad/HOOK.md:2:1 the front matter must be keys with values, not a list'],
    ['a: "open', 'bad/HOOK.md:2:9 not valid YAML: missing closing "quote'],
  ])('%j rejects that hook alone, with file and line', async (frontMatter, message) => {
    putHook('bad', frontMatter);
    putHook('good', GOOD);
    const source = await loadProject();
    expect([source.hooks.map(({ name }) => name), source.entries, said(source)]).toEqual([
      ['good'],
      2,
      [`error ${message}`],
    ]);
  });

  it.each([
    'matcher:\n  # tool: Shell',
    'matcher:\n  tool:\n  pattern:',
    'async:',
    'timeout:',
    'priority:',
    'timeout: null\nasync: ~',
  ])('%j is as if the empty keys were not there', async (keys) => {
    putHook('good', `${GOOD}\n${keys}`);
    const source = await loadProject();
    expect(said(source)).toEqual([]);
    expect(source.hooks).toMatchObject([{ name: 'good', timeoutMs: 30_000, priority: 100, background: false }]);
    expect(test(source.hooks[0], 'Any', '')).toBe(true);
  });

  it.each<[string, Partial<Hook>, string]>([
    ['async: no', { background: false }, '5:8 async is written as YAML 1.1 has it, "no"; it is taken as false'],
    ['async: Yes', { background: true }, '5:8 async is written as YAML 1.1 has it, "Yes"; it is taken as true'],
    ['async: OFF', { background: false }, '5:8 async is written as YAML 1.1 has it, "OFF"; it is taken as false'],
    [
      'timeout: 30_000',
      { timeoutMs: 30_000 },
      '5:10 timeout is written as YAML 1.1 has it, "30_000"; it is taken as 30000',
    ],
  ])('%s is taken as older programs take it, with a warning', async (key, expected, message) => {
    putHook('good', `${GOOD}\n${key}`);
    const source = await loadProject();
    expect(said(source)).toEqual([`warning good/HOOK.md:${message}`]);
    expect(source.hooks).toMatchObject([expected]);
  });

  it('a matcher that is not a valid regular expression rejects the hook, and the part is named', async () => {
    putHook('bad', `${GOOD}\nmatcher:\n  tool: Shell\n  pattern: "a("`);
    const source = await loadProject();
    expect(source.hooks).toEqual([]);
    expect(said(source).map((text) => text.startsWith('error bad/HOOK.md:7:12 matcher.pattern: '))).toEqual([true]);
  });

  it('unknown keys are warnings, in the matcher too; the hook loads', async () => {
    putHook('extra', `${GOOD}\ncolour: green\nmatcher:\n  tol: Shell`);
    const source = await loadProject();
    expect([source.hooks.length, said(source)]).toEqual([
      1,
      [
        'warning extra/HOOK.md:5:1 unknown key "colour"',
        'warning extra/HOOK.md:7:3 matcher: unknown key "tol"; did you mean "tool"?',
      ],
    ]);
  });

  it('a doubled key is a warning; the last one counts', async () => {
    putHook('twice', `${GOOD}\npriority: 1\npriority: 2`);
    const source = await loadProject();
    expect([source.hooks.map(({ priority }) => priority), said(source)]).toEqual([
      [2],
      ['warning twice/HOOK.md:6:1 key "priority" appears twice; only the last one counts'],
    ]);
  });

  it('a bad escape in double quotes is taken literally, with a warning that shows the right spelling', async () => {
    putHook('py', `${GOOD}\nmatcher:\n  tool: WriteFile\n  pattern: "\\.py$"`);
    const source = await loadProject();
    expect([test(source.hooks[0], 'WriteFile', 'a.py'), test(source.hooks[0], 'WriteFile', 'apy')]).toEqual([
      true,
      false,
    ]);
    expect(source.diagnostics).toEqual([
      {
        severity: 'warning',
        file: '.agents/hooks/py/HOOK.md',
        line: 7,
        column: 12,
        message: '"\\.py$" is not valid YAML: \\. is not an escape in double quotes; each \\ was taken literally',
        hint: `write '\\.py$' or "\\\\.py$"`,
      },
    ]);
  });

  it('a backspace in a pattern is a warning that shows the right spelling', async () => {
    putHook('word', `${GOOD}\nmatcher:\n  pattern: "\\brm\\b"`);
    const source = await loadProject();
    expect(source.hooks.length).toBe(1);
    expect(source.diagnostics).toEqual([
      {
        severity: 'warning',
        file: '.agents/hooks/word/HOOK.md',
        line: 6,
        column: 12,
        message: 'matcher.pattern holds a backspace: in double quotes YAML reads \\b as one',
        hint: `write '\\brm\\b' or "\\\\brm\\\\b"`,
      },
    ]);
  });

  it('a matcher on an event that is no tool event is a warning, and the hook fires', async () => {
    putHook('greet', 'name: greet\ndescription: x\ntrigger: session_start\nmatcher:\n  tool: Shell');
    const source = await loadProject();
    expect([source.hooks.map(({ matcher }) => matcher.text), said(source)]).toEqual([
      [null],
      [
        'warning greet/HOOK.md:5:1 the matcher is ignored: session_start is not a tool event, so the hook always fires on it',
      ],
    ]);
  });

  it('the entry point is the first that exists', async () => {
    putHook('a', GOOD);
    put(`${HOOKS}/a/scripts/run.py`, '#!/usr/bin/env python3\n');
    put(`${HOOKS}/a/scripts/run`, '#!/bin/sh\n');
    mkdirSync(join(root, HOOKS, 'b/scripts/run'), { recursive: true });
    putHook('b', GOOD.replace('good', 'other'));
    const source = await loadProject();
    expect(source.hooks.map(({ handler }) => 'program' in handler && handler.program)).toEqual([
      join(root, HOOKS, 'a/scripts/run'),
      join(root, HOOKS, 'b/scripts/run.sh'),
    ]);
  });

  it('an entry point that is missing or not executable is an error with the cure, and the hook still loads', async () => {
    putHook('locked one', GOOD);
    chmodSync(join(root, HOOKS, 'locked one/scripts/run.sh'), 0o644);
    put(`${HOOKS}/none/HOOK.md`, `---\n${GOOD.replace('good', 'none')}\n---\n`);
    const source = await loadProject();
    expect(source.hooks.map(({ name, defect }) => [name, defect])).toEqual([
      ['good', "scripts/run.sh is not executable: chmod +x '.agents/hooks/locked one/scripts/run.sh'"],
      ['none', 'no entry point: expected one of scripts/run, scripts/run.sh, scripts/run.py'],
    ]);
    expect(source.diagnostics).toEqual([
      {
        severity: 'error',
        file: '.agents/hooks/locked one/HOOK.md',
        line: 1,
        column: 1,
        message: 'the entry point scripts/run.sh is not executable',
        hint: "chmod +x '.agents/hooks/locked one/scripts/run.sh'",
      },
      {
        severity: 'error',
        file: '.agents/hooks/none/HOOK.md',
        line: 1,
        column: 1,
        message: 'no entry point: expected one of scripts/run, scripts/run.sh, scripts/run.py',
        hint: 'write .agents/hooks/none/scripts/run and make it executable',
      },
    ]);
  });

  it('scripts that cannot be looked at are a missing entry point, and other hooks load', async () => {
    put(`${HOOKS}/a/HOOK.md`, `---\n${GOOD.replace('good', 'below a file')}\n---\n`);
    put(`${HOOKS}/a/scripts`, 'no folder');
    put(`${HOOKS}/b/HOOK.md`, `---\n${GOOD.replace('good', 'endless link')}\n---\n`);
    mkdirSync(join(root, HOOKS, 'b/scripts'));
    symlinkSync('run', join(root, HOOKS, 'b/scripts/run'));
    putHook('c', GOOD);
    const missing = 'no entry point: expected one of scripts/run, scripts/run.sh, scripts/run.py';
    expect((await loadProject()).hooks.map(({ name, defect }) => [name, defect])).toEqual([
      ['below a file', missing],
      ['endless link', missing],
      ['good', null],
    ]);
  });

  it('a hook folder of the project that is a link out of it is refused; the user’s links are followed', async () => {
    putHook('shared', GOOD, 'elsewhere');
    mkdirSync(join(root, HOOKS), { recursive: true });
    mkdirSync(join(root, 'home/.config/agents/hooks'), { recursive: true });
    symlinkSync(join(root, 'elsewhere/shared'), join(root, HOOKS, 'linked'));
    symlinkSync(join(root, 'elsewhere/shared'), join(root, 'home/.config/agents/hooks/linked'));
    const [user, project] = await load();
    expect([user?.hooks.length, user?.diagnostics]).toEqual([1, []]);
    expect([project?.hooks, project && said(project)]).toEqual([
      [],
      [
        'error linked/HOOK.md:null:null the file was not read: its folder is a symbolic link that leads out of the project',
      ],
    ]);
  });

  it('a file in the place of the folder is told', async () => {
    put(HOOKS, 'text');
    const source = await loadProject();
    expect(source.diagnostics).toEqual([
      {
        severity: 'error',
        file: '.agents/hooks',
        line: null,
        column: null,
        message: 'the file was not read: it is not a folder',
        hint: null,
      },
    ]);
  });

  it('a hook file that has gone meanwhile gives nothing, and a project that has gone is told', async () => {
    putHook('a', GOOD);
    const { shape } = agentHooks;
    if (shape.kind !== 'hook-folders') throw new Error('another shape was expected');
    const found = {
      scope: 'project',
      file: join(root, HOOKS),
      display: '.agents/hooks',
      within: join(root, 'gone'),
      plugin: null,
      place: placeHere(),
    } as const;
    expect(await readHookFile(agentHooks, shape, { ...found, file: join(root, 'none/HOOK.md') })).toEqual({
      hook: null,
      diagnostics: [],
    });
    const source = await readHookFolders(agentHooks, shape, found);
    expect([source?.hooks, source?.entries, source && said(source)]).toEqual([
      [],
      1,
      ['error a/HOOK.md:null:null the file was not read: it is a symbolic link to nothing'],
    ]);
  });

  it('a hook file that is a folder, or a link to nothing, is told', async () => {
    mkdirSync(join(root, HOOKS, 'a/HOOK.md'), { recursive: true });
    mkdirSync(join(root, HOOKS, 'b'), { recursive: true });
    symlinkSync('nowhere', join(root, HOOKS, 'b/HOOK.md'));
    expect(said(await loadProject())).toEqual([
      'error a/HOOK.md:null:null the file was not read: it is a folder, not a file',
      'error b/HOOK.md:null:null the file was not read: it is a symbolic link to nothing',
    ]);
  });
});

describe('front matter', () => {
  it.each([
    ['---\na: 1\n---\ntext\n---\n', { ok: true, text: 'a: 1', firstLine: 2, body: 'text\n---' }],
    ['---  \r\na: 1\r\nb: 2\r\n---\r\n', { ok: true, text: 'a: 1\nb: 2', firstLine: 2, body: '' }],
    ['\n\n---\na: 1\n---', { ok: true, text: 'a: 1', firstLine: 4, body: '' }],
    [' \t\n---\na: 1\n---', { ok: true, text: 'a: 1', firstLine: 3, body: '' }],
    ['---\na: x ---\n --- \n---x\n---\t\n', { ok: true, text: 'a: x ---\n --- \n---x', firstLine: 2, body: '' }],
    ['---\n---\n', { ok: true, text: '', firstLine: 2, body: '' }],
    ['', { ok: false, problem: 'empty file', line: 1 }],
    ['# Title\n---\n', { ok: false, problem: 'no front matter', line: 1 }],
    ['---js\nprocess.exit()\n---\n', { ok: false, problem: 'no front matter', line: 1 }],
    ['---\na: 1\n', { ok: false, problem: 'not closed', line: 1 }],
  ])('%j', (text, expected) => {
    expect(frontMatterOf(text)).toEqual(expected);
  });
});
