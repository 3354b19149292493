import { describe, expect, test } from 'vitest';
import {
  aFire,
  aHook,
  anEvent,
  aReport,
  aWorld,
  decoded,
  nameOf,
  VOID_REFUSAL,
} from '../../../../../test/support/hooks.ts';
import type { ReportParts } from '../../../../../test/support/hooks.ts';
import { fire } from '../../engine/engine.ts';
import { groupByEvent } from '../../engine/routes.ts';
import type { EventName, Json, Outcome, Scope, Verdict } from '../../model/index.ts';
import { copilot } from './table.ts';

const said = (event: EventName, parts: ReportParts): Verdict => decoded('copilot', event, parts);
const answer = (event: EventName, stdout: Json): Verdict => said(event, { stdout });

describe('what the end of a process means', () => {
  test('exit 2 denies a call whatever stands there; the reason is that of the JSON, never stderr', () => {
    expect(said('PreToolUse', { exit: 2, stderr: 'lost' })).toMatchObject({ reason: 'hook exited with code 2' });
    expect(
      said('PreToolUse', { exit: 2, stdout: { permissionDecision: 'allow', permissionDecisionReason: 'fine' } }),
    ).toMatchObject({ decision: 'block', effect: 'deny_tool', reason: 'fine' });
  });

  test('every other end denies a call but a timeout, and the answer is not read', () => {
    const errored = { decision: 'block', reason: expect.stringMatching(/\(hook errored\)$/) as string };
    expect(said('PreToolUse', { exit: 1, stdout: { permissionDecision: 'allow' } })).toMatchObject(errored);
    expect(said('PreToolUse', { ending: { how: 'killed', signal: 'SIGTERM' } })).toMatchObject(errored);
    expect(said('PreToolUse', { ending: { how: 'not-started', why: 'x' } })).toMatchObject(errored);
    expect(said('PreToolUse', { ending: { how: 'timed-out', afterMs: 5 } }).decision).toBeUndefined();
  });

  test('exit 2 after a failure gives stderr to the model; elsewhere it is a warning, and the answer is read', () => {
    expect(said('PostToolUseFailure', { exit: 2, stdout: { additionalContext: 'lost' }, stderr: 'look' })).toEqual({
      context: ['look'],
    });
    expect(said('SessionStart', { exit: 2, stdout: { additionalContext: 'kept' }, stderr: 'note' })).toMatchObject({
      context: ['kept'],
      messages: [{ level: 'warning', text: 'note' }],
    });
  });

  test('a request for permission is denied by exit 2 and by a failure, not by a timeout', () => {
    const denied = (message: string) => ({ extra: { permission: { behavior: 'deny', message } } });
    expect(said('PermissionRequest', { exit: 2, stdout: { message: 'why' } })).toMatchObject(denied('why'));
    for (const stdout of ['', 'no', { behavior: 'allow' }])
      expect(said('PermissionRequest', { exit: 2, stdout, stderr: 'lost' }).extra).toEqual({
        permission: { behavior: 'deny' },
      });
    expect(said('PermissionRequest', { exit: 1 })).toMatchObject(denied('Permission request hook failed'));
    expect(said('PermissionRequest', { ending: { how: 'timed-out', afterMs: 5 } }).extra).toBeUndefined();
  });
});

describe('answers', () => {
  test('what is not one object is nothing; that a refusal in it is void is told', () => {
    const deny = JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: 'no' });
    expect(answer('PreToolUse', 'hello')).toEqual({});
    for (const text of [`log\n${deny}`, `${deny}\n${deny}`, `[${deny}]`, `{"level":"info"}\nlog\n  ${deny}`])
      expect(answer('PreToolUse', text)).toEqual({ messages: [VOID_REFUSAL] });
  });

  test('unknown words, other cases and wrong types are ignored', () => {
    for (const word of ['Deny', 'block', true, null, 5])
      expect(answer('PreToolUse', { permissionDecision: word }).decision).toBeUndefined();
    expect(answer('PermissionRequest', { behavior: 'maybe' }).extra).toBeUndefined();
  });
});

/** The outcome of hooks that print these answers, one after the other. */
function folded(event: EventName, native: string, answers: readonly (readonly [Scope, Json])[]): Promise<Outcome> {
  const hooks = answers.map(([scope], index) => ({
    hook: aHook({ name: String(index), dialect: 'copilot', event: native, scope }),
    inactiveBecause: null,
  }));
  const world = aWorld((request) =>
    Promise.resolve(aReport({ stdout: JSON.stringify(answers[Number(nameOf(request))]?.[1]) })),
  );
  const hookSets = [{ dialect: copilot, byEvent: groupByEvent(hooks, copilot) }];
  return fire(aFire(anEvent(event, { prompt: 'hello' }), { hooks: hookSets }), world);
}

describe('answers that are laid over each other', () => {
  test('of each key the last counts, and a block that is undone is told', async () => {
    const outcome = await folded('UserPromptSubmit', 'userPromptSubmitted', [
      ['user', { decision: 'block', reason: 'no', modifiedPrompt: 'A', additionalContext: 'one' }],
      ['user', { decision: 'allow', additionalContext: 'two' }],
    ]);
    expect(outcome).toMatchObject({ decision: 'none', updatedPrompt: 'A', additionalContext: ['two'] });
    expect(outcome.messages).toMatchObject([{ level: 'warning', text: expect.stringContaining('undone') as string }]);
  });

  test.each([
    ['managed', 'user'],
    ['managed', 'project'],
    ['user', 'project'],
    ['user', 'local'],
  ] as const)('a refusal of the scope %s is not undone by one of the scope %s', async (wider, narrower) => {
    const denied = await folded('PermissionRequest', 'permissionRequest', [
      [wider, { behavior: 'deny', message: 'no' }],
      [narrower, { behavior: 'allow' }],
    ]);
    expect(denied.extra.permission).toEqual({ behavior: 'deny', message: 'no' });
    const blocked = await folded('Stop', 'agentStop', [
      [wider, { decision: 'block', reason: 'no' }],
      [narrower, { reason: '' }],
    ]);
    expect(blocked.block).toMatchObject({ effect: 'keep_working', reason: 'no' });
  });

  test('both spellings of an event are laid over each other', async () => {
    const outcome = await folded('Stop', 'Stop', [
      ['user', { decision: 'block', reason: 'first' }],
      ['user', { reason: 'second' }],
    ]);
    expect(outcome.block).toMatchObject({ effect: 'keep_working', reason: 'second' });
  });
});
