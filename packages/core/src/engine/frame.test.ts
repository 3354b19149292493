import { describe, expect, test } from 'vitest';
import { aDialect, aFrame, anEvent, aPlace, NOW } from '../../../../test/support/hooks.ts';
import type { EventName, Json } from '../model/index.ts';
import { cwdOf, frameOf, inGivenWords, inOwnWords, isGivenFirst, nativeName, rowOf, withEvent } from './frame.ts';

const FIELDS: Readonly<Record<string, Json>> = {
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  source: 'startup',
  reason: 'quit',
  trigger: 'auto',
  notification_type: 'idle',
  agent_type: 'explorer',
  error_type: 'rate_limit',
  load_reason: 'include',
  file_path: '/project/conf/.env',
  mcp_server_name: 'db',
};

/** What a matcher is tested against, by dialect and event. */
const SUBJECTS: readonly (readonly [string, string | null, readonly EventName[]])[] = [
  ['kolega', 'Bash', ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']],
  ['kolega', 'startup', ['SessionStart']],
  ['kolega', 'quit', ['SessionEnd']],
  ['kolega', 'auto', ['PreCompact']],
  ['kolega', 'idle', ['Notification']],
  ['kolega', 'explorer', ['SubagentStop']],
  ['kolega', null, ['UserPromptSubmit', 'Stop']],
  ['agent-hooks', 'Bash', ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']],
  [
    'agent-hooks',
    null,
    ['SessionStart', 'SessionEnd', 'TurnStart', 'TurnEnd', 'SubagentStart', 'SubagentStop', 'PreCompact', 'Stop'],
  ],
  ['qoder', 'Bash', ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'PermissionDenied']],
  ['qoder', 'startup', ['SessionStart', 'ConfigChange']],
  ['qoder', 'quit', ['SessionEnd']],
  ['qoder', 'rate_limit', ['StopFailure']],
  ['qoder', 'explorer', ['SubagentStart', 'SubagentStop']],
  ['qoder', 'auto', ['PreCompact', 'PostCompact']],
  ['qoder', 'idle', ['Notification']],
  ['qoder', 'include', ['InstructionsLoaded']],
  ['qoder', '.env', ['FileChanged']],
  ['qoder', 'db', ['Elicitation', 'ElicitationResult']],
  ['qoder', null, ['UserPromptSubmit', 'Stop', 'CwdChanged', 'WorktreeCreate', 'WorktreeRemove']],
  ['claude', 'rate_limit', ['StopFailure']],
  ['kode', null, ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SessionEnd']],
  ['polytoken', 'Bash', ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']],
  ['polytoken', 'explorer', ['SubagentStart', 'SubagentStop']],
  ['polytoken', 'pre_user_prompt', ['UserPromptSubmit']],
  ['polytoken', 'pre_model_turn', ['PreModelTurn']],
  ['polytoken', 'post_model_turn', ['PostModelTurn']],
  ['polytoken', 'stop', ['Stop']],
  ['polytoken', 'pre_compaction', ['PreCompact']],
  ['polytoken', 'post_compaction', ['PostCompact']],
  ['polytoken', 'session_start', ['SessionStart']],
  ['polytoken', 'notification', ['Notification']],
  ['polytoken', 'facet_switch', ['FacetSwitch']],
];

test.each(SUBJECTS)('the subject in %s is %j on %j', (dialect, text, events) => {
  for (const event of events)
    expect(aFrame(dialect, anEvent(event, FIELDS)).subject).toEqual({
      text,
      toolName: 'Bash',
      toolInput: { command: 'ls' },
      project: '/project',
      cwd: '/project/sub',
      home: '/home/ann',
    });
});

test('a subject that the event lacks, or that is no text, is empty: only a matcher for everything accepts it', () => {
  expect(aFrame('qoder', 'SessionStart').subject.text).toBe('');
  expect(aFrame('qoder', anEvent('SessionStart', { source: 7 })).subject.text).toBe('');
  expect(aFrame('qoder', 'FileChanged').subject.text).toBe('');
  expect(aFrame('kolega', 'SessionStart').subject.text).toBe('startup');
});

test('a subject is the whole text of its field, also with slashes in it', () => {
  const event = anEvent('PreToolUse', { tool_name: 'mcp/files/read', tool_input: {} });
  expect(aFrame('polytoken', event).subject.text).toBe('mcp/files/read');
});

test('an event that a dialect does not know has no frame', () => {
  expect(frameOf(aDialect('kode'), anEvent('Stop'), aPlace(), NOW)).toBeNull();
});

test('the folder of an event without cwd is the project', () => {
  expect(cwdOf(aFrame('kode', 'SessionStart'))).toBe('/project/sub');
  expect(cwdOf(aFrame('kode', anEvent('SessionStart', { cwd: '' })))).toBe('/project');
  expect(cwdOf(aFrame('kode', { hook_event_name: 'SessionStart' }))).toBe('/project');
});

test('a rewritten event is not matched again', () => {
  const frame = aFrame('qoder', anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }));
  const next = withEvent(frame, anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'pwd' } }));
  expect(next).toEqual({ ...frame, event: next.event });
  expect(next.subject).toBe(frame.subject);
});

test('a dialect that knows a tool by a former name matches it for hosts that give neutral names', () => {
  const call = anEvent('PreToolUse', { tool_name: 'Agent', tool_input: {} });
  const frame = aFrame('claude', call, { toolNames: 'given' });
  expect(frame.subject.text).toBe('Agent');
  expect(frame.ownSubjects.map(({ text, toolName }) => [text, toolName])).toEqual([['Task', 'Task']]);
  expect(inOwnWords(frame).event['tool_name']).toBe('Agent');
  expect(aFrame('claude', { ...call, tool_name: 'Bash' }, { toolNames: 'given' }).ownSubjects).toEqual([]);
});

test('a dialect that finds its tool by the name of the host as well sees its own', () => {
  const call = anEvent('PreToolUse', { tool_name: 'Agent', tool_input: {} });
  const frame = aFrame('codex', call, { toolNames: 'native', givenFirst: true });
  expect(isGivenFirst(frame)).toBe(false);
  expect(frame.ownSubjects.map(({ text }) => text)).toEqual(['spawn_agent', 'Agent']);
  expect(inOwnWords(frame).event['tool_name']).toBe('spawn_agent');
});

describe('a dialect that sees tools under its own names', () => {
  const given = anEvent('PreToolUse', { tool_name: 'Read', tool_input: { file_path: 'a.ts', limit: 3 } });
  const frame = aFrame('kolega', given, { toolNames: 'native' });

  test('has the event as it was given, and a subject for each of its own names', () => {
    expect(frame.event).toBe(given);
    expect(frame.subject).toMatchObject({ text: 'Read', toolName: 'Read', toolInput: { file_path: 'a.ts', limit: 3 } });
    const own = (name: string) => ({
      text: name,
      toolName: name,
      toolInput: { path: 'a.ts', limit: 3 },
      project: '/project',
      cwd: '/project/sub',
      home: '/home/ann',
    });
    expect(frame.ownSubjects).toEqual([own('read_entire_file'), own('read_file_section')]);
  });

  test('shows it to a hook in its own words', () => {
    const own = inOwnWords(frame);
    expect(own.event).toEqual({ ...given, tool_name: 'read_entire_file', tool_input: { path: 'a.ts', limit: 3 } });
    expect(own.subject).toEqual(frame.ownSubjects[0]);
    expect(own.ownSubjects).toEqual([]);
    const rewritten = inOwnWords(withEvent(frame, { ...given, tool_input: { file_path: 'b.ts' } }));
    expect(rewritten.event).toEqual({ ...given, tool_name: 'read_entire_file', tool_input: { path: 'b.ts' } });
  });

  test('has no own words where the host does not want it, or where they are the same', () => {
    for (const place of [{}, { toolNames: 'given' }] as const)
      expect(aFrame('kolega', given, place).ownSubjects).toEqual([]);
    const unknown = anEvent('PreToolUse', { tool_name: 'mcp__a__b', tool_input: { file_path: 'a.ts' } });
    expect(aFrame('kolega', unknown, { toolNames: 'native' }).ownSubjects).toEqual([]);
    expect(aFrame('qoder', given, { toolNames: 'native' }).ownSubjects).toEqual([]);
  });

  test('gives a rewritten input back in the words of the host', () => {
    expect(inGivenWords(frame, { updatedInput: { path: 'b.ts' }, context: ['c'] })).toEqual({
      updatedInput: { file_path: 'b.ts' },
      context: ['c'],
    });
    const permission = { behavior: 'allow', updatedInput: { path: 'b.ts' } };
    expect(inGivenWords(frame, { extra: { retry: true, permission } })).toEqual({
      extra: { retry: true, permission: { behavior: 'allow', updatedInput: { file_path: 'b.ts' } } },
    });
    const silent = { decision: 'allow', extra: { permission: { behavior: 'allow' } } } as const;
    expect(inGivenWords(frame, silent)).toBe(silent);
  });

  test('sees paths of the folder in which the event happened, there and back', () => {
    const edit = { ...anEvent('PreToolUse'), tool_name: 'Edit', tool_input: { file_path: 'a.ts' } };
    const seen = aFrame('polytoken', edit, { toolNames: 'native' });
    expect(inOwnWords(seen).event['tool_input']).toEqual({ path: 'sub/a.ts' });
    expect(inGivenWords(seen, { updatedInput: { path: 'sub/b.ts' } })).toEqual({
      updatedInput: { file_path: '/project/sub/b.ts' },
    });
  });
});

test('a frame whose event was not rewritten is the same frame', () => {
  const frame = aFrame('qoder', 'Stop');
  expect(withEvent(frame, frame.event)).toBe(frame);
});

test('the row of an event is that of its native name', () => {
  expect(rowOf(aDialect('kode'), anEvent('PostToolUseFailure'))).toBe(aDialect('kode').events['tool_call_post']);
  expect(rowOf(aDialect('kode'), anEvent('Stop'))).toBe(undefined);
  expect(nativeName(aDialect('kode'), anEvent('Stop'))).toBe(null);
});

test('a tool whose name is no text is no tool', () => {
  expect(aFrame('qoder', anEvent('PreToolUse', { tool_name: 7 })).subject.toolName).toBe(null);
});
