import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { kolega } from './table.ts';

/** What source.txt says, written down by hand. */
const EXPECTED: TableSummary = {
  events: {
    SessionStart: [['SessionStart'], null],
    UserPromptSubmit: [['UserPromptSubmit'], 'reject_prompt'],
    PreToolUse: [['PreToolUse'], 'deny_tool'],
    PostToolUse: [['PostToolUse', 'PostToolUseFailure'], 'end_turn'],
    PreCompact: [['PreCompact'], null],
    Stop: [['Stop'], 'keep_working'],
    SubagentStop: [['SubagentStop'], null],
    Notification: [['Notification'], null],
    SessionEnd: [['SessionEnd'], null],
  },
  failsClosed: [],
  background: [],
  bounds: [5, null],
  files: ['user /home/u/.local/state/kolega-code/hooks.json', 'project /p/.kolega/hooks.json'],
  powers: 22,
};

test('the table says what its source says', () => {
  expect(summaryOf(kolega)).toEqual(EXPECTED);
});
