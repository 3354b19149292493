import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../../test/support/hooks.ts';
import { decoded, VOID_REFUSAL } from '../../../../../test/support/hooks.ts';
import type { EventName, Json, Verdict } from '../../model/index.ts';

const said = (event: EventName, parts: ReportParts): Verdict => decoded('cline', event, parts);
const answer = (stdout: Json): Verdict => said('PreToolUse', { stdout });

describe('the exit code says nothing', () => {
  test.each([0, 1, 2, 3])('an answer counts at exit %d, and silence is nothing', (exit) => {
    const cancel = said('PreToolUse', { exit, stdout: { cancel: true, errorMessage: 'no' }, stderr: 'other' });
    expect(cancel).toMatchObject({ decision: 'block', effect: 'end_turn', reason: 'no' });
    expect(said('PreToolUse', { exit, stderr: 'no' })).toEqual({});
  });

  test('nor does a signal, where there is an answer; without one it is a failure', () => {
    const ending = { how: 'killed', signal: 'SIGTERM' } as const;
    expect(said('PreToolUse', { ending, stdout: { cancel: true } })).toMatchObject({ effect: 'end_turn' });
    expect(said('PreToolUse', { ending })).toMatchObject({ fault: { code: 'killed' } });
  });
});

describe('what is printed', () => {
  test('the last marked line is the answer, whatever stands around it', () => {
    const lines = [
      'log',
      'HOOK_CONTROL\t{"cancel":false}',
      'HOOK_CONTROL\t{"cancel":true,"errorMessage":"last"}',
      'more',
    ];
    expect(answer(lines.join('\n'))).toMatchObject({ decision: 'block', reason: 'last' });
  });

  test('else all of it must be JSON: a refusal behind a log line is void, and a warning says so', () => {
    const verdict = answer('log\n{"cancel":true}');
    expect(verdict.decision).toBeUndefined();
    expect(verdict.fault).toMatchObject({ code: 'bad_output' });
    expect(verdict.messages).toContainEqual(VOID_REFUSAL);
    expect(answer('text')).toMatchObject({ fault: { code: 'bad_output' } });
  });

  test.each<Json>([[], 5, 'null', '"text"'])('JSON that is no object is nothing: %j', (value) => {
    expect(answer(typeof value === 'string' ? value : JSON.stringify(value))).toEqual({});
  });
});

describe('the keys', () => {
  test.each<Json>(['true', 1, null])('cancel counts as true alone, not as %j', (cancel) => {
    expect(answer({ cancel, errorMessage: 'e' })).toMatchObject({ context: ['e'] });
  });

  test('the reason of a cancel is errorMessage, else context; neither is context then', () => {
    expect(answer({ cancel: true, errorMessage: 'e', context: 'c' })).toMatchObject({ reason: 'e' });
    expect(answer({ cancel: true, errorMessage: 5, context: 'c' })).toMatchObject({ reason: 'c' });
    expect(answer({ cancel: true, contextModification: 'm' })).toMatchObject({ reason: 'm' });
    expect(answer({ cancel: true, context: 'c' }).context).toBeUndefined();
  });

  test('context comes before contextModification, and both before errorMessage', () => {
    expect(answer({ context: 'c', contextModification: 'm', errorMessage: 'e' })).toMatchObject({ context: ['c'] });
    expect(answer({ contextModification: 'm', errorMessage: 'e' })).toMatchObject({ context: ['m'] });
    expect(answer({ context: 5, errorMessage: 'e' })).toMatchObject({ context: ['e'] });
    expect(answer({ context: 'x'.repeat(60_000) }).context).toEqual(['x'.repeat(50_000)]);
  });

  test('overrideInput is the whole input, before the tool alone', () => {
    expect(answer({ overrideInput: { commands: ['x'] } })).toMatchObject({ updatedInput: { commands: ['x'] } });
    expect(answer({ overrideInput: 'x', review: true })).not.toHaveProperty('updatedInput');
    expect(said('PostToolUse', { stdout: { overrideInput: {} } })).not.toHaveProperty('updatedInput');
  });
});

test.each<EventName>(['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'])('on %s nothing counts', (event) => {
  expect(said(event, { stdout: { cancel: true, context: 'c' } })).toEqual({});
});
