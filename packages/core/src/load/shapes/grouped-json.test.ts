import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kolega } from '../../dialects/kolega/table.ts';
import { qoder } from '../../dialects/qoder/table.ts';
import type { Dialect, Hook, Source } from '../../model/index.ts';
import type { LoadPlace } from '../discover.ts';
import { loadSources } from '../load.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-grouped-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, content: unknown): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
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

const load = (dialect: Dialect, more?: Partial<LoadPlace>): Promise<readonly Source[]> =>
  loadSources([dialect], placeOf(more));

async function loadOne(dialect: Dialect, more?: Partial<LoadPlace>): Promise<Source> {
  const [source, ...others] = await load(dialect, more);
  expect(others).toEqual([]);
  if (source === undefined) throw new Error('nothing was loaded');
  return source;
}

const said = (source: Source): readonly string[] =>
  source.diagnostics.map(({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`);

/** A hook without what cannot be compared. */
const shown = ({ matcher, condition, ...rest }: Hook) => ({
  ...rest,
  matcher: matcher.text,
  condition: condition?.text ?? null,
});

const PLAIN = {
  condition: null,
  priority: 0,
  background: false,
  wake: null,
  sequential: false,
  once: false,
  statusMessage: null,
  env: {},
  folder: null,
  dataFolder: null,
  defect: null,
};

const kolegaFile = (hooks: unknown, version: unknown = 1): void =>
  put('project/.kolega/hooks.json', { schema_version: version, hooks });
const qoderFile = (hooks: unknown): void => put('project/.qoder/settings.json', { hooks });
const command = (text = './x.sh') => ({ type: 'command', command: text });

describe('a file of its own with a version', () => {
  it('gives each handler as a hook, in order, with its id, name, handler and time limit', async () => {
    kolegaFile({
      PreToolUse: [
        {
          matcher: 'Edit|Write',
          hooks: [
            { type: 'command', command: './guard.sh --all', timeout: 1.5 },
            { type: 'python', callable: 'my.hooks:check' },
          ],
        },
        {
          hooks: [
            { type: 'module', module: './hooks/secrets.mjs#blockSecrets' },
            { type: 'module', module: 'plain.mjs' },
          ],
        },
      ],
      Stop: [
        {
          matcher: '*',
          hooks: [
            { type: 'prompt', prompt: 'Done? $EVENT' },
            { type: 'agent', prompt: 'Run the tests', timeout: null },
          ],
        },
      ],
    });
    const source = await loadOne(kolega);
    const base = {
      ...PLAIN,
      dialect: 'kolega',
      scope: 'project',
      source: '.kolega/hooks.json',
      file: join(root, 'project/.kolega/hooks.json'),
    };
    const pre = { ...base, event: 'PreToolUse' };
    const stop = { ...base, event: 'Stop', matcher: '*' };
    expect(source.hooks.map(shown)).toEqual([
      {
        ...pre,
        id: 'kolega:project:PreToolUse[0].hooks[0]',
        name: './guard.sh --all',
        matcher: 'Edit|Write',
        timeoutMs: 1500,
        handler: { kind: 'command', form: 'words', line: './guard.sh --all' },
      },
      {
        ...pre,
        id: 'kolega:project:PreToolUse[0].hooks[1]',
        name: 'my.hooks:check',
        matcher: 'Edit|Write',
        timeoutMs: 30_000,
        handler: { kind: 'python', callable: 'my.hooks:check' },
      },
      {
        ...pre,
        id: 'kolega:project:PreToolUse[1].hooks[0]',
        name: './hooks/secrets.mjs#blockSecrets',
        matcher: null,
        timeoutMs: 30_000,
        handler: { kind: 'module', path: './hooks/secrets.mjs', exportName: 'blockSecrets' },
      },
      {
        ...pre,
        id: 'kolega:project:PreToolUse[1].hooks[1]',
        name: 'plain.mjs',
        matcher: null,
        timeoutMs: 30_000,
        handler: { kind: 'module', path: 'plain.mjs', exportName: 'default' },
      },
      {
        ...stop,
        id: 'kolega:project:Stop[0].hooks[0]',
        name: 'Done? $EVENT',
        timeoutMs: 30_000,
        handler: { kind: 'prompt', prompt: 'Done? $EVENT', model: 'fast' },
      },
      {
        ...stop,
        id: 'kolega:project:Stop[0].hooks[1]',
        name: 'Run the tests',
        timeoutMs: 60_000,
        handler: { kind: 'agent', prompt: 'Run the tests', model: null, tools: null, maxTurns: null },
      },
    ]);
    expect({ ...source, hooks: [], file: '' }).toEqual({
      dialect: 'kolega',
      scope: 'project',
      file: '',
      display: '.kolega/hooks.json',
      hooks: [],
      lists: ['PreToolUse', 'Stop'],
      negations: [],
      switches: {},
      diagnostics: [],
      rejected: false,
      usable: true,
      entries: 6,
      definitions: source.definitions,
    });
  });

  it.each([
    ['hooks missing', { schema_version: 1 }],
    ['hooks null', { schema_version: 1, hooks: null }],
    ['hooks empty', { schema_version: 1, hooks: {} }],
    ['a byte order mark', '\uFEFF{"schema_version": 1}'],
  ])('%s is fine', async (_, content) => {
    put('project/.kolega/hooks.json', content);
    expect(await loadOne(kolega)).toMatchObject({ hooks: [], lists: [], diagnostics: [], usable: true, entries: 0 });
  });

  it('an absent file gives nothing at all', async () => {
    expect(await load(kolega)).toEqual([]);
  });

  it.each([
    ['{ "schema_version": 1, "hooks": ', 'error 1:33 not valid JSON: a value was expected, found the end of the file'],
    ['', 'error 1:1 the file is empty; JSON was expected'],
    ['[]', 'error 1:1 an object was expected at the top of the file, not an empty list'],
    ['null', 'error 1:1 an object was expected at the top of the file, not null'],
  ])('the file %j is dropped with a diagnostic', async (content, message) => {
    put('project/.kolega/hooks.json', content);
    const source = await loadOne(kolega);
    expect([source.hooks, source.usable, said(source)]).toEqual([[], false, [message]]);
  });

  it('a file that is not UTF-8 is dropped with a diagnostic', async () => {
    put('project/.kolega/hooks.json', '');
    writeFileSync(join(root, 'project/.kolega/hooks.json'), Buffer.from([0x7b, 0xff, 0x7d]));
    const source = await loadOne(kolega);
    expect([source.usable, said(source)]).toEqual([
      false,
      ['error null:null the file was not read: it is not UTF-8 text'],
    ]);
  });

  it('a named pipe in place of the file is refused without waiting', async () => {
    mkdirSync(join(root, 'project/.kolega'), { recursive: true });
    execFileSync('mkfifo', [join(root, 'project/.kolega/hooks.json')]);
    expect(said(await loadOne(kolega))).toEqual([
      'error null:null the file was not read: it is a named pipe, not a file',
    ]);
  });

  it.each([
    [99, '99', '2:21'],
    ['1', '"1"', '2:21'],
    [true, 'true', '2:21'],
    [null, 'null', '2:21'],
    [undefined, 'none', '1:1'],
  ])('the version %j drops the file', async (version, written, at) => {
    kolegaFile({ Stop: [{ hooks: [command()] }] }, version === undefined ? undefined : version);
    if (version === undefined) put('project/.kolega/hooks.json', { hooks: {} });
    const source = await loadOne(kolega);
    expect([source.hooks, source.usable, said(source)]).toEqual([
      [],
      false,
      [`error ${at} unsupported hooks schema version ${written} in .kolega/hooks.json`],
    ]);
    expect(source.diagnostics[0]?.hint).toBe('write "schema_version": 1');
  });

  it.each([
    [[], 'error 3:12 hooks must be an object of events, not an empty list; it is skipped'],
    [{ Stop: {} }, 'error 4:13 hooks.Stop must be a list of groups, not an object; it is skipped'],
    [{ Stop: null }, 'error 4:13 hooks.Stop must be a list of groups, not null; it is skipped'],
    [{ Stop: [{ hooks: command() }] }, 'error 6:18 hooks.Stop[0].hooks must be a list, not an object'],
    [{ Stop: [{}] }, 'error 5:7 hooks.Stop[0].hooks is missing'],
    [
      { Stop: ['x'] },
      'error 5:7 hooks.Stop[0] must be an object with a list of hooks, not the text "x"; it is skipped',
    ],
    [{ Stop: [{ hooks: [7] }] }, 'error 7:11 hooks.Stop[0].hooks[0] must be an object, not 7; it is skipped'],
    [{ stop: [{ hooks: [command()] }] }, 'error 4:5 unknown event "stop"; did you mean "Stop"?'],
    [{ constructor: [] }, 'error 4:5 unknown event "constructor"'],
    [
      { Stop: [{ hooks: [{ type: 'Command', command: 'x' }] }] },
      'error 8:21 hooks.Stop[0].hooks[0]: unknown type "Command"; did you mean "command"?',
    ],
    [{ Stop: [{ hooks: [{ type: 'constructor' }] }] }, 'error 8:21 hooks.Stop[0].hooks[0]: unknown type "constructor"'],
    [{ Stop: [{ hooks: [{ command: 'x' }] }] }, 'error 7:11 hooks.Stop[0].hooks[0].type is missing'],
    [{ Stop: [{ hooks: [{ type: 3 }] }] }, 'error 8:21 hooks.Stop[0].hooks[0].type must be a text, not 3'],
    [{ Stop: [{ hooks: [{ type: 'command' }] }] }, 'error 7:11 hooks.Stop[0].hooks[0].command is missing'],
    [
      { Stop: [{ hooks: [{ type: 'python', callable: '  ' }] }] },
      'error 9:25 hooks.Stop[0].hooks[0].callable must be a text that is not blank, not the text "  "',
    ],
    [
      { Stop: [{ hooks: [{ ...command(), timeout: 0 }] }] },
      'error 10:24 hooks.Stop[0].hooks[0].timeout must be a positive number or null, not 0',
    ],
    [
      { Stop: [{ hooks: [{ ...command(), timeout: '30' }] }] },
      'error 10:24 hooks.Stop[0].hooks[0].timeout must be a positive number or null, not the text "30"',
    ],
    [
      { Stop: [{ hooks: [{ type: 'prompt', prompt: ' ', model: 'fast' }] }] },
      'error 9:23 hooks.Stop[0].hooks[0].prompt must be a text that is not blank, not the text " "',
    ],
    [{ Stop: [{ matcher: 3, hooks: [command()] }] }, 'error 6:20 hooks.Stop[0].matcher must be a text or null, not 3'],
    [
      { PreToolUse: [{ hooks: [{ type: 'agent', prompt: 'x' }] }] },
      'error 8:21 hooks.PreToolUse[0].hooks[0]: a handler of type "agent" cannot be used on PreToolUse: an agent uses tools, which would make it call itself: recursion',
    ],
  ])('%j skips that part alone', async (hooks, message) => {
    kolegaFile(hooks);
    const source = await loadOne(kolega);
    expect([source.hooks, source.usable, said(source)]).toEqual([[], true, [message]]);
  });

  it('one bad entry never disables another', async () => {
    kolegaFile({
      Nope: [],
      PreToolUse: [7, { hooks: ['x', command('a'), { type: 'command' }, command('b')] }, {}],
      Stop: 'x',
      SessionEnd: [{ hooks: [command('c')] }],
    });
    const source = await loadOne(kolega);
    expect(source.hooks.map(({ id, name }) => [id, name])).toEqual([
      ['kolega:project:PreToolUse[1].hooks[1]', 'a'],
      ['kolega:project:PreToolUse[1].hooks[3]', 'b'],
      ['kolega:project:SessionEnd[0].hooks[0]', 'c'],
    ]);
    expect([source.diagnostics.length, source.entries, source.lists]).toEqual([6, 8, ['PreToolUse', 'SessionEnd']]);
  });

  it.each([
    [
      { type: 'python', callable: ' a:b\n' },
      { kind: 'python', callable: 'a:b' },
    ],
    [
      { type: 'module', module: ' ./a.mjs#b ' },
      { kind: 'module', path: './a.mjs', exportName: 'b' },
    ],
    [
      { type: 'module', module: './a#b.mjs#' },
      { kind: 'module', path: './a#b.mjs', exportName: 'default' },
    ],
  ])('%j is the handler %j: blanks around count for nothing', async (entry, handler) => {
    kolegaFile({ Stop: [{ hooks: [entry] }] });
    expect((await loadOne(kolega)).hooks.map((hook) => hook.handler)).toEqual([handler]);
  });

  it('a matcher that is not a valid regular expression is told, and its hook never matches', async () => {
    kolegaFile({ PreToolUse: [{ matcher: 'a(', hooks: [command()] }] });
    const source = await loadOne(kolega);
    const subject = { text: 'a(', toolName: 'a(', toolInput: {}, project: root };
    expect(source.hooks.map(({ matcher }) => matcher.test(subject).matches)).toEqual([false]);
    expect(source.diagnostics).toMatchObject([{ severity: 'error', line: 6, column: 20, file: '.kolega/hooks.json' }]);
  });

  it('unknown keys are ignored, and told only when reading strictly', async () => {
    put('project/.kolega/hooks.json', {
      schema_version: 1,
      hook: {},
      hooks: { Stop: [{ mather: 'x', hooks: [{ ...command(), timeot: 3 }] }] },
    });
    expect((await loadOne(kolega)).diagnostics).toEqual([]);
    const source = await loadOne(kolega, { strict: true });
    expect([source.hooks.length, said(source)]).toEqual([
      1,
      [
        'warning 3:3 unknown key "hook"; did you mean "hooks"?',
        'warning 7:9 hooks.Stop[0]: unknown key "mather"; did you mean "matcher"?',
        'warning 12:13 hooks.Stop[0].hooks[0]: unknown key "timeot"; did you mean "timeout"?',
      ],
    ]);
  });

  it('a file that claims to grant trust or to change what a failure does is told that it cannot', async () => {
    put('project/.kolega/hooks.json', {
      schema_version: 1,
      trusted: true,
      hooks: { Stop: [{ hooks: [{ ...command(), on_error: 'block' }] }] },
    });
    const reason = 'is ignored: a hook file can neither grant trust, nor change what a failure does, nor move folders';
    const source = await loadOne(kolega);
    expect([source.hooks.length, said(source)]).toEqual([
      1,
      [
        `warning 3:3 unknown key "trusted" ${reason}`,
        `warning 11:13 hooks.Stop[0].hooks[0]: unknown key "on_error" ${reason}`,
      ],
    ]);
  });

  it('a doubled key is told, and the last one counts', async () => {
    put(
      'project/.kolega/hooks.json',
      '{"schema_version": 1, "hooks": {"Stop": [],\n"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}',
    );
    const source = await loadOne(kolega);
    expect([source.hooks.length, said(source)]).toEqual([
      1,
      ['warning 2:1 key "Stop" appears twice; only the last one counts'],
    ]);
  });

  it('a time limit beyond what timers can hold is cut, since such a timer would fire at once', async () => {
    kolegaFile({ Stop: [{ hooks: [{ ...command(), timeout: 1e12 }] }] });
    expect((await loadOne(kolega)).hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([2_147_483_647]);
  });

  it('definitions are the same whatever the order and white space, and the raw text when they cannot be parsed', async () => {
    put('project/.kolega/hooks.json', '{"hooks": {"Stop": []}, "schema_version": 1}');
    const first = await loadOne(kolega);
    put('project/.kolega/hooks.json', '{ "schema_version": 1,\n "hooks": { "Stop": [ ] } }');
    const second = await loadOne(kolega);
    put('project/.kolega/hooks.json', '{ "schema_version"');
    const third = await loadOne(kolega);
    expect([first.definitions, second.definitions, third.definitions]).toEqual([
      '{"hooks":{"Stop":[]},"schema_version":1}',
      '{"hooks":{"Stop":[]},"schema_version":1}',
      '{ "schema_version"',
    ]);
  });

  it('a flood of problems is cut, and the cut is told', async () => {
    kolegaFile({ Stop: Array(2000).fill(7) });
    const source = await loadOne(kolega);
    expect([source.diagnostics.length, source.diagnostics.at(-1)?.message]).toEqual([
      101,
      '1900 more problems are not shown',
    ]);
  });

  it('more than 2000 hooks of a project are not read, and the file is not in force', async () => {
    kolegaFile({ Stop: Array(2001).fill({ hooks: [{ type: 'command', command: 'true' }] }) });
    const source = await loadOne(kolega);
    expect(source).toMatchObject({ hooks: [], usable: false, rejected: false, entries: 2001 });
    expect(source.diagnostics).toEqual([
      {
        severity: 'error',
        file: '.kolega/hooks.json',
        line: null,
        column: null,
        message: 'the file was not read: it holds 2001 hooks; at most 2000 of a project are read',
        hint: 'join hooks that do the same, with a pattern for all of them',
      },
    ]);
  });

  it('patterns beyond a bound are read at their first use, and that is told', async () => {
    const pattern = (index: number): string => `a{${index}}${'b'.repeat(500)}`;
    kolegaFile({
      Stop: Array.from({ length: 500 }, (_, index) => ({
        matcher: pattern(index),
        hooks: [{ type: 'command', command: 'true' }],
      })),
    });
    const source = await loadOne(kolega);
    expect(source.hooks).toHaveLength(500);
    expect(source.diagnostics).toMatchObject([
      {
        severity: 'warning',
        hint: 'write fewer patterns',
        message: expect.stringMatching(
          /^the file has too many patterns: \d+ of them are read at their first use, and not checked before$/,
        ),
      },
    ]);
  });

  it.each(['gpt-4', 'main', 'FAST', '', 7])(
    'a prompt with the unknown model %j is put to the fast one, with a warning',
    async (model) => {
      put('project/.kolega/hooks.json', {
        schema_version: 1,
        hooks: { Stop: [{ hooks: [{ type: 'prompt', prompt: 'x', model }] }] },
      });
      const source = await loadOne(kolega);
      expect(source.hooks).toMatchObject([{ handler: { kind: 'prompt', model: 'fast' } }]);
      expect(source.diagnostics).toMatchObject([
        { severity: 'warning', message: expect.stringMatching(/model must be "fast" or .*; "fast" is used$/) },
      ]);
    },
  );
});

describe('a settings file that is shared with others', () => {
  it('gives every kind of handler with its options', async () => {
    qoderFile({
      PreToolUse: [
        {
          matcher: 'Bash',
          async: true,
          sequential: true,
          hooks: [
            {
              ...command('echo hi'),
              name: 'greeter',
              statusMessage: 'Greeting',
              env: { A: '1' },
              if: 'Bash(git *)',
              timeout: 5,
            },
            { ...command('/usr/bin/python3'), args: ['x', '--y'], async: false, shell: 'powershell' },
            {
              ...command('exit 2'),
              shell: 'powershell',
              asyncRewake: true,
              async: false,
              rewakeMessage: 'm',
              rewakeSummary: 's',
            },
            { type: 'http', url: 'http://127.0.0.1:1/', headers: { A: '${B}' }, allowedEnvVars: ['B'] },
            { type: 'http', url: 'http://127.0.0.1:1/' },
            { type: 'agent', prompt: 'p', tools: ['Read'], model: 'm' },
          ],
        },
      ],
    });
    const source = await loadOne(qoder);
    const file = join(root, 'project/.qoder/settings.json');
    const base = {
      ...PLAIN,
      dialect: 'qoder',
      scope: 'project',
      source: '.qoder/settings.json',
      file,
      event: 'PreToolUse',
      matcher: 'Bash',
      sequential: true,
      background: true,
      timeoutMs: 600_000,
    };
    const id = (index: number) => `qoder:project:PreToolUse[0].hooks[${index}]`;
    expect([source.diagnostics, source.hooks.map(shown)]).toEqual([
      [],
      [
        {
          ...base,
          id: id(0),
          name: 'greeter',
          condition: 'Bash(git *)',
          timeoutMs: 5000,
          statusMessage: 'Greeting',
          env: { A: '1' },
          handler: { kind: 'command', form: 'shell', shell: 'bash', script: 'echo hi' },
        },
        {
          ...base,
          id: id(1),
          name: '/usr/bin/python3 x --y',
          background: false,
          handler: { kind: 'command', form: 'argv', program: '/usr/bin/python3', args: ['x', '--y'] },
        },
        {
          ...base,
          id: id(2),
          name: 'exit 2',
          wake: { message: 'm', summary: 's' },
          handler: { kind: 'command', form: 'shell', shell: 'powershell', script: 'exit 2' },
        },
        {
          ...base,
          id: id(3),
          name: 'http://127.0.0.1:1/',
          handler: { kind: 'http', url: 'http://127.0.0.1:1/', headers: { A: '${B}' }, allowedVariables: ['B'] },
        },
        {
          ...base,
          id: id(4),
          name: 'http://127.0.0.1:1/',
          handler: { kind: 'http', url: 'http://127.0.0.1:1/', headers: {}, allowedVariables: null },
        },
        {
          ...base,
          id: id(5),
          name: 'p',
          timeoutMs: 60_000,
          handler: { kind: 'agent', prompt: 'p', model: 'm', tools: ['Read'], maxTurns: 50 },
        },
      ],
    ]);
  });

  it('without a shell named, Windows takes PowerShell', async () => {
    qoderFile({ Stop: [{ hooks: [command('x'), { ...command('y'), shell: 'bash' }] }] });
    const { readGroupedJson } = await import('./grouped-json.ts');
    const found = {
      scope: 'project',
      file: join(root, 'project/.qoder/settings.json'),
      display: 'x',
      within: null,
      plugin: null,
      place: placeOf({ platform: 'win32' }),
    } as const;
    const source = qoder.shape.kind === 'grouped-json' ? await readGroupedJson(qoder, qoder.shape, found) : null;
    expect(source?.hooks.map(({ handler }) => 'shell' in handler && handler.shell)).toEqual(['powershell', 'bash']);
  });

  it('user, project and local files are read in this order; other keys are left alone', async () => {
    const hooks = { Stop: [{ hooks: [command()] }] };
    put(
      'home/.qoder/settings.json',
      '{"theme": 3, "theme": 4, "env": null, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "u"}]}]}}',
    );
    put('project/.qoder/settings.local.json', { hooks });
    put('project/.qoder/settings.json', { model: 'auto', permissions: {}, hooks });
    const sources = await load(qoder, { strict: true });
    expect(
      sources.map(({ scope, display, diagnostics, hooks: [hook] }) => [scope, display, diagnostics, hook?.id]),
    ).toEqual([
      ['user', join(root, 'home/.qoder/settings.json'), [], 'qoder:user:Stop[0].hooks[0]'],
      ['project', '.qoder/settings.json', [], 'qoder:project:Stop[0].hooks[0]'],
      ['local', '.qoder/settings.local.json', [], 'qoder:local:Stop[0].hooks[0]'],
    ]);
  });

  it.each<[unknown, string]>([
    [[1], 'error 10:15 hooks.Stop[0].hooks[0].args[0] must be a text, not 1'],
    ['x', 'error 9:21 hooks.Stop[0].hooks[0].args must be a list of texts, not the text "x"'],
  ])('an entry whose args are %j is skipped: without them another program would be run', async (args, message) => {
    put('project/.qoder/settings.json', {
      hooks: { Stop: [{ hooks: [{ ...command('rm'), args }, command('good')] }] },
    });
    const source = await loadOne(qoder);
    expect(said(source)).toEqual([message]);
    expect(source.hooks.map(({ name }) => name)).toEqual(['good']);
  });

  it('only the hooks are definitions', async () => {
    put('project/.qoder/settings.json', { theme: 1, hooks: { Stop: [] } });
    expect((await loadOne(qoder)).definitions).toBe('{"Stop":[]}');
    put('project/.qoder/settings.json', { theme: 1 });
    expect((await loadOne(qoder)).definitions).toBe('');
  });

  it.each([
    [{ PreToolUze: [] }, 'error 3:5 unknown event "PreToolUze"; did you mean "PreToolUse"?'],
    [{ tool_call_pre: [] }, 'error 3:5 unknown event "tool_call_pre"'],
    [{ Stop: [{ matcher: 'x' }] }, 'error 4:7 hooks.Stop[0].hooks is missing'],
    [
      { Stop: [{ hooks: [{ type: 'webhook', url: 'x' }] }] },
      'error 7:21 hooks.Stop[0].hooks[0]: unknown type "webhook"',
    ],
    [{ Stop: [{ hooks: [{ type: 'http', timeout: 5 }] }] }, 'error 6:11 hooks.Stop[0].hooks[0].url is missing'],
  ])('%j is skipped', async (hooks, message) => {
    qoderFile(hooks);
    const source = await loadOne(qoder);
    expect(source.hooks).toEqual([]);
    expect(
      source.diagnostics.map(({ severity, line, column, message: text }) =>
        `${severity} ${line}:${column} ${text}`.startsWith(message),
      ),
    ).toEqual([true]);
  });

  it('a bad optional value is told and its default taken', async () => {
    qoderFile({
      Stop: [
        {
          matcher: null,
          async: 'yes',
          hooks: [{ ...command(), timeout: -1, shell: 'zsh', env: { A: 1, B: 'b' }, statusMessage: 4 }],
        },
      ],
    });
    const source = await loadOne(qoder);
    expect(source.hooks.map(shown)).toMatchObject([
      { background: false, timeoutMs: 600_000, env: { B: 'b' }, statusMessage: null, handler: { shell: 'bash' } },
    ]);
    expect(said(source)).toEqual([
      'warning 5:20 hooks.Stop[0].matcher must be a text, not null; matcher is ignored',
      'warning 6:18 hooks.Stop[0].async must be true or false, not the text "yes"; async is ignored',
      'warning 17:30 hooks.Stop[0].hooks[0].statusMessage must be a text, not 4; statusMessage is ignored',
      'warning 11:24 hooks.Stop[0].hooks[0].timeout must be a positive number, not -1; timeout is ignored',
      'warning 12:22 hooks.Stop[0].hooks[0].shell must be "bash" or "powershell", not the text "zsh"; shell is ignored',
      'warning 14:20 hooks.Stop[0].hooks[0].env.A must be a text, not 1; it is left out',
    ]);
  });

  it('one bad header is told and left out, and the others are sent', async () => {
    const headers = { Authorization: 'Bearer ${TOKEN}', 'X-Count': 3, 'bad name': 'x', 'X-Last': 'y' };
    qoderFile({ Stop: [{ hooks: [{ type: 'http', url: 'https://example.test/', headers }] }] });
    const source = await loadOne(qoder);
    expect(source.hooks[0]?.handler).toMatchObject({
      headers: { Authorization: 'Bearer ${TOKEN}', 'bad name': 'x', 'X-Last': 'y' },
    });
    expect(said(source)).toEqual([
      expect.stringContaining('headers.X-Count must be a text, not 3; it is left out'),
      expect.stringContaining('hooks.Stop[0].hooks[0].headers: "bad name" is not the name of a header; it is left out'),
    ]);
  });

  it('once has no effect in a file: a warning', async () => {
    qoderFile({
      Stop: [
        {
          hooks: [
            { ...command(), once: true },
            { ...command(), once: false },
          ],
        },
      ],
    });
    const source = await loadOne(qoder);
    expect([source.hooks.map(({ once }) => once), said(source)]).toEqual([
      [false, false],
      ['warning 9:13 hooks.Stop[0].hooks[0].once: once has no effect in a settings file'],
    ]);
  });

  it('an if on an event without a tool is a warning, and the hook never runs', async () => {
    qoderFile({ SessionStart: [{ hooks: [{ ...command(), if: 'Bash' }] }] });
    const source = await loadOne(qoder);
    const subject = { text: 'startup', toolName: null, toolInput: null, project: root };
    expect(source.hooks.map(({ condition }) => [condition?.text, condition?.names, condition?.test(subject)])).toEqual([
      ['Bash', [], { matches: false, why: 'its if condition is about a tool, and SessionStart has none' }],
    ]);
    expect(said(source)).toEqual([
      'warning 9:13 hooks.SessionStart[0].hooks[0] never runs: its if condition is about a tool, and SessionStart has none',
    ]);
  });

  it('an invalid regular expression is told, and compared literally', async () => {
    qoderFile({ PreToolUse: [{ matcher: 'a(', hooks: [command()] }] });
    const source = await loadOne(qoder);
    const matches = (text: string) =>
      source.hooks[0]?.matcher.test({ text, toolName: text, toolInput: {}, project: root }).matches;
    expect([matches('a('), matches('a'), source.diagnostics.length]).toEqual([true, false, 1]);
  });

  it('a plugin’s placeholder in a hook that is no plugin’s is a warning, in that spelling only', async () => {
    qoderFile({
      Stop: [
        {
          hooks: [
            command('"${QODER_PLUGIN_ROOT}"/x'),
            { ...command('x'), args: ['a', '${QODER_PLUGIN_DATA}'] },
            command('$QODER_PLUGIN_ROOT/x ${QODER_PROJECT_DIR}'),
          ],
        },
      ],
    });
    expect(said(await loadOne(qoder))).toEqual([
      'warning 8:24 hooks.Stop[0].hooks[0].command: ${QODER_PLUGIN_ROOT} is known only in the hooks of a plugin',
      'warning 15:15 hooks.Stop[0].hooks[1].args[1]: ${QODER_PLUGIN_DATA} is known only in the hooks of a plugin',
    ]);
  });

  it('a plugin’s hooks know their folders and carry its name', async () => {
    put('plugins/demo/hooks/hooks.json', {
      description: 'x',
      hooks: { Stop: [{ hooks: [command('${QODER_PLUGIN_ROOT}/x')] }] },
    });
    const source = await loadOne(qoder, { plugins: [join(root, 'plugins/demo')] });
    expect(source.diagnostics).toEqual([]);
    expect(
      source.hooks.map(({ id, scope, source: shownFile, folder, dataFolder }) => ({
        id,
        scope,
        shownFile,
        folder,
        dataFolder,
      })),
    ).toEqual([
      {
        id: 'qoder:plugin:demo:Stop[0].hooks[0]',
        scope: 'plugin',
        shownFile: join(root, 'plugins/demo/hooks/hooks.json'),
        folder: join(root, 'plugins/demo'),
        dataFolder: join(root, 'home/.qoder/plugins/data/demo'),
      },
    ]);
  });

  it('a long command gives a short name in one line', async () => {
    qoderFile({ Stop: [{ hooks: [command(`echo\n\t${'word '.repeat(20)}`)] }] });
    expect((await loadOne(qoder)).hooks.map(({ name }) => name)).toEqual(['echo word word word word word word word…']);
  });
});
