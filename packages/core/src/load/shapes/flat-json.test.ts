import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { polytoken } from '../../dialects/polytoken/table.ts';
import type { Source } from '../../model/index.ts';
import { loadSources } from '../load.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-flat-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const PROJECT = 'project/.polytoken/hooks.json';
const USER = 'home/.config/polytoken/hooks.json';

async function load(content: unknown, name = PROJECT): Promise<Source> {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  const place = {
    project: join(root, 'project'),
    home: join(root, 'home'),
    env: {},
    platform: 'linux',
    stateDir: null,
    plugins: [],
  } as const;
  const [source] = await loadSources([polytoken], place);
  if (source === undefined) throw new Error('nothing was loaded');
  return source;
}

const said = (source: Source): readonly string[] =>
  source.diagnostics.map(({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`);

const entry = (more: object = {}) => ({ name: 'a', event: 'stop', handler: { bash: 'exit 0' }, ...more });

describe('a list of entries', () => {
  it('gives its hooks in order and its negations with their places', async () => {
    const source = await load([
      entry({ event: 'pre_tool_use', matcher: 'file_*' }),
      '!log-edits',
      entry(),
      entry({ name: 'b' }),
    ]);
    const base = {
      dialect: 'polytoken',
      scope: 'project',
      source: '.polytoken/hooks.json',
      file: join(root, PROJECT),
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
      timeoutMs: 30_000,
      handler: { kind: 'command', form: 'shell', shell: 'bash', script: 'exit 0' },
    };
    expect(source.hooks.map(({ matcher, ...hook }) => ({ ...hook, matcher: matcher.text }))).toEqual([
      { ...base, id: 'polytoken:project:a', name: 'a', event: 'pre_tool_use', matcher: 'file_*' },
      { ...base, id: 'polytoken:project:a#2', name: 'a', event: 'stop', matcher: null },
      { ...base, id: 'polytoken:project:b', name: 'b', event: 'stop', matcher: null },
    ]);
    expect({ ...source, hooks: [], definitions: '' }).toEqual({
      dialect: 'polytoken',
      scope: 'project',
      file: join(root, PROJECT),
      display: '.polytoken/hooks.json',
      hooks: [],
      lists: ['pre_tool_use', 'stop'],
      negations: [{ name: 'log-edits', entry: 2, line: 10, column: 3 }],
      switches: {},
      diagnostics: [],
      rejected: false,
      usable: true,
      definitions: '',
      entries: 3,
    });
  });

  it('an empty list is fine', async () => {
    expect(await load('[]')).toMatchObject({
      hooks: [],
      diagnostics: [],
      rejected: false,
      usable: true,
      definitions: '[]',
    });
  });

  it.each([
    [{ hooks: [] }, 'error 1:1 hooks.json: a list of hooks was expected, not an object'],
    ['null', 'error 1:1 hooks.json: a list of hooks was expected, not null'],
    ['text', 'error 1:1 not valid JSON: a JSON value was expected, found "text"'],
    ['', 'error 1:1 the file is empty; JSON was expected'],
    [
      [entry(), entry({ name: 'protect', event: 'foo' })],
      'error 11:14 hooks.json: entry 2 ("protect"): unknown event "foo"; did you mean "stop"?',
    ],
    [
      [entry({ event: 'PreToolUse' })],
      'error 4:14 hooks.json: entry 1 ("a"): unknown event "PreToolUse"; did you mean "pre_tool_use"?',
    ],
    [[entry({ event: 5 })], 'error 4:14 hooks.json: entry 1 ("a"): event must be a text that is not blank, not 5'],
    [[{ name: 'a', handler: { bash: 'x' } }], 'error 2:3 hooks.json: entry 1 ("a"): event is missing'],
    [
      [entry({ handler: { sh: 'x' } })],
      'error 5:16 hooks.json: entry 1 ("a"): handler.bash is missing',
      'error 6:7 hooks.json: entry 1 ("a"): handler: unknown key "sh"; did you mean "bash"?',
    ],
    [
      [entry({ handler: { bash: 'x', timeout: 5 } })],
      'error 7:7 hooks.json: entry 1 ("a"): handler: unknown key "timeout"',
    ],
    [[entry({ handler: {} })], 'error 5:16 hooks.json: entry 1 ("a"): handler.bash is missing'],
    [
      [entry({ handler: { bash: ['x'] } })],
      'error 6:15 hooks.json: entry 1 ("a"): handler.bash must be a text, not a list',
    ],
    [
      [entry({ handler: {}, matcher: '[z-a]' })],
      'error 5:16 hooks.json: entry 1 ("a"): handler.bash is missing',
      'error 6:16 hooks.json: entry 1 ("a"): matcher "[z-a]" is not a valid glob: the range z-a is reversed',
    ],
    [
      [entry({ event: 'foo', matcher: '[z-a]' })],
      'error 4:14 hooks.json: entry 1 ("a"): unknown event "foo"; did you mean "stop"?',
    ],
    [[entry({ handler: 'x' })], 'error 5:16 hooks.json: entry 1 ("a"): handler must be an object, not the text "x"'],
    [[{ name: 'a', event: 'stop' }], 'error 2:3 hooks.json: entry 1 ("a"): handler is missing'],
    [[entry({ name: undefined })], 'error 2:3 hooks.json: entry 1: name is missing'],
    [[entry({ name: '' })], 'error 3:13 hooks.json: entry 1: name must be a text that is not blank, not an empty text'],
    [[entry({ name: 7 })], 'error 3:13 hooks.json: entry 1: name must be a text that is not blank, not 7'],
    [[entry({ mather: 'x' })], 'error 8:5 hooks.json: entry 1 ("a"): unknown key "mather"; did you mean "matcher"?'],
    [[entry({ matcher: null })], 'error 8:16 hooks.json: entry 1 ("a"): matcher must be a text, not null'],
    [[entry({ matcher: 5 })], 'error 8:16 hooks.json: entry 1 ("a"): matcher must be a text, not 5'],
    [[7], 'error 2:3 hooks.json: entry 1 must be an object or a text like "!name", not 7'],
    [['log-edits'], 'error 2:3 hooks.json: entry 1 must be an object or a text like "!name", not the text "log-edits"'],
    [[null], 'error 2:3 hooks.json: entry 1 must be an object or a text like "!name", not null'],
    [
      '[{"name": "a",\n "name": "b", "event": "stop", "handler": {"bash": "x"}}]',
      'error 2:2 hooks.json: key "name" appears twice',
    ],
  ])('%j is a load error that rejects the file whole', async (content, ...messages) => {
    const source = await load(content);
    expect([source.rejected, source.usable, source.hooks, source.lists, source.negations, said(source)]).toEqual([
      true,
      false,
      [],
      [],
      [],
      messages,
    ]);
  });

  it.each(['file_[a-z', '[z-a]'])('the matcher %j, which is not a valid glob, is a load error', async (matcher) => {
    const source = await load([entry({ name: 'broken', matcher }), entry()]);
    expect([source.rejected, source.hooks]).toEqual([true, []]);
    expect(source.diagnostics).toMatchObject([
      { severity: 'error', line: 8, column: 16, file: '.polytoken/hooks.json' },
    ]);
    expect(source.diagnostics[0]?.message).toMatch(/^hooks\.json: entry 1 \("broken"\): /);
  });

  it('every error of a file is told, not only the first', async () => {
    const source = await load([entry({ event: 'x' }), 5, entry({ name: '' })]);
    expect(source.diagnostics.map(({ message }) => message.slice(0, 19))).toEqual([
      'hooks.json: entry 1',
      'hooks.json: entry 2',
      'hooks.json: entry 3',
    ]);
  });

  it('a negation in the user’s own file is a load error', async () => {
    const source = await load([entry(), '!a'], USER);
    expect([source.rejected, said(source), source.diagnostics[0]?.hint]).toEqual([
      true,
      ['error 9:3 hooks.json: entry 2: "!a" switches off a hook of the user, so it belongs into a project\'s file'],
      'remove the hook itself',
    ]);
  });

  it('a matcher that is too costly is a warning alone: the file is in force, and the hook runs for everything', async () => {
    const source = await load([entry({ matcher: '*'.repeat(4097) })]);
    const subject = { text: 'x', toolName: null, toolInput: null, project: root };
    expect([source.rejected, source.usable, source.lists, source.negations]).toEqual([false, true, ['stop'], []]);
    expect(source.hooks.map(({ matcher }) => matcher.test(subject).matches)).toEqual([true]);
    expect(source.diagnostics.map(({ severity, line, column, hint }) => [severity, line, column, hint])).toEqual([
      ['warning', 8, 16, 'write it shorter or simpler, or write several hooks'],
    ]);
  });

  it('more than 2000 hooks of a project reject the file; the user may have as many as they like', async () => {
    const source = await load(Array(2001).fill(entry({ matcher: '[' })));
    expect({ ...source, definitions: source.definitions.length }).toEqual({
      dialect: 'polytoken',
      scope: 'project',
      file: join(root, PROJECT),
      display: '.polytoken/hooks.json',
      hooks: [],
      lists: [],
      negations: [],
      switches: {},
      diagnostics: [
        {
          severity: 'error',
          file: '.polytoken/hooks.json',
          line: null,
          column: null,
          message: 'the file was not read: it holds 2001 hooks; at most 2000 of a project are read',
          hint: 'join hooks that do the same, with a pattern for all of them',
        },
      ],
      rejected: true,
      usable: false,
      definitions: JSON.stringify(Array(2001).fill(entry({ matcher: '[' }))).length,
      entries: 2001,
    });
    const ofUser = await load(Array(2001).fill(entry()), USER);
    expect([ofUser.scope, ofUser.rejected, ofUser.hooks.length]).toEqual(['user', false, 2001]);
  });
});
