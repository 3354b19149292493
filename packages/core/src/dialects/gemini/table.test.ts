import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { gemini } from './table.ts';

/** What the documents and the program say, written down by hand. */
const EXPECTED: Omit<TableSummary, 'powers'> = {
  events: {
    SessionStart: [['SessionStart'], null],
    SessionEnd: [['SessionEnd'], null],
    BeforeAgent: [['UserPromptSubmit'], 'reject_prompt'],
    AfterAgent: [['Stop'], 'keep_working'],
    BeforeModel: [['PreModelTurn'], 'end_turn'],
    BeforeToolSelection: [['PreToolSelection'], null],
    AfterModel: [['PostModelTurn'], 'end_turn'],
    BeforeTool: [['PreToolUse'], 'deny_tool'],
    AfterTool: [['PostToolUse', 'PostToolUseFailure'], 'withhold_output'],
    Notification: [['Notification'], null],
    PreCompress: [['PreCompact'], null],
  },
  failsClosed: [],
  background: [],
  bounds: [8, null],
  files: [
    'managed /etc/gemini-cli/system-defaults.json',
    'user /home/u/.gemini/settings.json',
    'project /p/.gemini/settings.json',
    'managed /etc/gemini-cli/settings.json',
  ],
};

test('the table says what its documents and the program say', () => {
  const { powers: _powers, files, ...told } = summaryOf(gemini);
  expect({ ...told, files: files.slice(0, 4) }).toEqual(EXPECTED);
  expect(Object.keys(told.events)).toHaveLength(11);
});
