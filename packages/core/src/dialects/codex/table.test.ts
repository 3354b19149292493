import { expect, test } from 'vitest';
import { aFrame, anEvent } from '../../../../../test/support/hooks.ts';
import { summaryOf, type TableSummary } from '../../../../../test/support/table-summary.ts';
import { payloadOf } from '../../engine/payload.ts';
import { codex } from './table.ts';

/** What the source and the program say, written down by hand. */
const EXPECTED: Omit<TableSummary, 'files' | 'powers'> = {
  events: {
    PreToolUse: [['PreToolUse'], 'deny_tool'],
    PermissionRequest: [['PermissionRequest'], null],
    PostToolUse: [['PostToolUse', 'PostToolUseFailure'], 'withhold_output'],
    PreCompact: [['PreCompact'], null],
    PostCompact: [['PostCompact'], null],
    SessionStart: [['SessionStart'], null],
    SessionEnd: [['SessionEnd'], null],
    UserPromptSubmit: [['UserPromptSubmit'], 'reject_prompt'],
    SubagentStart: [['SubagentStart'], null],
    SubagentStop: [['SubagentStop'], 'keep_working'],
    Stop: [['Stop'], 'keep_working'],
    Interrupt: [['Interrupt'], null],
    PreModelRequest: [['PreModelTurn'], null],
    PostModelRequest: [['PostModelTurn'], null],
  },
  failsClosed: [],
  background: [],
  bounds: [8, null],
};

test('the table says what its source and the program say', () => {
  const { files: _files, powers: _powers, ...told } = summaryOf(codex);
  expect(told).toEqual(EXPECTED);
  expect(Object.keys(told.events)).toHaveLength(14);
});

test('the files, the outer first, and hooks.json before config.toml', () => {
  expect(codex.locations.map(({ scope, path, format }) => [scope, path, format ?? 'json'])).toEqual([
    ['managed', 'requirements.toml', 'toml'],
    ['managed', 'hooks.json', 'json'],
    ['managed', 'config.toml', 'toml'],
    ['user', 'hooks.json', 'json'],
    ['user', 'config.toml', 'toml'],
    ['project', '.codex/hooks.json', 'json'],
    ['project', '.codex/config.toml', 'toml'],
    ['plugin', 'hooks/hooks.json', 'json'],
  ]);
});

test('what continue: false does, by event', () => {
  const halts = Object.entries(codex.events).map(([name, row]) => [
    name,
    row.halts ?? (row.endsTurn === true ? 'end_turn' : null),
  ]);
  expect(Object.fromEntries(halts.filter(([, effect]) => effect !== null))).toEqual({
    PostToolUse: 'withhold_output',
    PreCompact: 'cancel_compaction',
    PostCompact: 'end_turn',
    SessionStart: 'end_turn',
    UserPromptSubmit: 'end_turn',
    SubagentStop: 'end_turn',
    Stop: 'end_turn',
  });
});

test('a session has one end for hooks, whatever the host says', () => {
  const frame = aFrame('codex', anEvent('SessionEnd', { reason: 'logout' }));
  expect(payloadOf(frame)).toMatchObject({ hook_event_name: 'SessionEnd', reason: 'other' });
  expect(frame.subject.text).toBe('other');
});
