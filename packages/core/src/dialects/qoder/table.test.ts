import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { qoder } from './table.ts';

/** What source.txt says, written down by hand, and four events that only the newer program has. */
const EXPECTED: TableSummary = {
  events: {
    SessionStart: [['SessionStart'], null],
    SessionEnd: [['SessionEnd'], null],
    UserPromptSubmit: [['UserPromptSubmit'], 'reject_prompt'],
    PreToolUse: [['PreToolUse'], 'deny_tool'],
    PostToolUse: [['PostToolUse'], null],
    PostToolUseFailure: [['PostToolUseFailure'], null],
    PostToolBatch: [['PostToolBatch'], 'end_turn'],
    TaskCreated: [['TaskCreated'], 'refuse_task'],
    TaskCompleted: [['TaskCompleted'], 'keep_task_open'],
    TeammateIdle: [['TeammateIdle'], 'keep_working'],
    PermissionRequest: [['PermissionRequest'], null],
    PermissionDenied: [['PermissionDenied'], null],
    Stop: [['Stop'], 'keep_working'],
    StopFailure: [['StopFailure'], null],
    SubagentStart: [['SubagentStart'], null],
    SubagentStop: [['SubagentStop'], 'keep_working'],
    PreCompact: [['PreCompact'], 'cancel_compaction'],
    PostCompact: [['PostCompact'], null],
    Notification: [['Notification'], null],
    InstructionsLoaded: [['InstructionsLoaded'], null],
    ConfigChange: [['ConfigChange'], 'refuse_change'],
    CwdChanged: [['CwdChanged'], null],
    FileChanged: [['FileChanged'], null],
    WorktreeCreate: [['WorktreeCreate'], 'fail_worktree'],
    WorktreeRemove: [['WorktreeRemove'], null],
    Elicitation: [['Elicitation'], 'decline'],
    ElicitationResult: [['ElicitationResult'], 'decline'],
  },
  failsClosed: ['WorktreeCreate'],
  background: [],
  bounds: [8, null],
  files: [
    'user /home/u/.qoder/settings.json',
    'project /p/.qoder/settings.json',
    'local /p/.qoder/settings.local.json',
  ],
  powers: 111,
};

test('the table says what its source says', () => {
  expect(summaryOf(qoder)).toEqual(EXPECTED);
});
