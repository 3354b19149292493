import { describe, expect, test } from 'vitest';
import { aHook } from '../../../../test/support/hooks.ts';
import { hookRun, unrun } from '../engine/hook-run.ts';
import { faultOf } from '../engine/fault.ts';
import type { Ending, Handler, Report } from '../model/index.ts';
import { cutText } from './cut.ts';
import { recordedEnding, type RecordedRun } from './entry.ts';
import { reportOfRun } from './recorded-report.ts';

const HTTP: Handler = { kind: 'http', url: 'http://x', headers: {}, allowedVariables: null };
const PYTHON: Handler = { kind: 'python', callable: 'm:f' };

const report = (ending: Ending, part: Partial<Report> = {}): Report => ({
  ending,
  stdout: 'out',
  stderr: 'err',
  truncated: [],
  durationMs: 5,
  ...part,
});

function runOf(ending: Ending, handler?: Handler, part: Partial<Report> = {}): RecordedRun {
  const hook = aHook(handler === undefined ? {} : { handler });
  const found = faultOf(hook, report(ending, part));
  const run = hookRun(hook, report(ending, part), found === null ? {} : { fault: found }, false);
  return { ...run, ...recordedEnding(ending) };
}

describe('reportOfRun', () => {
  test.each<Ending>([
    { how: 'exited', code: 2 },
    { how: 'killed', signal: 'SIGKILL' },
    { how: 'timed-out', afterMs: 5 },
    { how: 'cancelled' },
    { how: 'not-started', why: 'no such file: x.sh' },
    { how: 'unavailable', why: 'refused' },
    { how: 'raised', why: 'Error: boom' },
    { how: 'failed-inside', why: 'hook "a" could not be run: b' },
  ])('gives back what was recorded of %j', (ending) => {
    expect(reportOfRun(runOf(ending))).toEqual(report(ending));
  });

  test('gives back the answer of a server, also one that could not be read', () => {
    expect(reportOfRun(runOf({ how: 'answered' }, HTTP))).toEqual(report({ how: 'answered' }));
    expect(reportOfRun(runOf({ how: 'garbled', why: 'HTML' }, HTTP, { stdout: '' }))?.ending.how).toBe('garbled');
  });

  test('knows nothing of what the record does not hold', () => {
    const { ending: _ending, ...old } = runOf({ how: 'not-started', why: 'no such file' });
    expect(reportOfRun(old)).toBe(null);
    expect(reportOfRun(runOf({ how: 'answered' }, PYTHON))).toBe(null);
    expect(reportOfRun(unrun(aHook({}), 'skipped', 'why'))).toBe(null);
    const cut = cutText('x'.repeat(100), 10);
    expect(reportOfRun(runOf({ how: 'exited', code: 0 }, undefined, { stdout: cut }))).toBe(null);
  });
});
