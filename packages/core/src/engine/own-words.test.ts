import { describe, expect, test } from 'vitest';
import { aDialect, anEvent } from '../../../../test/support/hooks.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { AnyEvent, Dialect, Json, JsonObject } from '../model/index.ts';
import { rowOf } from './frame.ts';
import { givenInput, type Naming, otherOwnNames, ownEvent } from './native-names.ts';

const NAMING: Naming = { project: '/project', systems: DIALECTS };

const called = (tool: Json, input: Json): AnyEvent => anEvent('PreToolUse', { tool_name: tool, tool_input: input });

function seenBy(dialect: Dialect, event: AnyEvent, naming: Naming = NAMING): AnyEvent {
  const row = rowOf(dialect, event);
  if (row === undefined) throw new Error(`${dialect.id} knows no ${event.hook_event_name}`);
  return ownEvent(dialect, row, event, naming);
}

const seen = (id: string, tool: Json, input: Json): unknown => {
  const { tool_name, tool_input } = seenBy(aDialect(id), called(tool, input));
  return [tool_name, tool_input];
};

/** Every name of every system for a neutral tool that others know it by. */
const NAMES: readonly (readonly [string, string, string])[] = DIALECTS.flatMap(({ id, tools }) =>
  Object.entries(tools).flatMap(([neutral, { names, elsewhere }]) =>
    elsewhere === 'unknown' ? [] : names.map((name) => [id, name, neutral] as const),
  ),
);

describe('a name that a host gives a tool', () => {
  test.each<[string, string, JsonObject, readonly [string, JsonObject]]>([
    ['Bash', 'agent-hooks', { command: 'ls', timeout: 1500 }, ['Shell', { command: 'ls', timeout: 1.5 }]],
    [
      'Shell',
      'kolega',
      { command: 'ls', timeout: 1.5 },
      ['execute_terminal_command', { command: 'ls', timeout: 1500 }],
    ],
    ['Shell', 'qoder', { command: 'ls', timeout: 2 }, ['Bash', { command: 'ls', timeout: 2000 }]],
    ['run_command', 'kode', { command: 'ls' }, ['shell', { command: 'ls' }]],
    ['shell', 'polytoken', { command: 'ls' }, ['shell_exec', { command: 'ls' }]],
    ['create_file', 'qoder', { path: 'a', content: 'x' }, ['Write', { file_path: 'a', content: 'x' }]],
    ['file_write', 'agent-hooks', { path: 'a', content: 'x' }, ['WriteFile', { path: '/project/a', content: 'x' }]],
    [
      'StrReplaceFile',
      'kode',
      { path: 'a', edit: { old: 'x', new: 'y', fuzzy: true } },
      ['edit_file', { path: 'a', old_string: 'x', new_string: 'y', edit: { fuzzy: true } }],
    ],
    ['Task', 'kolega', { prompt: 'p' }, ['dispatch_general_agent', { task: 'p' }]],
    ['web_fetch', 'agent-hooks', { url: 'u', instruction: 'i' }, ['FetchURL', { url: 'u', prompt: 'i' }]],
  ])('may be that of any system: %s is seen by %s', (tool, id, input, expected) => {
    expect(seen(id, tool, input)).toEqual(expected);
  });

  test.each(NAMES)('of %s itself stands as it is, with its input, unless it is neutral: %s', (id, name, neutral) => {
    const event = called(name, { path: 'a', file_path: 'b', timeout: 3, edit: { old: 'x' } });
    const isNeutral = DIALECTS.some(({ tools }) => Object.hasOwn(tools, name));
    if (!isNeutral) expect(seenBy(aDialect(id), event)).toBe(event);
    else expect(seenBy(aDialect(id), event)['tool_name']).toBe(aDialect(id).tools[neutral]?.names[0]);
  });

  test.each(NAMES)('of %s means one tool to all others: %s is %s', (_id, name, neutral) => {
    for (const dialect of DIALECTS) {
      const { names = [neutral] } = dialect.tools[neutral] ?? {};
      const shown = seenBy(dialect, called(name, {}))['tool_name'];
      expect([...names, ...(dialect.otherTools ?? [])]).toContain(shown);
    }
  });

  test('that is too common a word stands as it is for others: edit is not Edit', () => {
    const event = called('edit', { file_path: 'a' });
    for (const id of ['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'])
      expect(seenBy(aDialect(id), event)).toBe(event);
  });

  test('that a system has for a tool of its own stands as it is there', () => {
    const event = called('Task', { subagent_type: 'reviewer' });
    expect(seenBy(aDialect('qoder'), event)).toBe(event);
  });

  test.each(['mcp__files__read', 'NotebookRead', 'look_up', 'constructor', '__proto__', '', 7, null])(
    'that no system has stands as it is: %j',
    (name) => {
      const event = called(name, { file_path: 'a', path: 'b' });
      const others = DIALECTS.filter(({ serverTools }) => serverTools === undefined || name !== 'mcp__files__read');
      for (const dialect of others) expect(seenBy(dialect, event)).toBe(event);
    },
  );

  test('of a server is named as a system names it', () => {
    const event = called('mcp__files__read__all', {});
    expect(seenBy(aDialect('cursor'), event)).toMatchObject({ tool_name: 'MCP:read__all' });
    expect(seenBy(aDialect('gemini'), event)).toMatchObject({ tool_name: 'mcp_files_read__all' });
  });

  test('by which two systems mean different tools stands as it is, but for those two and the neutral one', () => {
    const known = 'chosen' as const;
    const one: Dialect = { ...aDialect('kolega'), id: 'one', tools: { Read: { names: ['open', 'Look'], known } } };
    const two: Dialect = { ...aDialect('kolega'), id: 'two', tools: { Write: { names: ['open', 'Read'], known } } };
    const three: Dialect = {
      ...aDialect('kolega'),
      id: 'three',
      tools: { Read: { names: ['read'], known }, Write: { names: ['write'], known } },
    };
    const naming = { project: '/project', systems: [one, two, three] };
    const shown = (dialect: Dialect, name: string) => seenBy(dialect, called(name, {}), naming)['tool_name'];
    expect([one, two, three].map((dialect) => shown(dialect, 'open'))).toEqual(['open', 'open', 'open']);
    // Neutral names are neutral everywhere.
    expect([one, two, three].map((dialect) => shown(dialect, 'Read'))).toEqual(['open', 'Read', 'read']);
    expect([one, two, three].map((dialect) => shown(dialect, 'Look'))).toEqual(['Look', 'Read', 'read']);
  });

  test('stands as it is for functions of the host, and for an input that is no object', () => {
    const event = called('Shell', { command: 'ls' });
    expect(seenBy(aDialect('host'), event)).toBe(event);
    expect(seen('kolega', 'Shell', 'ls')).toEqual(['execute_terminal_command', 'ls']);
  });
});

test.each([
  ['kolega', 'Bash', ['run_command', 'run_command_tracked']],
  ['kolega', 'Shell', ['run_command', 'run_command_tracked']],
  ['kolega', 'run_command', []],
  ['agent-hooks', 'dispatch_general_agent', ['Task']],
  ['qoder', 'Shell', []],
  ['kolega', 'mcp__a__b', []],
])('matchers of %s also know %s as %j', (id, tool, names) => {
  expect(otherOwnNames(aDialect(id), called(tool, {}), NAMING)).toEqual(names);
});

describe('an input that a hook has written', () => {
  const INPUTS: Readonly<Record<string, JsonObject>> = {
    Bash: { command: 'ls', timeout: 2 },
    Shell: { command: 'ls', timeout: 2 },
    create_file: { path: '/project/a', content: 'x' },
    WriteFile: { content: 'x', path: '/project/a' },
    StrReplaceFile: { path: '/project/a', edit: { old: 'x', new: 'y' } },
    file_edit_search_replace: { path: 'a', old_string: 'x' },
    search_codebase: { pattern: 'x', file_pattern: '*.ts' },
    mcp__a__b: { path: 'a' },
  };

  test.each(DIALECTS.flatMap(({ id }) => Object.entries(INPUTS).map(([tool, input]) => [id, tool, input] as const)))(
    'of %s for %s comes back in the fields and the order of the host',
    (id, tool, input) => {
      const event = called(tool, input);
      const own = seenBy(aDialect(id), event)['tool_input'] as JsonObject;
      expect(JSON.stringify(givenInput(aDialect(id), event, own, NAMING))).toBe(JSON.stringify(input));
    },
  );

  test('comes back with what it has added', () => {
    const event = called('Shell', { command: 'ls' });
    const written = { command: 'ls -l', timeout: 1500, note: 'mine' };
    expect(givenInput(aDialect('kode'), event, written, NAMING)).toEqual({
      command: 'ls -l',
      timeout: 1.5,
      note: 'mine',
    });
  });
});

test.each([
  ['kolega', 'Permission requested for Bash', 'Permission requested for execute_terminal_command'],
  ['kolega', 'Bash wants to run', 'Bash wants to run'],
])('a notification of %s names its tool once: %s', (id, message, own) => {
  const event = anEvent('Notification', { notification_type: 'permission_prompt', tool_name: 'Bash', message });
  expect(seenBy(aDialect(id), event)).toMatchObject({ tool_name: 'execute_terminal_command', message: own });
});

test.each([
  ['end_turn', 'no_tool_calls'],
  ['max_turns', 'max_steps'],
  ['tool_rejected', 'tool_rejected'],
])('why the agent stops is told to agent-hooks in the words of the standard: %s is %s', (stop_reason, word) => {
  expect(seenBy(aDialect('agent-hooks'), anEvent('Stop', { stop_reason }))).toMatchObject({ stop_reason: word });
});

test('a tool that failed by its exit code is told to qoder as execution_failed', () => {
  const event = anEvent('PostToolUseFailure', { tool_name: 'Bash', error: 'no', error_type: 'exit' });
  expect(seenBy(aDialect('qoder'), event)).toMatchObject({ error_type: 'execution_failed' });
});
