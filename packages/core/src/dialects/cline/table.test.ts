import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { cline } from './table.ts';

/** What the source and the program say, written down by hand. */
const EXPECTED: Omit<TableSummary, 'powers'> = {
  events: {
    TaskStart: [['SessionStart'], null],
    TaskResume: [['SessionStart'], null],
    UserPromptSubmit: [['UserPromptSubmit'], null],
    PreToolUse: [['PreToolUse'], 'end_turn'],
    PostToolUse: [['PostToolUse', 'PostToolUseFailure'], 'end_turn'],
    TaskComplete: [['Stop'], null],
    TaskError: [['StopFailure'], null],
    TaskCancel: [['SessionEnd'], null],
    SessionShutdown: [['SessionEnd'], null],
    PreCompact: [[], null],
  },
  failsClosed: [],
  background: [
    'TaskStart',
    'TaskResume',
    'UserPromptSubmit',
    'TaskComplete',
    'TaskError',
    'TaskCancel',
    'SessionShutdown',
    'PreCompact',
  ],
  bounds: [0, null],
  files: [
    'user /home/u/.cline/hooks',
    'user /home/u/Documents/Cline/Hooks',
    'project /p/.cline/hooks',
    'project /p/.clinerules/hooks',
  ],
};

test('the table says what the source and the program say', () => {
  const { powers: _powers, ...told } = summaryOf(cline);
  expect(told).toEqual(EXPECTED);
});
