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

test.each([undefined, null, {}, { decision: 'none' }, { decision: undefined, reason: undefined }, { reason: null }])(
  "the host's function that returns %j says nothing",
  (value) => {
    expect(returned(value)).toEqual({});
  },
);

const told = (why: string): string => `hook "guard" gave no answer that can be read: ${why}`;
const broken = (why: string): Verdict => proceeding({ code: 'bad_output', message: told(why) });
const EXPECTED = "where an object such as { decision: 'block', reason: '…' } or nothing is expected";
const endless: Record<string, unknown> = {};
endless['self'] = endless;

test.each<[unknown, string]>([
  ['block', `it returned "block", ${EXPECTED}`],
  [true, `it returned true, ${EXPECTED}`],
  [7, `it returned 7, ${EXPECTED}`],
  [[], `it returned a list, ${EXPECTED}`],
  [() => 'block', `it returned a function, ${EXPECTED}`],
  [{ decision: 'blok' }, 'decision must be "allow", "ask", "block" or "none", not "blok"'],
  [{ decision: 'deny' }, 'decision must be "allow", "ask", "block" or "none", not "deny"; a refusal is "block"'],
  [{ decision: true }, 'decision must be "allow", "ask", "block" or "none", not true'],
  [{ desicion: 'block' }, 'it has the unknown key "desicion"; did you mean "decision"?'],
  [
    { quux: 1 },
    'it has the unknown key "quux", known are decision, reason, updatedInput, updatedToolOutput, updatedPrompt, additionalContext, systemMessage, extra',
  ],
  [{ decision: 'allow', reason: 5 }, 'reason must be a string, not 5'],
  [{ updatedInput: 'ls' }, 'updatedInput must be an object of JSON, not "ls"'],
  [{ updatedInput: { at: new Date(0) } }, 'updatedInput must be an object of JSON, not an object'],
  [{ updatedInput: endless }, 'updatedInput must be an object of JSON, not an object'],
  [{ updatedToolOutput: Number.NaN }, 'updatedToolOutput must be JSON, not NaN'],
  [{ updatedPrompt: ['p'] }, 'updatedPrompt must be a string, not a list'],
  [{ additionalContext: ['one', 2] }, 'additionalContext must be a string or a list of strings, not a list'],
  [{ systemMessage: {} }, 'systemMessage must be a string, not an object'],
  [{ extra: 'x' }, 'extra must be an object, not "x"'],
  [{ extra: { retri: true } }, 'it has the unknown key "extra.retri"; did you mean "extra.retry"?'],
  [{ extra: { watchPaths: '/a' } }, 'extra.watchPaths must be a list of strings, not "/a"'],
  [{ extra: { retry: 'yes' } }, 'extra.retry must be true or false, not "yes"'],
])("the host's function that returns %o has a fault, and the action goes on", (value, why) => {
  expect(returned(value)).toEqual(broken(why));
});

test.each([
  [
    'a property',
    {
      get decision(): string {
        throw new Error('mine');
      },
    },
  ],
  [
    'its keys',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('mine');
        },
      },
    ),
  ],
])("the host's function that returns an object which throws when %s is read has a fault", (_what, value) => {
  expect(returned(value)).toEqual(broken('it returned an object that cannot be read'));
});

test.each<[Record<string, unknown>, string | null, string]>([
  [{ decision: 'block', reason: 5 }, null, 'reason must be a string, not 5'],
  [{ decision: 'block', resaon: 'no' }, null, 'it has the unknown key "resaon"; did you mean "reason"?'],
  [{ decision: 'block', reason: 'no', extra: 1 }, 'no', 'extra must be an object, not 1'],
  [{ updatedInput: 'x', reason: 'no', decision: 'block' }, 'no', 'updatedInput must be an object of JSON, not "x"'],
])('a refusal counts whatever is wrong beside it: %o', (value, reason, why) => {
  const { messages, ...rest } = returned(value);
  expect(rest).toEqual({
    decision: 'block',
    effect: 'deny_tool',
    reason: reason ?? 'Blocked by guard',
    fault: { code: 'bad_output', message: told(why) },
  });
  expect(messages).toEqual([{ level: 'warning', text: told(why), hook: 'test:guard' }]);
});

test('a question to the person stands whatever is wrong beside it', () => {
  expect(returned({ decision: 'ask', reason: 'sure?', updatedInput: 1 })).toMatchObject({
    decision: 'ask',
    reason: 'sure?',
    fault: { code: 'bad_output' },
  });
});

test('keys that hold null or undefined are taken as missing', () => {
  const value = { decision: 'allow', reason: null, updatedInput: undefined, extra: { retry: null, sessionTitle: 'T' } };
  expect(returned(value)).toEqual({ decision: 'allow', extra: { sessionTitle: 'T' } });
  expect(returned({ updatedInput: { command: 'ls', timeout: undefined } })).toEqual({
    updatedInput: { command: 'ls', timeout: undefined },
  });
});

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
