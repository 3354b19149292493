import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { agentHooks } from './table.ts';

/** What source.txt says, written down by hand. */
const EXPECTED: TableSummary = {
  events: {
    session_start: [['SessionStart'], 'abort_session'],
    session_end: [['SessionEnd'], 'keep_session'],
    before_agent: [['TurnStart'], 'reject_prompt'],
    after_agent: [['TurnEnd'], 'keep_working'],
    before_tool: [['PreToolUse'], 'deny_tool'],
    after_tool: [['PostToolUse'], 'withhold_output'],
    after_tool_failure: [['PostToolUseFailure'], 'withhold_output'],
    subagent_start: [['SubagentStart'], 'refuse_subagent'],
    subagent_stop: [['SubagentStop'], 'keep_working'],
    pre_compact: [['PreCompact'], 'cancel_compaction'],
    before_stop: [['Stop'], 'keep_working'],
  },
  failsClosed: [],
  background: [],
  bounds: [3, null],
  files: ['user /home/u/.config/agents/hooks', 'project /p/.agents/hooks'],
  powers: 24,
};

test('the table says what its source says', () => {
  expect(summaryOf(agentHooks)).toEqual(EXPECTED);
});
