import { expect, test } from 'vitest';
import { aDialect, anEvent } from '../../../../test/support/hooks.ts';
import { eventThroughHost, missingFields } from './missing-fields.ts';

test('a field that the host does not tell is named', () => {
  expect(missingFields(aDialect('kolega'), aDialect('kode'), 'PreToolUse')).toEqual(['permission_mode', 'tool_use_id']);
});

test('a field that the host tells under another name or in another form is not named', () => {
  expect(missingFields(aDialect('kolega'), aDialect('qoder'), 'PostToolUse')).toEqual([]);
  expect(missingFields(aDialect('polytoken'), aDialect('kode'), 'PreToolUse')).toEqual([]);
});

test('where one of the two does not know the event there is nothing to compare', () => {
  expect(missingFields(aDialect('kolega'), aDialect('kode'), 'Stop')).toBeNull();
  expect(missingFields(aDialect('kode'), aDialect('polytoken'), 'Stop')).toBeNull();
});

test('what a host tells of an event is what is left of it', () => {
  const event = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't', turns: 3 });
  expect(eventThroughHost(aDialect('polytoken'), event, { project: '/project' })).toEqual({
    hook_event_name: 'PreToolUse',
    session_id: 's-1',
    cwd: '/project',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    non_interactive: false,
  });
  expect(eventThroughHost(aDialect('kode'), anEvent('Stop'), { project: '/project' })).toBeNull();
});
