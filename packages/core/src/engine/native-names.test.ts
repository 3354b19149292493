import { describe, expect, test } from 'vitest';
import { aDialect, anEvent } from '../../../../test/support/hooks.ts';
import type { EventName, Json, JsonObject, AnyEvent } from '../model/index.ts';
import { DIALECTS } from '../dialects/index.ts';
import { furtherNames, nativeEvent, neutralInput } from './native-names.ts';

/** The neutral tools, each with all of its input fields. */
const CALLS: Readonly<Record<string, JsonObject>> = {
  Bash: { command: 'ls', timeout: 1001, description: 'look' },
  Read: { file_path: '/project/a.txt', offset: 3, limit: 7 },
  Write: { file_path: '/project/a.txt', content: 'x' },
  Edit: { file_path: '/project/a.txt', old_string: 'a', new_string: 'b', replace_all: true },
  Glob: { pattern: '*.ts', path: '/project/src' },
  Grep: { pattern: 'x', path: '/elsewhere', glob: '*.ts', output_mode: 'content', '-i': true },
  WebFetch: { url: 'http://localhost/', prompt: 'what?' },
  Agent: { description: 'd', prompt: 'p', subagent_type: 'coder', isolation: 'worktree' },
  WebSearch: { query: 'x' },
  AskUserQuestion: { question: 'which?' },
  TodoWrite: { todos: [] },
  NotebookEdit: { notebook_path: '/project/a.ipynb', new_source: 'x' },
  Skill: { skill: 'review' },
};

const call = (tool: string, input: JsonObject): AnyEvent =>
  anEvent('PreToolUse', { tool_name: tool, tool_input: input });

function told(dialect: string, event: AnyEvent): AnyEvent {
  const table = aDialect(dialect);
  const row = Object.values(table.events).find(({ means }) => means.includes(event.hook_event_name));
  if (row === undefined) throw new Error(`${dialect} knows no ${event.hook_event_name}`);
  return nativeEvent(table, row, event, '/project');
}

const native = (dialect: string, tool: string, input: JsonObject): unknown => {
  const { tool_name, tool_input } = told(dialect, call(tool, input));
  return [tool_name, tool_input];
};

describe('a tool in the words of a dialect', () => {
  test.each<[string, string, JsonObject, readonly [string, JsonObject]]>([
    ['kolega', 'Bash', { command: 'ls' }, ['execute_terminal_command', { command: 'ls' }]],
    ['kolega', 'Write', { file_path: 'a', content: 'x' }, ['create_file', { path: 'a', content: 'x' }]],
    ['kolega', 'Agent', { prompt: 'p' }, ['dispatch_general_agent', { task: 'p' }]],
    ['agent-hooks', 'Bash', { command: 'ls', timeout: 1500 }, ['Shell', { command: 'ls', timeout: 1.5 }]],
    ['agent-hooks', 'Read', { offset: 1, limit: 2 }, ['ReadFile', { line_offset: 1, n_lines: 2 }]],
    ['agent-hooks', 'Edit', { old_string: 'x', new_string: 'y' }, ['StrReplaceFile', { edit: { old: 'x', new: 'y' } }]],
    ['agent-hooks', 'Glob', { pattern: '*', path: 'src' }, ['Glob', { pattern: '*', directory: 'src' }]],
    ['qoder', 'Edit', { file_path: 'a', old_string: 'x' }, ['Edit', { file_path: 'a', old_string: 'x' }]],
    ['kode', 'Bash', { command: 'ls' }, ['shell', { command: 'ls' }]],
    ['polytoken', 'Bash', { command: 'ls' }, ['shell_exec', { command: 'ls' }]],
    ['host', 'Bash', { command: 'ls' }, ['Bash', { command: 'ls' }]],
    ['qwen', 'NotebookEdit', { new_source: 'x' }, ['notebook_edit', { new_source: 'x' }]],
    ['qwen', 'Skill', { skill: 'review' }, ['skill', { skill: 'review' }]],
    ['kimi', 'TodoWrite', { todos: [] }, ['TodoList', { todos: [] }]],
  ])('of %s: %s %j is %j', (dialect, tool, input, expected) => {
    expect(native(dialect, tool, input)).toEqual(expected);
  });

  test.each([
    ['CHANGELOG.md', 'sub/CHANGELOG.md'],
    ['../CHANGELOG.md', 'CHANGELOG.md'],
    ['/project/CHANGELOG.md', 'CHANGELOG.md'],
    ['/project/sub/../CHANGELOG.md', 'CHANGELOG.md'],
    ['/project/..a', '..a'],
    ['/project', '.'],
    ['/projects/a', '/projects/a'],
    ['/etc/passwd', '/etc/passwd'],
  ])('of polytoken has its path as seen from the project: %s is %s', (path, seen) => {
    expect(native('polytoken', 'Edit', { file_path: path })).toEqual(['file_edit_search_replace', { path: seen }]);
  });

  test('keeps the order of its fields, and fields that have no other name', () => {
    expect(JSON.stringify(native('agent-hooks', 'Write', { extra: 1, file_path: 'a', content: 'x' }))).toBe(
      '["WriteFile",{"extra":1,"path":"a","content":"x"}]',
    );
  });

  test('is not hidden by a stray field of the native name', () => {
    expect(native('agent-hooks', 'Write', { file_path: 'secret', path: 'harmless' })).toEqual([
      'WriteFile',
      { path: 'secret' },
    ]);
    expect(native('agent-hooks', 'Write', { path: 'harmless', file_path: 'secret' })).toEqual([
      'WriteFile',
      { path: 'secret' },
    ]);
  });

  test('holds a forged prototype as an ordinary field', () => {
    const input = JSON.parse('{"__proto__": {"path": "x"}, "file_path": "a"}') as JsonObject;
    expect(JSON.stringify(native('kolega', 'Write', input))).toBe(
      '["create_file",{"__proto__":{"path":"x"},"path":"a"}]',
    );
  });

  test.each(['mcp__files__read', 'NotebookRead', 'constructor', '__proto__'])('is as given when it is %s', (name) => {
    const event = call(name, { file_path: 'a' });
    for (const { id } of DIALECTS) expect(told(id, event)).toBe(event);
  });
});

describe('an input that a hook has rewritten', () => {
  test.each(DIALECTS.flatMap(({ id }) => Object.entries(CALLS).map(([tool, input]) => [id, tool, input] as const)))(
    'in %s for %s comes back in the neutral fields',
    (id, tool, input) => {
      const event = call(tool, input);
      const seen = told(id, event)['tool_input'] as JsonObject;
      expect(neutralInput(aDialect(id), event, seen, '/project')).toEqual(input);
    },
  );

  test('keeps what the table does not name', () => {
    const rewritten = { path: 'b', edit: { old: 'x', fuzzy: true }, more: 1 };
    expect(neutralInput(aDialect('agent-hooks'), call('Edit', {}), rewritten, '/project')).toEqual({
      file_path: 'b',
      old_string: 'x',
      edit: { fuzzy: true },
      more: 1,
    });
  });

  test('is left alone where a value is not of the expected shape', () => {
    const rewritten = { edit: [{ old: 'x' }], timeout: 'long' };
    expect(neutralInput(aDialect('agent-hooks'), call('Edit', {}), rewritten, '/project')).toEqual(rewritten);
    expect(neutralInput(aDialect('agent-hooks'), call('Bash', {}), { timeout: 'long' }, '/project')).toEqual({
      timeout: 'long',
    });
  });
});

test.each([
  ['kolega', 'Bash', ['run_command', 'run_command_tracked']],
  ['agent-hooks', 'Agent', ['Task']],
  ['qoder', 'Bash', []],
  ['kolega', 'mcp__a__b', []],
])('matchers of %s know %s under the further names %j', (id, tool, names) => {
  expect(furtherNames(aDialect(id), call(tool, {}))).toEqual(names);
});

describe('the reason of a session’s end', () => {
  const REASONS = ['user_exit', 'ask_complete', 'clear', 'resume', 'sigterm', 'sighup', 'error', 'other'];

  test.each([
    ['kolega', ['quit', 'ask_complete', 'clear', 'resume', 'quit', 'quit', 'error', 'other']],
    ['agent-hooks', REASONS],
    ['qoder', ['prompt_input_exit', 'other', 'clear', 'resume', 'other', 'other', 'other', 'other']],
    ['kode', ['user_exit', 'user_exit', 'clear', 'resume', 'sigterm', 'sigterm', 'error', 'user_exit']],
    ['cursor', ['user_close', 'completed', 'completed', 'completed', 'aborted', 'window_close', 'error', 'completed']],
  ])('is told to %s in its own words', (id, words) => {
    expect(REASONS.map((reason) => told(id, anEvent('SessionEnd', { reason }))['reason'])).toEqual(words);
  });

  test.each<[EventName, string]>([
    ['PermissionDenied', 'user_exit'],
    ['SessionEnd', 'toString'],
  ])('is not looked for in %s with the reason %s', (name, reason) => {
    const event = anEvent(name, { reason });
    expect(told('qoder', event)).toBe(event);
  });
});

test.each(DIALECTS.map(({ id, tools }) => [id, tools] as const))(
  '%s names no tool twice that others know by it, and only neutral ones',
  (_id, tools) => {
    const names = Object.values(tools).flatMap((tool) => (tool.elsewhere === 'unknown' ? [] : tool.names));
    expect(names).toEqual([...new Set(names)]);
    expect(Object.keys(tools).filter((tool) => !Object.hasOwn(CALLS, tool))).toEqual([]);
  },
);

describe('a path that is seen from the project', () => {
  const seen = (path: Json, cwd: Json): Json | undefined => {
    const event = anEvent('PreToolUse', { tool_name: 'Edit', tool_input: { file_path: path }, cwd });
    const { tool_input: input } = told('polytoken', event);
    return (input as JsonObject)['path'];
  };

  test('begins at the folder of the event, else at the project', () => {
    expect([seen('a.ts', '/project/sub'), seen('a.ts', ''), seen('a.ts', 7), seen('a.ts', null)]).toEqual([
      'sub/a.ts',
      'a.ts',
      'a.ts',
      'a.ts',
    ]);
  });

  test('is absolute outside of it, and . for the project itself', () => {
    expect([seen('/project', '/'), seen('..', '/project'), seen('/other/a', '/'), seen('/project/..a', '/')]).toEqual([
      '.',
      '/',
      '/other/a',
      '..a',
    ]);
    expect(seen(7, '/')).toBe(7);
  });
});
