import { expect, test } from 'vitest';
import { aFrame, anEvent } from '../../../../../test/support/hooks.ts';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { payloadOf } from '../../engine/payload.ts';
import type { Json } from '../../model/index.ts';
import { qwen } from './table.ts';

/** What the document and the program say, written down by hand. */
const EXPECTED: Omit<TableSummary, 'powers'> = {
  events: {
    SessionStart: [['SessionStart'], null],
    SessionEnd: [['SessionEnd'], null],
    SessionDelete: [['SessionDelete'], null],
    UserPromptSubmit: [['UserPromptSubmit'], 'reject_prompt'],
    UserPromptExpansion: [['UserPromptExpansion'], 'reject_prompt'],
    PreToolUse: [['PreToolUse'], 'deny_tool'],
    PermissionRequest: [['PermissionRequest'], null],
    PermissionDenied: [['PermissionDenied'], null],
    PostToolUse: [['PostToolUse'], null],
    PostToolUseFailure: [['PostToolUseFailure'], null],
    PostToolBatch: [['PostToolBatch'], 'withhold_output'],
    Stop: [['Stop'], 'keep_working'],
    SubagentStart: [['SubagentStart'], null],
    SubagentStop: [['SubagentStop'], 'keep_working'],
    StopFailure: [['StopFailure'], null],
    PreCompact: [['PreCompact'], null],
    PostCompact: [['PostCompact'], null],
    Notification: [['Notification'], null],
    MessageDisplay: [['MessageDisplay'], null],
    InstructionsLoaded: [['InstructionsLoaded'], null],
    TodoCreated: [['TaskCreated'], 'refuse_task'],
    TodoCompleted: [['TaskCompleted'], 'keep_task_open'],
  },
  failsClosed: [],
  background: ['SessionDelete', 'StopFailure', 'MessageDisplay'],
  bounds: [8, null],
  files: [
    'project /p/.qwen/settings.json',
    'user /home/u/.qwen/settings.json',
    'managed /etc/qwen-code/system-defaults.json',
    'managed /etc/qwen-code/settings.json',
  ],
};

test('the table says what its document and the program say', () => {
  const { powers: _powers, files, ...told } = summaryOf(qwen);
  expect({ ...told, files: files.slice(0, 4) }).toEqual(EXPECTED);
  expect(Object.keys(told.events)).toHaveLength(22);
});

test('continue: false never ends the turn; it does what the event has instead', () => {
  const halting = Object.entries(qwen.events).flatMap(([name, { halts }]) =>
    halts === undefined ? [] : [[name, halts]],
  );
  expect(Object.fromEntries(halting)).toEqual({
    SessionStart: 'no-power',
    UserPromptSubmit: 'reject_prompt',
    UserPromptExpansion: 'reject_prompt',
    PreToolUse: 'deny_tool',
    PostToolUse: 'withhold_output',
    PostToolUseFailure: 'no-power',
    PostToolBatch: 'withhold_output',
    Stop: 'keep_working',
    SubagentStart: 'no-power',
    SubagentStop: 'keep_working',
    PreCompact: 'no-power',
  });
});

test.each<readonly [string, Json, Json]>([
  ['of a program', { stdout: 'out', stderr: '' }, 'out'],
  ['of a tool of another system', { file: 'a' }, '{"file":"a"}'],
  ['that is a text', 'out', 'out'],
])('an output %s is the content of the result', (_title, response, content) => {
  const payload = payloadOf(aFrame('qwen', anEvent('PostToolUse', { tool_response: response })));
  expect(payload['tool_response']).toEqual({ llmContent: content, returnDisplay: content });
});

test('a result of this system is told as it is', () => {
  const response = { llmContent: [{ text: 'x' }] };
  const payload = payloadOf(aFrame('qwen', anEvent('PostToolUse', { tool_response: response })));
  expect(payload['tool_response']).toEqual(response);
});
