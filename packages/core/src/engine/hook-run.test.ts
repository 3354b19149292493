import { describe, expect, test } from 'vitest';
import { aHook, aReport, refusal } from '../../../../test/support/hooks.ts';
import { runWith } from '../../../../test/support/outcomes.ts';
import type { HookRun, Report, RunStatus, Verdict } from '../model/index.ts';
import { hookRun, unrun } from './hook-run.ts';

const IDENTITY = {
  id: 'test:guard',
  name: 'guard',
  dialect: 'qoder',
  scope: 'project',
  source: 'hooks.json',
  handler: 'command',
} as const;
const EMPTY = runWith({ ...IDENTITY, durationMs: 1 });

const run = (report: Report, verdict: Verdict, background = false): HookRun =>
  hookRun(aHook(), report, verdict, background);

describe('a run', () => {
  test('of a function that said nothing has its duration, and nothing else to tell', () => {
    expect(run(aReport({ ending: { how: 'answered' }, durationMs: 4.123456 }), {})).toEqual({
      ...EMPTY,
      exitCode: null,
      durationMs: 4.12,
    });
  });

  test('shows the facts of its report', () => {
    const report: Report = {
      ...aReport({ exit: 2, stdout: 'o', stderr: 'e', durationMs: 4.123456 }),
      truncated: ['stdout'],
    };
    expect(run(report, refusal('deny_tool', 'e', { notes: ['n'] }))).toEqual({
      ...EMPTY,
      status: 'blocked',
      exitCode: 2,
      durationMs: 4.12,
      stdout: 'o',
      stderr: 'e',
      truncated: ['stdout'],
      notes: ['n'],
    });
  });

  test('has an exit code only when it exited', () => {
    const killed = run(aReport({ ending: { how: 'killed', signal: 'SIGKILL' } }), {
      fault: { code: 'killed', message: 'm' },
    });
    expect(killed).toEqual({
      ...EMPTY,
      status: 'failed',
      exitCode: null,
      signal: 'SIGKILL',
      fault: { code: 'killed', message: 'm' },
    });
  });

  test.each<[string, Verdict, RunStatus]>([
    ['passed', {}, 'passed'],
    ['allowed', { decision: 'allow' }, 'passed'],
    ['asked', { decision: 'ask' }, 'passed'],
    ['blocked', refusal('deny_tool', 'no'), 'blocked'],
    ['failed', { fault: { code: 'exit', message: 'm' } }, 'failed'],
    ['had no power', { fault: { code: 'no_power', message: 'm' } }, 'failed'],
    ['hung', { fault: { code: 'timeout', message: 'm' } }, 'timed_out'],
    ['hung and stopped the action', refusal('deny_tool', 'm', { fault: { code: 'timeout', message: 'm' } }), 'blocked'],
  ])('of a hook that %s has its status', (_did, verdict, status) => {
    expect(run(aReport({}), verdict)).toEqual({ ...EMPTY, status, fault: verdict.fault ?? null });
  });

  test('in the background keeps that status; its failure shows in fault and exitCode', () => {
    const fault = { code: 'exit', message: 'm' } as const;
    expect(run(aReport({ exit: 1 }), { fault }, true)).toEqual({ ...EMPTY, status: 'background', exitCode: 1, fault });
  });
});

test('a hook that was not run says why', () => {
  const nothing = { ...EMPTY, exitCode: null, durationMs: 0 };
  expect(unrun(aHook(), 'skipped', 'not trusted')).toEqual({ ...nothing, status: 'skipped', why: 'not trusted' });
  expect(unrun(aHook(), 'background', null)).toEqual({ ...nothing, status: 'background' });
});
