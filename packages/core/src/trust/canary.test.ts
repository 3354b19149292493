import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canaryRefusal, issueCanary } from './canary.ts';

function makeState(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-canary-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const eventOf = (tool_name: string, tool_input: unknown): Parameters<typeof canaryRefusal>[0] =>
  ({ hook_event_name: 'PreToolUse', tool_name, tool_input }) as Parameters<typeof canaryRefusal>[0];

test('a canary is refused until it is withdrawn', () => {
  const state = makeState();
  const { tool_name, tool_input, reason, withdraw } = issueCanary(state);
  expect(canaryRefusal(eventOf(tool_name, tool_input), state)).toBe(reason);
  withdraw();
  expect(canaryRefusal(eventOf(tool_name, tool_input), state)).toBeNull();
  expect(readdirSync(join(state, 'canaries'))).toEqual([]);
});

test('an event that was not issued is an event like any other', () => {
  const state = makeState();
  const { tool_name, tool_input } = issueCanary(state);
  expect(canaryRefusal(eventOf('Bash', tool_input), state)).toBeNull();
  expect(canaryRefusal(eventOf(tool_name, { token: '0'.repeat(32) }), state)).toBeNull();
  expect(canaryRefusal(eventOf(tool_name, { token: '../../x' }), state)).toBeNull();
  expect(canaryRefusal(eventOf(tool_name, {}), state)).toBeNull();
  expect(canaryRefusal(eventOf(tool_name, tool_input), makeState())).toBeNull();
});

test('an old one does not count, and its mark is for the user alone', () => {
  const state = makeState();
  const { tool_name, tool_input } = issueCanary(state);
  const [name = ''] = readdirSync(join(state, 'canaries'));
  const mark = join(state, 'canaries', name);
  expect(statSync(mark).mode & 0o077).toBe(0);
  writeFileSync(mark, `${Date.now() - 601_000}\n`);
  expect(canaryRefusal(eventOf(tool_name, tool_input), state)).toBeNull();
});
