import { expect, test } from 'vitest';
import { aDialect, aFrame, anEvent, aPlace, NOW } from '../../../../test/support/hooks.ts';
import type { EventName, Json } from '../model/index.ts';
import { cwdOf, frameOf, withEvent } from './frame.ts';

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
    });
});

test('a subject that the event lacks, or that is no text, is empty: only a matcher for everything accepts it', () => {
  expect(aFrame('qoder', 'SessionStart').subject.text).toBe('');
  expect(aFrame('qoder', anEvent('SessionStart', { source: 7 })).subject.text).toBe('');
  expect(aFrame('qoder', 'FileChanged').subject.text).toBe('');
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
