import { expect, test } from 'vitest';
import { decoded, proceeding, refusal } from '../../../../../test/support/hooks.ts';
import type { EventName, Verdict } from '../../model/index.ts';

const returned = (value: unknown, event: EventName = 'PreToolUse'): Verdict =>
  decoded(
    'host',
    event,
    { ending: { how: 'answered' }, value },
    { hook: { handler: { kind: 'function', call: () => value } } },
  );

test.each([undefined, null, true, 'block', [], {}, { decision: 'none' }])(
  "the host's function that returns %j says nothing",
  (value) => {
    expect(returned(value)).toEqual({});
  },
);

test("the host's function refuses with its reason, else with a default one", () => {
  expect(returned({ decision: 'block', reason: 'no' })).toEqual(refusal('deny_tool', 'no'));
  expect(returned({ decision: 'block' })).toEqual(refusal('deny_tool', 'Blocked by guard'));
});

test("the host's function may allow and ask", () => {
  expect(returned({ decision: 'ask', reason: 'sure?' })).toEqual({ decision: 'ask', reason: 'sure?' });
  expect(returned({ decision: 'allow' })).toEqual({ decision: 'allow' });
});

test("the host's function has no power where the event has none", () => {
  expect(returned({ decision: 'block', reason: 'no' }, 'PostModelTurn')).toEqual(
    proceeding({ code: 'no_power', message: 'hook "guard" refused, but PostModelTurn cannot be stopped: no' }),
  );
});

test("the host's function gives everything that an outcome holds", () => {
  const value = {
    updatedInput: { a: 1 },
    updatedToolOutput: [1],
    updatedPrompt: 'p',
    additionalContext: ['one', 'two'],
    systemMessage: 'hello',
    extra: { sessionTitle: 'T' },
  };
  expect(returned(value)).toEqual({
    updatedInput: { a: 1 },
    updatedToolOutput: [1],
    updatedPrompt: 'p',
    context: ['one', 'two'],
    messages: [{ level: 'info', text: 'hello', hook: 'test:guard' }],
    extra: { sessionTitle: 'T' },
  });
  expect(returned({ additionalContext: 'one' })).toEqual({ context: ['one'] });
});
