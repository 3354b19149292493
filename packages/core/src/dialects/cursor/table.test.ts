import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { cursor } from './table.ts';

/** What the documents say, written down by hand. */
const EXPECTED: Omit<TableSummary, 'powers'> = {
  events: {
    sessionStart: [['SessionStart'], null],
    sessionEnd: [['SessionEnd'], null],
    beforeSubmitPrompt: [['UserPromptSubmit'], 'reject_prompt'],
    preToolUse: [['PreToolUse'], 'deny_tool'],
    beforeShellExecution: [['PreToolUse'], 'deny_tool'],
    beforeMCPExecution: [['PreToolUse'], 'deny_tool'],
    beforeReadFile: [['PreToolUse'], 'deny_tool'],
    postToolUse: [['PostToolUse'], null],
    afterShellExecution: [['PostToolUse'], null],
    afterMCPExecution: [['PostToolUse'], null],
    afterFileEdit: [['PostToolUse'], null],
    postToolUseFailure: [['PostToolUseFailure'], null],
    subagentStart: [['SubagentStart'], 'refuse_subagent'],
    subagentStop: [['SubagentStop'], 'keep_working'],
    stop: [['Stop'], 'keep_working'],
    preCompact: [['PreCompact'], null],
    afterAgentResponse: [['MessageDisplay'], null],
    afterAgentThought: [[], null],
    beforeTabFileRead: [[], null],
    afterTabFileEdit: [[], null],
    workspaceOpen: [[], null],
  },
  failsClosed: [],
  background: ['sessionStart', 'sessionEnd'],
  bounds: [5, null],
  files: ['managed /etc/cursor/hooks.json', 'project /p/.cursor/hooks.json', 'user /home/u/.cursor/hooks.json'],
};

test('the table says what the documents say', () => {
  const { powers: _powers, ...told } = summaryOf(cursor);
  expect(told).toEqual(EXPECTED);
});

test('the table says that the program itself was never run', () => {
  expect(cursor.source).toMatchObject({ tested: null, title: expect.stringContaining('never run') });
});
