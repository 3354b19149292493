import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kode } from '../../dialects/kode/table.ts';
import type { Source } from '../../model/index.ts';
import { loadSources } from '../load.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-yaml-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(text: string, name = 'project/.kode/config.yaml'): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

async function load(text: string, strict = false): Promise<Source> {
  put(text);
  const place = {
    project: join(root, 'project'),
    home: join(root, 'home'),
    env: {},
    platform: 'linux',
    stateDir: null,
    plugins: [],
    strict,
  } as const;
  const [source] = await loadSources([kode], place);
  if (source === undefined) throw new Error('nothing was loaded');
  return source;
}

const said = (source: Source): readonly string[] =>
  source.diagnostics.map(({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`);

const PLAIN = {
  dialect: 'kode',
  scope: 'project',
  source: '.kode/config.yaml',
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
  matcher: null,
};

describe('hooks in a general configuration file', () => {
  it.each([
    [
      'YAML',
      'theme: dark\nhooks:\n  session_end: []\n  tool_call_pre:\n    - exec: ~/.kode/hooks/log-tools.sh --all\n    - exec: [sh, -c, "exit 0"]\n      timeout_ms: 100\n',
    ],
    [
      'JSON',
      ' \n {"theme": 1, "hooks": {"session_end": [], "tool_call_pre": [{"exec": "~/.kode/hooks/log-tools.sh --all"}, {"exec": ["sh", "-c", "exit 0"], "timeout_ms": 100}]}}',
    ],
  ])('are read from %s', async (_, text) => {
    const source = await load(text);
    const base = { ...PLAIN, file: join(root, 'project/.kode/config.yaml'), event: 'tool_call_pre' };
    expect(source.hooks.map(({ matcher, ...hook }) => ({ ...hook, matcher: matcher.text }))).toEqual([
      {
        ...base,
        id: 'kode:project:tool_call_pre[0]',
        name: 'log-tools.sh',
        timeoutMs: 5000,
        handler: { kind: 'command', form: 'words', line: '~/.kode/hooks/log-tools.sh --all' },
      },
      {
        ...base,
        id: 'kode:project:tool_call_pre[1]',
        name: 'sh',
        timeoutMs: 100,
        handler: { kind: 'command', form: 'argv', program: 'sh', args: ['-c', 'exit 0'] },
      },
    ]);
    expect({ ...source, hooks: [], file: '' }).toEqual({
      dialect: 'kode',
      scope: 'project',
      file: '',
      display: '.kode/config.yaml',
      hooks: [],
      lists: ['session_end', 'tool_call_pre'],
      negations: [],
      switches: {},
      diagnostics: [],
      rejected: false,
      usable: true,
      entries: 2,
      definitions:
        '{"session_end":[],"tool_call_pre":[{"exec":"~/.kode/hooks/log-tools.sh --all"},{"exec":["sh","-c","exit 0"],"timeout_ms":100}]}',
    });
  });

  it.each([['# nothing\n'], [''], ['null\n']])(
    '%j gives no hook, and takes nothing out that was there',
    async (text) => {
      expect(await load(text)).toMatchObject({ hooks: [], diagnostics: [], usable: false, entries: 0, lists: [] });
    },
  );

  it.each([['theme: x\n'], ['hooks:\n'], ['hooks: {}\n'], ['{}'], ['{"hooks": null}']])(
    '%j is fine and gives no hook',
    async (text) => {
      expect(await load(text)).toMatchObject({ hooks: [], diagnostics: [], usable: true, entries: 0, lists: [] });
    },
  );

  it.each([
    ['hooks: [\n  - : :\n', 'error 2:7 not valid YAML: nested mappings are not allowed in compact mappings'],
    ['{ "hooks": ', 'error 1:12 not valid JSON: a value was expected, found the end of the file'],
    ['{hooks: {}}', 'error 1:2 not valid JSON: a JSON value was expected, found "hooks:"'],
    ['[]', 'error 1:1 an object was expected at the top of the file, not an empty list'],
    ['just text', 'error 1:1 an object was expected at the top of the file, not the text "just text"'],
  ])('%j drops the file with a diagnostic', async (text, message) => {
    const source = await load(text);
    expect([source.hooks, source.usable, said(source)]).toEqual([[], false, [message]]);
  });

  it.each([
    ['hooks: [a]\n', 'error 1:8 hooks must be an object of events, not a list; it is skipped'],
    [
      'hooks:\n  tool_call_before: []\n',
      'error 2:3 hooks.tool_call_before: unknown event "tool_call_before"; did you mean "tool_call_pre"?',
    ],
    [
      'hooks:\n  PreToolUse: []\n',
      'error 2:3 hooks.PreToolUse: unknown event "PreToolUse"; did you mean "tool_call_pre"?',
    ],
    [
      'hooks:\n  tool_call_pre: ./x.sh\n',
      'error 2:18 hooks.tool_call_pre must be a list, not the text "./x.sh"; it is skipped',
    ],
    ['hooks:\n  tool_call_pre:\n', 'error 2:17 hooks.tool_call_pre must be a list, not null; it is skipped'],
    [
      'hooks:\n  tool_call_pre:\n    - ./x.sh\n',
      'error 3:7 hooks.tool_call_pre[0] must be an object with exec, not the text "./x.sh"; it is skipped',
    ],
    ['hooks:\n  tool_call_pre:\n    - timeout_ms: 1000\n', 'error 3:7 hooks.tool_call_pre[0].exec is missing'],
    [
      'hooks:\n  tool_call_pre:\n    - exec: ~\n',
      'error 3:13 hooks.tool_call_pre[0].exec must be a text, or a list of texts, that names a program, not null',
    ],
    [
      'hooks:\n  tool_call_pre:\n    - exec: {a: b}\n',
      'error 3:13 hooks.tool_call_pre[0].exec must be a text, or a list of texts, that names a program, not an object',
    ],
    [
      'hooks:\n  tool_call_pre:\n    - exec: [sh, 5]\n',
      'error 3:18 hooks.tool_call_pre[0].exec[1] must be a text, not 5',
    ],
    [
      'hooks:\n  tool_call_pre:\n    - exec: []\n',
      'error 3:13 hooks.tool_call_pre[0].exec must be a text, or a list of texts, that names a program, not an empty list',
    ],
    [
      'hooks:\n  tool_call_pre:\n    - exec: x\n      timeout_ms: 0\n',
      'error 4:19 hooks.tool_call_pre[0].timeout_ms must be a positive number, not 0',
    ],
    [
      'hooks:\n  tool_call_pre:\n    - exec: x\n      timeout_ms: .inf\n',
      'error 4:19 hooks.tool_call_pre[0].timeout_ms must be a positive number, not Infinity',
    ],
    [
      'hooks:\n  tool_call_pre:\n    - exec: x\n      timeout_ms: 1_\n',
      'error 4:19 hooks.tool_call_pre[0].timeout_ms must be a positive number, not the text "1_"',
    ],
  ])('%j skips that entry with its path', async (text, message) => {
    const source = await load(text);
    expect([source.hooks, source.usable, said(source)]).toEqual([[], true, [message]]);
  });

  it('only bad entries are skipped, and a value that is no list replaces no other list', async () => {
    const source = await load(
      'hooks:\n  session_end: x\n  tool_call_pre:\n    - exec: ./a\n    - 7\n    - exec: ./b\n  nope: [1, 2]\n',
    );
    expect([
      source.hooks.map(({ id, name }) => [id, name]),
      source.lists,
      source.entries,
      source.diagnostics.length,
    ]).toEqual([
      [
        ['kode:project:tool_call_pre[0]', 'a'],
        ['kode:project:tool_call_pre[2]', 'b'],
      ],
      ['tool_call_pre'],
      6,
      3,
    ]);
  });

  it('other keys of the configuration, duplicate or not, are ignored', async () => {
    const source = await load('a: 1\na: 2\nexec: 5\nhooks:\n  session_start: []\n  session_start: []\n');
    expect(said(source)).toEqual(['warning 6:3 key "session_start" appears twice; only the last one counts']);
  });

  it('unknown keys of an entry are told only when reading strictly', async () => {
    const text = 'hooks:\n  tool_call_pre:\n    - exec: x\n      timeout: 5\n';
    expect((await load(text)).diagnostics).toEqual([]);
    expect(said(await load(text, true))).toEqual([
      'warning 4:7 hooks.tool_call_pre[0]: unknown key "timeout"; did you mean "timeout_ms"?',
    ]);
  });

  it.each([
    ['exec: "my dir/run.sh --x"', 'my'],
    [`exec: "'my dir/run.sh' --x"`, 'run.sh'],
    ['exec: "it\'s broken"', "it's broken"],
    ['exec: [/usr/bin/env, node]', 'env'],
    ['exec: /opt/tool/', 'tool'],
    ['exec: [/]', '/'],
  ])('%j is named after its program', async (entry, name) => {
    expect((await load(`hooks:\n  session_end:\n    - ${entry}\n`)).hooks.map((hook) => hook.name)).toEqual([name]);
  });
});
