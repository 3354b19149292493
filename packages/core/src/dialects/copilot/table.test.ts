import { expect, test } from 'vitest';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { copilot } from './table.ts';

/** What the documents and the program say, written down by hand; each event but one has two names. */
const EVENTS = {
  sessionStart: ['SessionStart', null, 'SessionStart'],
  sessionEnd: ['SessionEnd', null, 'SessionEnd'],
  userPromptSubmitted: ['UserPromptSubmit', 'reject_prompt', 'UserPromptSubmit'],
  preToolUse: ['PreToolUse', 'deny_tool', 'PreToolUse'],
  postToolUse: ['PostToolUse', 'withhold_output', 'PostToolUse'],
  postToolUseFailure: ['PostToolUseFailure', null, 'PostToolUseFailure'],
  permissionRequest: ['PermissionRequest', null, 'PermissionRequest'],
  agentStop: ['Stop', 'keep_working', 'Stop'],
  subagentStart: ['SubagentStart', null, 'SubagentStart'],
  subagentStop: ['SubagentStop', 'keep_working', 'SubagentStop'],
  errorOccurred: ['StopFailure', null, 'ErrorOccurred'],
  preCompact: ['PreCompact', null, 'PreCompact'],
  notification: ['Notification', null, 'Notification'],
  userPromptTransformed: ['UserPromptTransformed', null, null],
} as const;

const EXPECTED: Omit<TableSummary, 'powers' | 'files'> = {
  events: {
    ...Object.fromEntries(Object.entries(EVENTS).map(([native, [means, effect]]) => [native, [[means], effect]])),
    ...Object.fromEntries(
      Object.values(EVENTS).flatMap(([means, effect, pascal]) =>
        pascal === null ? [] : [[pascal, [[means], effect]]],
      ),
    ),
  },
  failsClosed: ['preToolUse', 'permissionRequest', 'PreToolUse', 'PermissionRequest'],
  background: ['notification', 'Notification'],
  bounds: [8, null],
};

test('the table says what its documents and the program say', () => {
  const { powers: _powers, files, ...told } = summaryOf(copilot);
  expect(told).toEqual(EXPECTED);
  expect(files).toEqual([
    'managed /etc/github-copilot/policy.d',
    'user /home/u/.copilot/hooks',
    'user /home/u/.copilot/settings.json',
    'project /p/.github/hooks',
    'project /p/.claude/settings.json',
    'project /p/.github/copilot/settings.json',
    'local /p/.github/copilot/settings.local.json',
  ]);
});

test('each name in Pascal case is another spelling of one in camelCase', () => {
  const spellings = Object.entries(copilot.events).flatMap(([native, { spellingOf }]) =>
    spellingOf === undefined ? [] : [[native, spellingOf]],
  );
  const pairs = Object.entries(EVENTS).flatMap(([camel, [, , pascal]]) => (pascal === null ? [] : [[pascal, camel]]));
  expect(spellings).toEqual(pairs);
});
