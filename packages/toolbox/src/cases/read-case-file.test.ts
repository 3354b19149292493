import { Ajv } from 'ajv';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readCanaries } from './canaries.ts';
import { caseFileSchema } from './case-keys.ts';
import { findCaseFiles } from './find-case-files.ts';
import type { CaseFile, Expectation } from './hook-case.ts';
import { readCaseFile } from './read-case-file.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-cases-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const read = (text: string): Promise<CaseFile> =>
  readCaseFile(put('project/.kolega/a.hooktest.yaml', text), join(root, 'project'));

const said = ({ diagnostics }: CaseFile): readonly string[] =>
  diagnostics.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);

const one = (text: string): string => `cases:\n  - ${text.replaceAll('\n', '\n    ')}\n`;

const BOMB = Array.from({ length: 9 }, (_, level) => {
  const inner = Array.from({ length: 9 }, () => `*a${level}`);
  return `a${level + 1}: &a${level + 1} [${inner.join(', ')}]`;
}).join('\n');

async function expectationOf(text: string): Promise<Expectation | null | undefined> {
  const file = await read(one(`example: Stop\nexpect: ${text}`));
  expect(said(file)).toEqual([]);
  return file.cases[0]?.expect;
}

const sorted = (paths: readonly (string | undefined)[]): readonly string[] => paths.map(String).toSorted();

describe('a case file', () => {
  it('gives its cases with their places, events and settings', async () => {
    const file = await read(
      [
        'dialect: kolega',
        'hooks: [guard.sh]',
        'cases:',
        '  - name: first',
        '    example: PreToolUse',
        '    tool: Write',
        '    with: { session_id: mine, where: "${project}/x" }',
        '    expect: block',
        '  - event: { hook_event_name: Stop }',
        '    dialect: [kode, qoder]',
        '    hooks: other',
        '    expect: snapshot',
        '    skip: true',
      ].join('\n'),
    );
    const project = join(root, 'project');
    const shared = { file: file.file, display: '.kolega/a.hooktest.yaml', project, prove: null };
    expect(file.diagnostics).toEqual([]);
    expect(file.cases.map(({ event, ...rest }) => [rest, event.hook_event_name, event['session_id']])).toEqual([
      [
        {
          ...shared,
          title: 'first',
          line: 4,
          index: 0,
          dialects: ['kolega'],
          hooks: ['guard.sh'],
          expect: { decision: 'block' },
          skip: false,
        },
        'PreToolUse',
        'mine',
      ],
      [
        {
          ...shared,
          title: 'event Stop',
          line: 9,
          index: 1,
          dialects: ['kode', 'qoder'],
          hooks: ['other'],
          expect: null,
          skip: true,
        },
        'Stop',
        'hooktest',
      ],
    ]);
    expect(file.cases[0]?.event).toMatchObject({ tool_name: 'create_file', where: join(project, 'x'), cwd: project });
  });

  it('takes a payload as the system itself sends it', async () => {
    const file = await read(
      [
        'cases:',
        '  - dialect: kolega',
        '    event: { hook_event_name: UserPromptSubmit, user_message: hello }',
        '    expect: none',
        '  - dialect: polytoken',
        '    event: { event: pre_tool_use, tool_name: shell_exec, input: { command: ls } }',
        '    expect: none',
      ].join('\n'),
    );
    expect(said(file)).toEqual([]);
    expect(file.cases.map(({ event }) => event)).toMatchObject([
      { hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
      { hook_event_name: 'PreToolUse', tool_name: 'shell_exec', tool_input: { command: 'ls' } },
    ]);
  });

  it('takes an event from a file beside it', async () => {
    put('project/.kolega/stop.json', JSON.stringify({ hook_event_name: 'Stop', session_id: 's' }));
    const file = await read(one('fixture: stop.json\nwith: { reason: x }\nexpect: none'));
    expect(file.cases[0]?.event).toEqual({
      hook_event_name: 'Stop',
      session_id: 's',
      cwd: join(root, 'project'),
      reason: 'x',
    });
    expect(file.fixtures).toEqual([join(root, 'project/.kolega/stop.json')]);
  });

  it.each([
    ['cases: [', 'a.hooktest.yaml:1:9 not valid YAML: '],
    [`cases: ${'['.repeat(20_000)}`, 'not valid YAML'],
    [
      'cases: [{ event: &a { x: *a }, expect: none }]',
      '1:1 not usable YAML: it is nested too deeply, or contains itself',
    ],
    [`a: &a0 [x]\n${BOMB}\ncases: []`, '1:1 not usable YAML: it is nested too deeply'],
    ['cases: []\n---\ncases: []', '2:1 not valid YAML'],
    ['- 1', 'a.hooktest.yaml:1:1 the file must be a mapping, not a list'],
    ['case: []', 'a.hooktest.yaml:1:1 unknown key "case"; did you mean "cases"?'],
    [one('exampel: Stop\nexpect: none'), 'a.hooktest.yaml:2:5 unknown key "exampel"; did you mean "example"?'],
    [one('example: Stopp\nexpect: none'), 'a.hooktest.yaml:2:14 unknown event "Stopp"; did you mean "Stop"?'],
    [
      one('example: Stop\nexpect: blok'),
      '3:13 expect must be one of none, allow, ask, block, snapshot, not "blok"; did you mean "block"?',
    ],
    [one('example: Stop\nexpect: { decsion: block }'), '3:15 unknown key "decsion"; did you mean "decision"?'],
    [one('example: Stop\nexpect: { reason: "/(/" }'), '3:23 not a valid regular expression'],
    [
      one('example: Stop\nexpect: { reason: 5 }'),
      '3:23 reason must be a text, /a regular expression/ or contains: a text, not 5',
    ],
    [one('example: Stop\nexpect: { within: soon }'), '3:23 within must be a time such as 500ms or 2s, not "soon"'],
    [one('example: Stop'), '2:5 expect is missing'],
    [one('expect: none'), '2:5 a case needs one of example, event, fixture: none is there'],
    [
      one('example: Stop\nevent: {}\nexpect: none'),
      '2:5 a case needs one of example, event, fixture: example and event are there',
    ],
    [one('fixture: gone.json\nexpect: none'), '2:14 there is no file gone.json'],
    [one('fixture: ../../outside.json\nexpect: none'), '2:14 fixture ../../outside.json leads out of the project'],
    [
      one('event: { hook_event_name: Stop, session_id: 5 }\nexpect: none'),
      '2:12 session_id of the event must be a text',
    ],
    [one('example: Stop\ndialect: kod\nexpect: none'), '3:14 dialect must be one of'],
    [one('example: Stop\nprove: must\nexpect: none'), '3:12 prove must be one of must block, must pass, not "must"'],
    ['project: ../../..\ncases: []\n', '1:10 project leads out of'],
  ])('tells what is wrong with %j', async (text, problem) => {
    expect(said(await read(text)).join('\n')).toContain(problem);
  });

  it('keeps the cases beside a broken one', async () => {
    const file = await read('cases:\n  - example: Stopp\n    expect: none\n  - example: Stop\n    expect: none\n');
    expect(said(file)).toHaveLength(1);
    expect(file.cases.map(({ index }) => index)).toEqual([1]);
  });
});

describe('an expectation', () => {
  it('knows texts exactly, as a pattern and as a part', async () => {
    expect(await expectationOf('{ reason: no, updatedPrompt: /^a/i, context: { contains: b } }')).toEqual({
      reason: { is: 'exactly', text: 'no' },
      updatedPrompt: { is: 'matching', pattern: /^a/i },
      context: { is: 'containing', text: 'b' },
    });
  });

  it('knows lists, nothing, hooks with their status, and times', async () => {
    expect(
      await expectationOf(
        '{ reason: null, context: [], messages: [{ level: info, text: hi }], hooks: { a: passed, b: null }, within: 1.5s, updatedInput: null, extra: { retry: true } }',
      ),
    ).toEqual({
      reason: null,
      context: [],
      messages: [{ level: 'info', text: { is: 'exactly', text: 'hi' } }],
      hooks: [
        { hook: 'a', status: 'passed' },
        { hook: 'b', status: null },
      ],
      withinMs: 1500,
      updatedInput: null,
      extra: { retry: true },
    });
  });
});

describe('the JSON Schema', () => {
  const validate = new Ajv({ strict: false }).compile(caseFileSchema());

  it.each([
    [one('example: Stop\nexpect: none'), true],
    [
      one('example: Stop\nexpect: { reason: { contains: x }, messages: [a, { level: info, text: /b/ }], within: 2s }'),
      true,
    ],
    [one('example: Stop\nexpect: blok'), false],
    [one('example: Stop\nexpect: { decsion: block }'), false],
    ['dialect: unknown\ncases: []', false],
    ['{}', false],
  ])('accepts what is read, and only that: %j', (text, isRight) => {
    expect(validate(parse(text))).toBe(isRight);
  });
});

describe('case files', () => {
  it('are found beside the hooks of the project and the user, and below given paths', () => {
    const names = ['top', '.kolega/hooks/a', '.agents/hooks/one/b', 'node_modules/x/c', 'deep/down/d'];
    const files = names.map((name) => put(`project/${name}.hooktest.yaml`, ''));
    const user = put('home/.config/kode/hooks/u.hooktest.yaml', '');
    put('home/stray.hooktest.yaml', '');
    const places = { project: join(root, 'project'), home: join(root, 'home'), env: {} };
    expect(findCaseFiles([], places)).toEqual(sorted([user, files[0], files[1], files[2]]));
    expect(findCaseFiles([join(root, 'project')], places)).toEqual(sorted([files[0], files[1], files[2], files[4]]));
    expect(findCaseFiles([join(root, 'any.yaml')], places)).toEqual([join(root, 'any.yaml')]);
  });

  it.skipIf(process.getuid?.() === 0)(
    'a folder that may not be looked into is told, and not taken for empty',
    async () => {
      const closed = dirname(put('project/closed/a.hooktest.yaml', 'cases: []\n'));
      chmodSync(closed, 0);
      expect(findCaseFiles([join(root, 'project')], { project: root })).toEqual([closed]);
      expect((await readCaseFile(closed, root)).diagnostics).toMatchObject([{ message: 'the file cannot be read' }]);
      chmodSync(closed, 0o700);
    },
  );

  it('give canaries to those who prove hooks', async () => {
    put(
      'project/.kode/a.hooktest.yaml',
      'hook: guard\ndialect: kode\ncases:\n  - { name: bad, example: tool_call_pre, prove: must block }\n  - { name: plain, example: tool_call_pre, expect: none }\n  - { example: tool_call_pre, prove: must pass, hook: other, expect: allow }\n',
    );
    const { canaries, diagnostics } = await readCanaries({
      project: join(root, 'project'),
      home: join(root, 'home'),
      env: {},
    });
    expect(diagnostics).toEqual([]);
    expect(canaries.map(({ event, ...rest }) => ({ ...rest, event: event.hook_event_name }))).toEqual([
      {
        title: 'bad',
        file: '.kode/a.hooktest.yaml',
        line: 4,
        hook: 'guard',
        must: 'block',
        dialects: ['kode'],
        event: 'PreToolUse',
      },
      {
        title: 'example tool_call_pre',
        file: '.kode/a.hooktest.yaml',
        line: 6,
        hook: 'other',
        must: 'pass',
        dialects: ['kode'],
        event: 'PreToolUse',
      },
    ]);
  });
});
