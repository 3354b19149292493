import { describe, expect, test } from 'vitest';
import { aDialect, anEvent } from '../../../../test/support/hooks.ts';
import type { EventRow, Json, JsonObject, AnyEvent } from '../model/index.ts';
import { DIALECTS } from '../dialects/index.ts';
import { rowOf } from './frame.ts';
import { nativeEvent, neutralEvent, neutralInput } from './native-names.ts';

/** The neutral tools, each with all of its input fields. */
const CALLS: Readonly<Record<string, JsonObject>> = {
  Bash: { command: 'ls', timeout: 1001, description: 'look' },
  Read: { file_path: '/project/a.txt', offset: 3, limit: 7 },
  Edit: { file_path: '/project/a.txt', old_string: 'a', new_string: 'b', replace_all: true },
  Grep: { pattern: 'x', path: '/elsewhere', glob: '*.ts', output_mode: 'content', '-i': true },
  Agent: { description: 'd', prompt: 'p', subagent_type: 'coder', isolation: 'worktree' },
};

const called = (tool: Json, input: Json): AnyEvent => anEvent('PreToolUse', { tool_name: tool, tool_input: input });

function rowFor(id: string, event: AnyEvent): EventRow {
  const row = rowOf(aDialect(id), event);
  if (row === undefined) throw new Error(`${id} knows no ${event.hook_event_name}`);
  return row;
}

const told = (id: string, event: AnyEvent): AnyEvent => nativeEvent(aDialect(id), rowFor(id, event), event, '/project');
const heard = (id: string, event: AnyEvent): AnyEvent =>
  neutralEvent(aDialect(id), rowFor(id, event), event, '/project');

describe('an event in the words of a system', () => {
  // Where one name stands for two tools with the same fields, the first is heard.
  const isFirst = ({ tools }: (typeof DIALECTS)[number], tool: string): boolean =>
    Object.entries(tools).find(
      ([, { names, fields }]) => names[0] === tools[tool]?.names[0] && fields === tools[tool]?.fields,
    )?.[0] === (Object.hasOwn(tools, tool) ? tool : undefined);

  test.each(
    DIALECTS.flatMap((dialect) =>
      Object.keys(CALLS)
        .filter((tool) => isFirst(dialect, tool))
        .map((tool) => [dialect.id, tool] as const),
    ),
  )('of %s about %s is heard as it was before it was told', (id, tool) => {
    const event = called(tool, CALLS[tool] ?? {});
    expect(heard(id, told(id, event))).toEqual(event);
  });

  test.each([
    ['run_command', 'Bash'],
    ['read_file_section', 'Read'],
    ['create_file', 'Write'],
    ['mcp__a__b', 'mcp__a__b'],
    [7, 7],
  ])('is about the neutral tool under each of its names: %s is %s', (native, neutral) => {
    expect(heard('kolega', called(native, { command: 'ls' }))).toEqual(called(neutral, { command: 'ls' }));
  });

  test.each<[Json]>([['a text'], [null], [['a', 'list']]])('keeps an input that is no object: %j', (input) => {
    expect(heard('kolega', called('create_file', input))).toEqual(called('Write', input));
  });

  test('has no tool and no input where it is not about a tool', () => {
    const event = anEvent('UserPromptSubmit', { prompt: 'hello' });
    expect(heard('kolega', event)).toStrictEqual(event);
  });

  test.each([
    ['kolega', ['quit', 'clear', 'made up'], ['user_exit', 'clear', 'made up']],
    ['qoder', ['prompt_input_exit', 'other', 'clear'], ['user_exit', 'ask_complete', 'clear']],
    ['agent-hooks', ['user_exit', 'quit'], ['user_exit', 'quit']],
  ])('of %s ends for the first reason that is told so: %j is %j', (id, words, reasons) => {
    const heardReason = (reason: string) => heard(id, anEvent('SessionEnd', { reason }));
    expect(words.map(heardReason)).toStrictEqual(reasons.map((reason) => anEvent('SessionEnd', { reason })));
  });

  test('has its reason as told where the table has no words for it', () => {
    const denied = anEvent('PermissionDenied', { reason: 'prompt_input_exit' });
    expect(heard('qoder', denied)).toStrictEqual(denied);
    expect(heard('qoder', anEvent('SessionEnd'))).toStrictEqual(anEvent('SessionEnd'));
  });
});

describe('values that are not of the expected kind', () => {
  test('are kept when they stand under a native name that nothing else takes', () => {
    expect(told('agent-hooks', called('Write', { path: 'x', content: 'y' }))['tool_input']).toEqual({
      path: 'x',
      content: 'y',
    });
  });

  test('are no names of tools, and no words', () => {
    const listed = called(['Bash'], { command: 'ls' });
    expect(told('kolega', listed)).toBe(listed);
    const ended = anEvent('SessionEnd', { reason: ['user_exit'] });
    expect(told('kolega', ended)).toBe(ended);
  });

  test('stay as they are when a time or a path is expected, there and back', () => {
    expect(told('agent-hooks', called('Bash', { timeout: 'long' }))['tool_input']).toEqual({ timeout: 'long' });
    expect(told('polytoken', called('Edit', { file_path: 7 }))['tool_input']).toEqual({ path: 7 });
    const back = (input: JsonObject) => neutralInput(aDialect('polytoken'), called('Edit', {}), input, '/project');
    expect([back({ path: 7 }), back({ path: 'a.ts' })]).toEqual([{ file_path: 7 }, { file_path: '/project/a.ts' }]);
  });

  test.each<[JsonObject, JsonObject]>([
    [{ path: 'b' }, { file_path: 'b' }],
    [{ path: { deep: 1 } }, { file_path: { deep: 1 } }],
    [
      { path: 'b', edit: 'x' },
      { file_path: 'b', edit: 'x' },
    ],
    [
      { path: 'b', edit: null },
      { file_path: 'b', edit: null },
    ],
    [{ edit: { old: { deep: 1 }, other: 2 } }, { old_string: { deep: 1 }, edit: { other: 2 } }],
  ])('are taken from where the table looks for them, and from nowhere else: %j is %j', (rewritten, neutral) => {
    expect(neutralInput(aDialect('agent-hooks'), called('Edit', {}), rewritten, '/project')).toStrictEqual(neutral);
  });
});

describe('the commands and files of Cline', () => {
  const heardFrom = (tool: string, input: Json) => {
    return heard('cline', called(tool, input))['tool_input'];
  };

  test.each<[Json, string]>([
    [{ commands: ['ls', 'rm -rf x'] }, 'ls\nrm -rf x'],
    [{ commands: [{ command: 'rm', args: ['-rf', 'a b', "it's"] }] }, String.raw`rm -rf 'a b' 'it'\''s'`],
    [{ commands: ['ls', { command: 'rm', args: ['-rf', 'x'] }] }, 'ls\nrm -rf x'],
    [{ commands: [{ command: 'make' }] }, 'make'],
    [{ commands: 'rm -rf x' }, 'rm -rf x'],
    [{ commands: { command: 'rm', args: ['x'] } }, 'rm x'],
    [{ command: 'rm', args: ['-rf', 'x'] }, 'rm -rf x'],
    [{ cmd: 'rm -rf x' }, 'rm -rf x'],
    [[{ command: 'rm', args: ['x'] }], 'rm x'],
    [['ls', 'rm x'], 'ls\nrm x'],
    ['rm -rf x', 'rm -rf x'],
  ])('are heard in every form that its shell takes: %j', (input, command) => {
    expect(heardFrom('run_commands', input)).toStrictEqual({ command });
  });

  test.each<Json>([{ commands: [7] }, { commands: [{ command: 'rm', args: 'x' }] }])(
    'stay as they are where the shell takes no such form: %j',
    (input) => {
      expect(heardFrom('run_commands', input)).toEqual({ command: (input as JsonObject)['commands'] });
    },
  );

  test.each<[Json, JsonObject]>([
    [{ files: [{ path: '/a' }] }, { file_path: '/a' }],
    [{ files: ['/a', { path: '/b' }] }, { file_path: '/a', files: ['/a', { path: '/b' }] }],
    [{ file_paths: ['/a'] }, { file_path: '/a' }],
    [{ path: '/a', start_line: 3 }, { file_path: '/a' }],
    ['/a', { file_path: '/a' }],
  ])('keep the list of several files beside the first: %j', (input, neutral) => {
    expect(heardFrom('read_files', input)).toStrictEqual(neutral);
  });
});
