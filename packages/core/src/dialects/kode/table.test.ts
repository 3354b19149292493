import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { kode } from './table.ts';

/** What source.txt says, written down by hand. */
const EXPECTED: TableSummary = {
  events: {
    session_start: [['SessionStart'], 'abort_session'],
    user_prompt_submit: [['UserPromptSubmit'], 'reject_prompt'],
    tool_call_pre: [['PreToolUse'], 'deny_tool'],
    tool_call_post: [['PostToolUse', 'PostToolUseFailure'], 'withhold_output'],
    session_end: [['SessionEnd'], null],
  },
  failsClosed: ['session_start', 'user_prompt_submit', 'tool_call_pre', 'tool_call_post', 'session_end'],
  background: [],
  bounds: [0, null],
  files: ['user /home/u/.config/kode/config.yaml', 'project /p/.kode/config.yaml'],
  powers: 11,
};

test('the table says what its source says', () => {
  expect(summaryOf(kode)).toEqual(EXPECTED);
});
