import { expect, test } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import { aHook, aReport } from '../../../../test/support/hooks.ts';
import type { Wake, WakeCall } from '../model/index.ts';
import { wakeCall } from './background.ts';

const wake = (report: ReportParts, over: Partial<Wake> | null = {}): WakeCall | null =>
  wakeCall(
    aHook({ background: true, wake: over === null ? null : { message: null, summary: null, ...over } }),
    aReport(report),
  );

test.each<[string, ReportParts, string]>([
  ['stderr', { exit: 2, stdout: 'out', stderr: ' tests fail\n' }, 'guard: tests fail'],
  ['stdout when stderr is blank', { exit: 2, stdout: 'out\n', stderr: ' \n' }, 'guard: out'],
  ['the error when both are blank', { exit: 2 }, 'guard: hook "guard" exited with 2'],
])('exit 2 makes a reminder from %s', (_from, report, reminder) => {
  expect(wake(report)).toEqual({ hook: 'test:guard', reminder, summary: 'Stop hook feedback' });
});

test('rewakeMessage replaces the prefix of the reminder', () => {
  expect(wake({ exit: 2, stderr: 'x' }, { message: 'The scan says:' })?.reminder).toBe('The scan says: x');
});

test.each([
  ['  one\n\ttwo  three ', 'one two three'],
  ['', 'Stop hook feedback'],
  [' \n ', 'Stop hook feedback'],
  ['x'.repeat(400), 'x'.repeat(300)],
])('rewakeSummary %j is told in one line of at most 300 characters', (summary, told) => {
  expect(wake({ exit: 2 }, { summary })?.summary).toBe(told);
});

test.each<[string, ReportParts]>([
  ['exit 0', { exit: 0, stderr: 'x' }],
  ['exit 1', { exit: 1, stderr: 'x' }],
  ['a death by a signal', { ending: { how: 'killed', signal: 'SIGKILL' }, stderr: 'x' }],
  ['a timeout', { ending: { how: 'timed-out', afterMs: 5 }, stderr: 'x' }],
])('%s does not wake the agent', (_how, report) => {
  expect(wake(report)).toBeNull();
});

test('a hook without asyncRewake does not wake the agent', () => {
  expect(wake({ exit: 2, stderr: 'x' }, null)).toBeNull();
});
