import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { kimi } from './table.ts';

/** What the guide and the program say, written down by hand. */
const EXPECTED: Omit<TableSummary, 'powers'> = {
  events: {
    PreToolUse: [['PreToolUse'], 'deny_tool'],
    UserPromptSubmit: [['UserPromptSubmit'], 'reject_prompt'],
    Stop: [['Stop'], 'keep_working'],
    PostToolUse: [['PostToolUse'], null],
    PostToolUseFailure: [['PostToolUseFailure'], null],
    PermissionRequest: [['PermissionRequest'], null],
    PermissionResult: [['PermissionDenied'], null],
    TurnStarted: [['TurnStart'], null],
    StopFailure: [['StopFailure'], null],
    Interrupt: [['Interrupt'], null],
    SessionStart: [['SessionStart'], null],
    SessionEnd: [['SessionEnd'], null],
    SubagentStart: [['SubagentStart'], null],
    SubagentStop: [['SubagentStop'], null],
    PreCompact: [['PreCompact'], null],
    PostCompact: [['PostCompact'], null],
    Notification: [['Notification'], null],
    UserPromptQueued: [[], null],
    TaskStarted: [[], null],
    SessionHeartbeat: [[], null],
  },
  failsClosed: [],
  background: [
    'PostToolUse',
    'PostToolUseFailure',
    'PermissionRequest',
    'PermissionResult',
    'TurnStarted',
    'StopFailure',
    'Interrupt',
    'SubagentStop',
    'PostCompact',
    'Notification',
    'UserPromptQueued',
    'TaskStarted',
    'SessionHeartbeat',
  ],
  bounds: [1, null],
  files: ['user /home/u/.kimi-code/config.toml'],
};

test('the table says what the guide and the program say', () => {
  const { powers: _powers, ...told } = summaryOf(kimi);
  expect(told).toEqual(EXPECTED);
});

test('answers count on the three events that can be refused, and on no other', () => {
  const heard = Object.keys(kimi.events).filter((name) => kimi.events[name]?.answers !== 'ignored');
  expect(heard).toEqual(['PreToolUse', 'UserPromptSubmit', 'Stop']);
});
