import { expect, test } from 'vitest';
import { DIALECTS } from '../dialects/index.ts';
import { eventOf, eventTable } from './event-table.ts';

const nativeOf = (name: string, dialect: string): string | undefined =>
  eventTable(DIALECTS).events.find((event) => event.name === name)?.dialects[dialect]?.native;

test('an event that has two spellings is shown under the first', () => {
  expect(nativeOf('PostToolUse', 'copilot')).toBe('postToolUse');
});

test('of several native events the first is shown that always stands for it', () => {
  expect(nativeOf('PreToolUse', 'cursor')).toBe('preToolUse');
  expect(nativeOf('SessionEnd', 'cline')).toBe('SessionShutdown');
  expect(nativeOf('SessionStart', 'cline')).toBe('TaskStart');
});

test('an event that a system does not have is not in its column', () => {
  expect(nativeOf('FacetSwitch', 'claude')).toBeUndefined();
});

test('an event is found under every name that a system has for it', () => {
  const found = (id: string, native: string): unknown =>
    DIALECTS.filter((each) => each.id === id).map((each) => eventOf(each, native));
  expect(found('copilot', 'PreCompact')).toEqual([{ native: 'PreCompact', waits: true, effect: null }]);
  expect(found('cursor', 'beforeReadFile')).toEqual([{ native: 'beforeReadFile', waits: true, effect: 'deny_tool' }]);
  expect(found('cursor', 'nothing')).toEqual([null]);
});
