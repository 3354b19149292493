import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { claude } from './table.ts';

/** What the documents and the program say, written down by hand. */
const EXPECTED: Omit<TableSummary, 'files' | 'powers'> = {
  events: {
    SessionStart: [['SessionStart'], null],
    Setup: [['Setup'], null],
    InstructionsLoaded: [['InstructionsLoaded'], null],
    UserPromptSubmit: [['UserPromptSubmit'], 'reject_prompt'],
    UserPromptExpansion: [['UserPromptExpansion'], 'reject_prompt'],
    MessageDisplay: [['MessageDisplay'], null],
    PreToolUse: [['PreToolUse'], 'deny_tool'],
    PermissionRequest: [['PermissionRequest'], null],
    PermissionDenied: [['PermissionDenied'], null],
    PostToolUse: [['PostToolUse'], null],
    PostToolUseFailure: [['PostToolUseFailure'], null],
    PostToolBatch: [['PostToolBatch'], 'end_turn'],
    Notification: [['Notification'], null],
    SubagentStart: [['SubagentStart'], null],
    SubagentStop: [['SubagentStop'], 'keep_working'],
    TaskCreated: [['TaskCreated'], 'refuse_task'],
    TaskCompleted: [['TaskCompleted'], 'keep_task_open'],
    TeammateIdle: [['TeammateIdle'], 'keep_working'],
    Stop: [['Stop'], 'keep_working'],
    StopFailure: [['StopFailure'], null],
    PreCompact: [['PreCompact'], 'cancel_compaction'],
    PostCompact: [['PostCompact'], null],
    PreModelSwitch: [['PreModelSwitch'], 'refuse_change'],
    PostModelSwitch: [['PostModelSwitch'], null],
    ConfigChange: [['ConfigChange'], 'refuse_change'],
    CwdChanged: [['CwdChanged'], null],
    DirectoryAdded: [['DirectoryAdded'], null],
    FileChanged: [['FileChanged'], null],
    WorktreeCreate: [['WorktreeCreate'], 'fail_worktree'],
    WorktreeRemove: [['WorktreeRemove'], null],
    Elicitation: [['Elicitation'], 'decline'],
    ElicitationResult: [['ElicitationResult'], 'decline'],
    SessionEnd: [['SessionEnd'], null],
  },
  failsClosed: ['WorktreeCreate'],
  background: ['InstructionsLoaded', 'DirectoryAdded'],
  bounds: [8, null],
};

test('the table says what its documents and the program say', () => {
  const { files: _files, powers: _powers, ...told } = summaryOf(claude);
  expect(told).toEqual(EXPECTED);
  expect(Object.keys(told.events)).toHaveLength(33);
});

test('continue: false counts on all events but those outside a turn', () => {
  const without = Object.keys(claude.events).filter((name) => claude.events[name]?.endsTurn !== true);
  // On StopFailure no answer is read at all.
  expect(without.toSorted()).toEqual(
    [
      'ConfigChange',
      'CwdChanged',
      'DirectoryAdded',
      'Elicitation',
      'ElicitationResult',
      'FileChanged',
      'InstructionsLoaded',
      'MessageDisplay',
      'Notification',
      'PostCompact',
      'PreCompact',
      'SessionEnd',
      'SessionStart',
      'StopFailure',
      'TaskCreated',
      'WorktreeCreate',
      'WorktreeRemove',
    ].toSorted(),
  );
});
