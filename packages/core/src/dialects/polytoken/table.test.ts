import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { polytoken } from './table.ts';

/** What source.txt says, written down by hand. */
const EXPECTED: TableSummary = {
  events: {
    pre_tool_use: [['PreToolUse'], 'deny_tool'],
    pre_user_prompt: [['UserPromptSubmit'], 'reject_prompt'],
    pre_model_turn: [['PreModelTurn'], 'retry_turn'],
    stop: [['Stop'], 'keep_working'],
    pre_compaction: [['PreCompact'], 'cancel_compaction'],
    session_start: [['SessionStart'], null],
    post_compaction: [['PostCompact'], null],
    notification: [['Notification'], null],
    post_model_turn: [['PostModelTurn'], null],
    post_tool_use: [['PostToolUse'], null],
    post_tool_use_failure: [['PostToolUseFailure'], null],
    facet_switch: [['FacetSwitch'], null],
    subagent_start: [['SubagentStart'], null],
    subagent_stop: [['SubagentStop'], null],
  },
  failsClosed: ['pre_tool_use', 'pre_model_turn', 'stop', 'pre_compaction'],
  background: [
    'post_model_turn',
    'post_tool_use',
    'post_tool_use_failure',
    'facet_switch',
    'subagent_start',
    'subagent_stop',
  ],
  bounds: [10, 10],
  files: ['user /home/u/.config/polytoken/hooks.json', 'project /p/.polytoken/hooks.json'],
  powers: 14,
};

test('the table says what its source says', () => {
  expect(summaryOf(polytoken)).toEqual(EXPECTED);
});
