import { expect, test } from 'vitest';
import { aFire, aHook, anEvent, aReport, aWorld, nameOf } from '../../../../../test/support/hooks.ts';
import { fire } from '../../engine/engine.ts';
import { groupByEvent } from '../../engine/routes.ts';
import type { Json, Outcome, Scope } from '../../model/index.ts';
import { gemini } from './table.ts';

/** The outcome of hooks of the model events that print these answers. */
function folded(
  event: 'PreModelTurn' | 'PostModelTurn',
  answers: readonly (readonly [Scope, Json])[],
): Promise<Outcome> {
  const native = event === 'PreModelTurn' ? 'BeforeModel' : 'AfterModel';
  const hooks = answers.map(([scope], index) => ({
    hook: aHook({ name: String(index), dialect: 'gemini', event: native, scope }),
    inactiveBecause: null,
  }));
  const world = aWorld((request) =>
    Promise.resolve(aReport({ stdout: JSON.stringify(answers[Number(nameOf(request))]?.[1]) })),
  );
  const hookSets = [{ dialect: gemini, byEvent: groupByEvent(hooks, gemini) }];
  return fire(aFire(anEvent(event, { llm_request: { model: 'm' } }), { hooks: hookSets }), world);
}

const DENY = { decision: 'deny', reason: 'no' };
const canned = (text: string) => ({ candidates: [{ content: { role: 'model', parts: [text] } }] });

test('before and after the model the last answer wins key by key, and a denial that is undone is told', async () => {
  const later = await folded('PreModelTurn', [
    ['user', DENY],
    ['user', { reason: 'second' }],
  ]);
  expect(later.block).toMatchObject({ effect: 'end_turn', reason: 'second' });
  const undone = await folded('PostModelTurn', [
    ['user', DENY],
    ['user', { decision: 'allow' }],
  ]);
  expect(undone.block).toBeNull();
  expect(undone.messages).toMatchObject([{ level: 'warning', text: expect.stringContaining('undone') as string }]);
});

test('so it is with the keys of what is specific to the event', async () => {
  const { extra } = await folded('PreModelTurn', [
    ['user', { hookSpecificOutput: { llm_request: { model: 'a' } } }],
    ['user', { hookSpecificOutput: { hookEventName: 'BeforeModel' } }],
  ]);
  expect(extra).toEqual({ llmRequest: { model: 'a' } });
  const answered = await folded('PreModelTurn', [
    ['user', DENY],
    ['user', { hookSpecificOutput: { llm_response: canned('other') } }],
  ]);
  expect(answered).toMatchObject({ block: { reason: 'no' }, extra: { llmResponse: canned('other') } });
});

test("a project does not undo the user's denial", async () => {
  const { block } = await folded('PreModelTurn', [
    ['user', DENY],
    ['project', { decision: 'allow' }],
  ]);
  expect(block).toMatchObject({ effect: 'end_turn', reason: 'no' });
});
