import { describe, expect, test } from 'vitest';
import { aHook, refusal } from '../../../../test/support/hooks.ts';
import type { JsonObject, Verdict } from '../model/index.ts';
import type { Folded } from './fold.ts';
import { fold, foldAcross, NOTHING_SAID } from './fold.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** What hooks a, b, c … come to, in that order. */
const folded = (...verdicts: readonly Verdict[]): Folded =>
  fold(verdicts.map((verdict, index) => ({ hook: aHook({ name: NAMES[index] ?? '?' }), verdict })));

const said = (over: Partial<Folded>): Folded => ({ ...NOTHING_SAID, ...over });

describe('the hooks of one dialect', () => {
  test('say nothing together when none says anything', () => {
    expect(folded()).toBe(NOTHING_SAID);
    expect(folded({}, { notes: ['n'], quiet: true }, {})).toBe(NOTHING_SAID);
  });

  test.each<[readonly Verdict[], Partial<Folded>]>([
    [[{}, { decision: 'allow', reason: 'fine' }], { decision: 'allow', reason: 'fine' }],
    [
      [
        { decision: 'ask', reason: 'sure?' },
        { decision: 'allow', reason: 'fine' },
      ],
      { decision: 'ask', reason: 'sure?' },
    ],
    [[{ decision: 'allow', reason: 'fine' }, { decision: 'ask' }], { decision: 'ask' }],
    [
      [{ decision: 'ask', reason: '1' }, { decision: 'ask' }, { decision: 'ask', reason: '3' }],
      { decision: 'ask', reason: '1\n3' },
    ],
    [
      [{ decision: 'allow' }, refusal('deny_tool', 'no'), { decision: 'ask', reason: 'sure?' }],
      { decision: 'block', block: { effect: 'deny_tool', reason: 'no', hook: 'test:b' } },
    ],
  ])('%j decide the strictest: %j', (verdicts, expected) => {
    expect(folded(...verdicts)).toEqual(said(expected));
  });

  test('give all reasons of a refusal in the order of the configuration, and the first hook', () => {
    expect(folded(refusal('deny_tool', 'one'), {}, refusal('deny_tool', 'two'))).toEqual(
      said({ decision: 'block', block: { effect: 'deny_tool', reason: 'one\ntwo', hook: 'test:a' } }),
    );
  });

  test('end the turn when one of them wants that, whatever else is refused', () => {
    expect(
      folded(
        refusal('deny_tool', 'one'),
        refusal('end_turn', 'two'),
        refusal('deny_tool', 'three'),
        refusal('end_turn', 'four'),
      ),
    ).toEqual(said({ decision: 'block', block: { effect: 'end_turn', reason: 'two\nfour', hook: 'test:b' } }));
  });

  test('may refuse without a reason', () => {
    expect(folded(refusal('suppress_notification', null))).toEqual(
      said({ decision: 'block', block: { effect: 'suppress_notification', reason: null, hook: 'test:a' } }),
    );
  });

  test('rewrite by the last in the order of the configuration', () => {
    expect(
      folded(
        { updatedInput: { a: 1 }, updatedToolOutput: 'one', updatedPrompt: 'p1' },
        { updatedInput: { b: 2 }, updatedToolOutput: '', updatedPrompt: '' },
        {},
      ),
    ).toEqual(said({ updatedInput: { b: 2 }, updatedToolOutput: '', updatedPrompt: '' }));
  });

  test('keep contexts and messages in order', () => {
    const message = (text: string, hook: string): NonNullable<Verdict['messages']>[number] => ({
      level: 'info',
      text,
      hook,
    });
    expect(
      folded(
        { context: ['1', '2'], messages: [message('x', 'test:a')] },
        {},
        { context: ['3'], messages: [message('y', 'test:c')] },
      ),
    ).toEqual(
      said({
        additionalContext: ['1', '2', '3'],
        contextHooks: ['test:a', 'test:a', 'test:c'],
        messages: [message('x', 'test:a'), message('y', 'test:c')],
      }),
    );
  });
});

describe('across dialects', () => {
  const full = (mark: string): Folded => ({
    decision: 'allow',
    reason: `reason ${mark}`,
    block: null,
    updatedInput: { from: mark },
    updatedToolOutput: `output ${mark}`,
    updatedPrompt: `prompt ${mark}`,
    additionalContext: [`context ${mark}`],
    contextHooks: [`test:${mark}`],
    messages: [{ level: 'info', text: `message ${mark}`, hook: `test:${mark}` }],
    extra: { sessionTitle: mark, appendToOutput: mark },
  });

  test('contexts and messages add up, and the later rewrite stands', () => {
    expect(foldAcross(full('one'), full('two'))).toEqual({
      ...full('two'),
      reason: 'reason one\nreason two',
      additionalContext: ['context one', 'context two'],
      contextHooks: ['test:one', 'test:two'],
      messages: [...full('one').messages, ...full('two').messages],
      extra: { sessionTitle: 'two', appendToOutput: 'one\ntwo' },
    });
  });

  test('one that says nothing changes nothing', () => {
    const one = full('one');
    for (const nothing of [NOTHING_SAID, said({})]) {
      expect(foldAcross(one, nothing)).toEqual(one);
      expect(foldAcross(nothing, one)).toEqual(one);
    }
    expect([foldAcross(one, NOTHING_SAID), foldAcross(NOTHING_SAID, one)].every((each) => each === one)).toBe(true);
  });

  const block = said({ decision: 'block', block: { effect: 'deny_tool', reason: 'no', hook: 'test:b' } });
  const ask = said({ decision: 'ask', reason: 'sure?' });
  const allow = said({ decision: 'allow', reason: 'fine' });

  test.each<[string, Folded, Folded, Folded]>([
    ['block over ask', ask, block, block],
    ['block over allow', allow, block, block],
    ['block over none', NOTHING_SAID, block, block],
    ['ask over allow', allow, ask, ask],
    ['ask over allow, whoever came first', ask, allow, ask],
    ['allow over none', NOTHING_SAID, allow, allow],
  ])('the strictest decision wins: %s', (_what, earlier, later, expected) => {
    expect(foldAcross(earlier, later)).toEqual(expected);
  });

  test('a permission that both deny has both messages, and one that interrupts is enough', () => {
    const denies = (fields: JsonObject): Folded => said({ extra: { permission: { behavior: 'deny', ...fields } } });
    const later = denies({ message: 'two', interrupt: true });
    const both = denies({ message: 'one\ntwo', interrupt: true });
    expect(foldAcross(denies({ message: 'one' }), later)).toEqual(both);
    const allowed = said({ extra: { permission: { behavior: 'allow' } } });
    expect(foldAcross(allowed, later)).toEqual(later);
    expect(foldAcross(later, allowed)).toEqual(later);
  });
});

describe('a call that a hook wants to put off', () => {
  const defer: Verdict = { decision: 'ask', reason: 'later', extra: { defer: true } };

  test('is stricter than a question, and gives the reason', () => {
    expect(folded({ decision: 'ask', reason: 'sure?' }, defer, { decision: 'allow', reason: 'fine' })).toMatchObject({
      decision: 'ask',
      reason: 'later',
      extra: { defer: true },
    });
  });

  test('is not put off where another hook or a later dialect refuses it', () => {
    expect(folded(defer, refusal('deny_tool', 'no'))).toMatchObject({ decision: 'block', extra: {} });
    expect(foldAcross(folded(defer), folded(refusal('deny_tool', 'no')))).toMatchObject({
      decision: 'block',
      extra: {},
    });
    expect(foldAcross(folded(defer), folded({ decision: 'allow' }))).toMatchObject({ extra: { defer: true } });
  });

  test('a permission is not given beside a question or a refusal', () => {
    const permits: Verdict = { extra: { permission: { behavior: 'allow' }, retry: true } };
    for (const stricter of [refusal('deny_tool', 'no'), { decision: 'ask', reason: 'sure?' } as const]) {
      expect(folded(permits, stricter).extra).toEqual({ retry: true });
      expect(foldAcross(folded(permits), folded(stricter)).extra).toEqual({ retry: true });
    }
    expect(folded(permits, { decision: 'allow' }).extra).toEqual(permits.extra);
    const denies: Verdict = { extra: { permission: { behavior: 'deny' } } };
    expect(folded(denies, { decision: 'ask' }).extra).toEqual(denies.extra);
  });
});

describe('the rules of a dialect for a refusal', () => {
  const hooks = [refusal('deny_tool', 'one'), { context: ['c'] }, refusal('deny_tool', 'two')].map(
    (verdict, index) => ({
      hook: aHook({ name: NAMES[index] ?? '?' }),
      verdict,
    }),
  );

  test('may take the first reason only, and drop all context', () => {
    expect(fold(hooks)).toMatchObject({ block: { reason: 'one\ntwo' }, additionalContext: ['c'] });
    expect(fold(hooks, { reasons: 'first' })).toMatchObject({ block: { reason: 'one' }, additionalContext: ['c'] });
    expect(fold(hooks, { contextBesideBlock: 'dropped' })).toMatchObject({ additionalContext: [], contextHooks: [] });
  });

  test('drop no context where nothing is refused', () => {
    const said = hooks.slice(1, 2);
    expect(fold(said, { contextBesideBlock: 'dropped' })).toMatchObject({ additionalContext: ['c'] });
  });
});
