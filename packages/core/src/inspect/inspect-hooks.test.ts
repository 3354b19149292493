import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHooks } from '../create-hooks.ts';
import { validateFiles } from '../hook-set/validate-files.ts';
import { inspectHooks } from './inspect-hooks.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-inspect-')));
  mkdirSync(join(root, 'project'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, content: unknown): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  if (typeof content === 'string' && content.startsWith('#!')) chmodSync(path, 0o755);
  return path;
}

const place = () => ({ project: join(root, 'project'), home: join(root, 'home'), env: { PATH: process.env['PATH'] } });

const told = async (files: readonly string[] | null = null): Promise<readonly string[]> =>
  (await validateFiles(files, place())).map(
    ({ severity, file, line, column, message, hint }) =>
      `${severity} ${file}:${line}:${column} ${message}${hint === null ? '' : ` -> ${hint}`}`,
  );

const kolega = (matcher: string, ...commands: readonly string[]): unknown => ({
  schema_version: 1,
  hooks: { PreToolUse: [{ matcher, hooks: commands.map((command) => ({ type: 'command', command })) }] },
});

const command = (line: string): unknown => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: line }] }] },
});

describe('a hook that cannot be started is told with its place', () => {
  it('when its script is missing, not executable or empty', async () => {
    put('project/notes.sh', 'echo hello\n');
    put('project/empty.sh', '#!/bin/sh\n');
    writeFileSync(join(root, 'project/empty.sh'), '');
    put('project/fine.sh', '#!/bin/sh\n');
    put('project/.kolega/hooks.json', kolega('run_command', './gone.sh', './notes.sh', './empty.sh', './fine.sh x'));
    const open = ' -> until then PreToolUse goes on as if there were no such hook';
    expect(await told()).toEqual([
      `error .kolega/hooks.json:10:24 hook "./gone.sh" cannot be started: gone.sh does not exist${open}`,
      `error .kolega/hooks.json:14:24 hook "./notes.sh" cannot be started: notes.sh is not executable: run chmod +x notes.sh${open}`,
      `error .kolega/hooks.json:18:24 hook "./empty.sh" cannot be started: empty.sh is empty: restore its content, or remove the hook${open}`,
    ]);
  });

  it.each([
    ['.qoder/settings.json', command('"$QODER_PROJECT_DIR"/gone.sh --now'), 'goes on as if there were no such hook'],
    ['.qoder/settings.json', command('node tools/gone.mjs'), 'goes on as if there were no such hook'],
    ['.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: ./gone.sh\n', 'is refused each time'],
    ['.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: [bash, gone.sh]\n', 'is refused each time'],
    [
      '.polytoken/hooks.json',
      [{ name: 'a', event: 'pre_tool_use', handler: { bash: './gone.sh' } }],
      'is refused each time',
    ],
    [
      '.kolega/hooks.json',
      { schema_version: 1, hooks: { Stop: [{ hooks: [{ type: 'module', module: './gone.mjs' }] }] } },
      'goes on as if there were no such hook',
    ],
  ])('in every system: %s %j, and what happens meanwhile', async (file, content, meanwhile) => {
    put(`project/${file}`, content);
    const found = await inspectHooks(place());
    expect(found.map(({ about, diagnostic }) => [about, diagnostic.severity, diagnostic.file])).toEqual([
      ['program', 'error', file],
    ]);
    expect(found[0]?.diagnostic.message).toContain('gone.');
    expect(found[0]?.diagnostic.hint).toContain(meanwhile);
    expect(found[0]?.diagnostic.line).toBeGreaterThan(0);
  });

  it('also when its module is below a file, or behind a link that never ends', async () => {
    const module = (path: string) => ({ type: 'module', module: path });
    put('project/file', 'no folder');
    symlinkSync('loop.mjs', join(root, 'project/loop.mjs'));
    const hooks = [module('./file/m.mjs'), module('./loop.mjs')];
    put('project/.kolega/hooks.json', { schema_version: 1, hooks: { Stop: [{ hooks }] } });
    expect((await inspectHooks(place())).map(({ about }) => about)).toEqual(['program', 'program']);
  });

  it('as a warning when another PATH, or another project, may have it', async () => {
    put('project/.kolega/hooks.json', kolega('*', 'no-such-program-anywhere --check'));
    put('home/.qoder/settings.json', command('./scripts/of-some-projects.sh'));
    expect((await inspectHooks(place())).map(({ diagnostic }) => diagnostic.severity)).toEqual(['warning', 'warning']);
  });

  it.each([
    'cat | jq -e .tool_name > /dev/null || exit 2',
    'test -x ./gone.sh && ./gone.sh',
    'f() { ./gone.sh; }; true',
    '$HOOK_PROGRAM --check',
  ])('never on suspicion: %s', async (line) => {
    put('project/.qoder/settings.json', command(line));
    expect(await told()).toEqual([]);
  });

  it('also when the file is given by its path in another project', async () => {
    const file = put('elsewhere/.kolega/hooks.json', kolega('run_command', './guard.sh'));
    put('elsewhere/guard.sh', '#!/bin/sh\n');
    expect(await told([file])).toEqual([]);
    rmSync(join(root, 'elsewhere/guard.sh'));
    await new Promise((resolve) => setImmediate(resolve)); // files are looked at once per turn
    expect(await told([file])).toHaveLength(1);
  });

  it('and never changes what is loaded or decided', async () => {
    put('project/guard.sh', '#!/bin/sh\necho no >&2\nexit 2\n');
    put('project/.kolega/hooks.json', kolega('run_comand|run_command', './gone.sh', './guard.sh'));
    const hooks = await createHooks({ ...place(), trust: 'all', record: false });
    const outcome = await hooks.fire({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: place().project,
      tool_name: 'run_command',
      tool_input: {},
    });
    await hooks.close();
    expect(hooks.diagnostics).toEqual([]);
    expect(outcome.hooks.map(({ status }) => status)).toEqual(['failed', 'blocked']);
  });
});

it.each([
  [
    'stop',
    'rm*',
    ['warning matcher "rm*" never matches: on stop it is compared with "stop" alone, so the hook never runs'],
  ],
  ['stop', 'st*', []],
  ['pre_tool_use', 'rm*', []],
  ['subagent_stop', 'rm*', []],
])('on %s, what the matcher "%s" is compared with may always be the same', async (event, matcher, told) => {
  put('project/.polytoken/hooks.json', JSON.stringify([{ name: 'a', event, matcher, handler: { bash: 'true' } }]));
  const found = await inspectHooks(place());
  expect(found.map(({ diagnostic: { severity, message } }) => `${severity} ${message}`)).toEqual(told);
});

describe('a matcher that matches no tool of its system is told', () => {
  const matchers = async (matcher: string): Promise<readonly string[]> => {
    put('project/.kolega/hooks.json', kolega(matcher, 'true'));
    return (await inspectHooks(place())).map(({ diagnostic: { severity, message } }) => `${severity} ${message}`);
  };

  it('name by name, with the one that was meant', async () => {
    expect(await matchers('run_comand|create_file')).toEqual([
      'warning Kolega Code has no tool "run_comand"; did you mean "run_command"?',
    ]);
    expect(await matchers('Bash')).toEqual(['info Kolega Code has no tool "Bash"']);
  });

  it('when a pattern fits none of all tools', async () => {
    expect(await matchers('run_comm.*_fast')).toEqual([
      'warning matcher "run_comm.*_fast" matches no tool of Kolega Code: the hook never runs',
    ]);
  });

  it.each([
    'run_command',
    'exec_command',
    'Edit|Write',
    '*',
    '',
    'run_.*',
    'mcp__github__create_issue',
    '.*_issue',
    'm.*x',
  ])('and never without certainty: %j', async (matcher) => {
    expect(await matchers(matcher)).toEqual([]);
  });

  it('only where all tools of the system are known', async () => {
    put('project/.qoder/settings.json', {
      hooks: { PreToolUse: [{ matcher: 'Bsh', hooks: [{ type: 'command', command: 'true' }] }] },
    });
    expect(await told()).toEqual([]);
  });

  it('once for a group of several hooks, and in the place of the matcher', async () => {
    put('project/.kolega/hooks.json', kolega('run_comand', 'true', 'true'));
    expect((await told()).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'warning .kolega/hooks.json:6:20',
    ]);
  });
});

describe('one mistake hides no other', () => {
  const lines = async (file: string, content: unknown): Promise<readonly string[]> => {
    put(`project/${file}`, content);
    return (await told()).map((line) => line.replace(/ -> .*/s, '').replace(/^\w+ /, ''));
  };

  it('not a version, an unknown event or a wrong option in grouped files', async () => {
    const text = `{
  "schema_version": 2,
  "hooks": {
    "PreTolUse": [{ "matcher": "[", "hooks": [{ "type": "command" }] }],
    "Stop": [{ "matcher": 5, "hooks": [{ "type": "command", "command": "./gone.sh", "timeout": "9" }] }]
  }
}`;
    expect(await lines('.kolega/hooks.json', text)).toEqual([
      '.kolega/hooks.json:2:21 unsupported hooks schema version 2 in .kolega/hooks.json',
      '.kolega/hooks.json:4:5 unknown event "PreTolUse"; did you mean "PreToolUse"?',
      expect.stringContaining('.kolega/hooks.json:4:32 hooks.PreTolUse[0].matcher: "[" cannot be used'),
      '.kolega/hooks.json:4:47 hooks.PreTolUse[0].hooks[0].command is missing',
      '.kolega/hooks.json:5:27 hooks.Stop[0].matcher must be a text or null, not 5',
      '.kolega/hooks.json:5:72 hook "./gone.sh" cannot be started: gone.sh does not exist',
      expect.stringContaining('.kolega/hooks.json:5:96 hooks.Stop[0].hooks[0].timeout must be'),
    ]);
  });

  it('not a comment or a comma in JSON', async () => {
    const text =
      '{\n  // mine\n  "hooks": {\n    "Stp": [],\n    "Stop": [{ "hooks": [{ "type": "comand" },] }]\n  }\n}';
    expect(await lines('.qoder/settings.json', text)).toEqual([
      '.qoder/settings.json:2:3 not valid JSON: JSON has no comments',
      '.qoder/settings.json:4:5 unknown event "Stp"; did you mean "Stop"?',
      '.qoder/settings.json:5:36 hooks.Stop[0].hooks[0]: unknown type "comand"; did you mean "command"?',
      '.qoder/settings.json:5:47 not valid JSON: there is a comma before ]',
    ]);
  });

  it('but what may be a consequence of the first is not told', async () => {
    const text = `{ "hooks": {\n  'Stop': []\n  Stop: []\n}\n// end\n}`;
    expect(await lines('.qoder/settings.json', text)).toEqual([
      '.qoder/settings.json:2:3 not valid JSON: JSON strings need double quotes',
      '.qoder/settings.json:5:1 not valid JSON: JSON has no comments',
    ]);
  });

  it('not a wrong entry in a list that is rejected whole', async () => {
    const entries = [
      { name: 'a', event: 'pre_tool', handler: { bash: './a.sh' } },
      { name: 'b', event: 'stop', handler: { bash: './b.sh' }, colour: 'red' },
    ];
    expect((await lines('.polytoken/hooks.json', entries)).map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'hooks.json: entry 1 ("a"): unknown event "pre_tool"; did you mean "pre_tool_use"?',
      'hook "a" cannot be started: a.sh does not exist',
      'hook "b" cannot be started: b.sh does not exist',
      expect.stringContaining('unknown key "colour"'),
    ]);
  });

  it('not in YAML, neither in a list nor in front matter', async () => {
    const config =
      'hooks:\n  tool_cal_pre:\n    - exec: 5\n  tool_call_post:\n    - exec: ./gone.sh\n      timeout_ms: 0\n';
    expect((await lines('.kode/config.yaml', config)).map((line) => line.split(' ')[0])).toEqual([
      '.kode/config.yaml:2:3',
      '.kode/config.yaml:3:13',
      '.kode/config.yaml:5:13',
      '.kode/config.yaml:6:19',
    ]);
    rmSync(join(root, 'project/.kode'), { recursive: true });
    expect((await lines('.kode/config.yaml', 'a: b: c\nd: e: f\n')).map((line) => line.split(' ')[0])).toEqual([
      '.kode/config.yaml:1:4',
      '.kode/config.yaml:2:4',
    ]);
    rmSync(join(root, 'project/.kode'), { recursive: true });
    const matter = '---\nname: x\ntrigger: before_tol\nmatcher:\n  tool: "["\n---\n';
    expect((await lines('.agents/hooks/x/HOOK.md', matter)).map((line) => line.split(' ')[0])).toEqual([
      '.agents/hooks/x/HOOK.md:1:1',
      '.agents/hooks/x/HOOK.md:2:1',
      '.agents/hooks/x/HOOK.md:3:10',
      '.agents/hooks/x/HOOK.md:5:9',
    ]);
    expect(
      (await lines('.agents/hooks/x/HOOK.md', '---\nname: a: b\n---\n')).map((line) => line.split(' ')[0]),
    ).toEqual(['.agents/hooks/x/HOOK.md:1:1', '.agents/hooks/x/HOOK.md:2:7']);
  });
});
