import { describe, expect, test } from 'vitest';
import { aDialect, aFrame, aHook, aReport, badOutput, decoded, refusal } from '../../../../../test/support/hooks.ts';
import type { AnswerField, Dialect, EventName, Json, JsonObject, Verdict } from '../../model/index.ts';
import { decode } from '../decode.ts';
import { frameOf } from '../frame.ts';

/** An answer under the table of a dialect with other fields. */
function decodedWith(id: string, fields: readonly AnswerField[], event: EventName, stdout: JsonObject): Verdict {
  const own = aDialect(id);
  const dialect: Dialect = { ...own, answer: { ...own.answer, fields } };
  const { event: whole, place, now } = aFrame(id, event);
  const frame = frameOf(dialect, whole, place, now);
  if (frame === null) throw new Error(`${id} knows no ${event}`);
  return decode({ hook: aHook({ dialect: id }), frame, background: false }, aReport({ stdout }));
}

const specific = (hookEventName: string, more: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName, ...more },
});

describe('beside a refusal', () => {
  const { fields } = aDialect('qoder').answer;
  const prompt = {
    decision: 'block',
    reason: 'no',
    suppressOutput: true,
    ...specific('UserPromptSubmit', { additionalContext: 'context' }),
  };
  const output = {
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no', updatedToolOutput: 'output' },
  };

  test.each([
    { name: 'quiet', id: 'qoder', event: 'UserPromptSubmit', answer: prompt, value: true },
    { name: 'context', id: 'qoder', event: 'UserPromptSubmit', answer: prompt, value: ['context'] },
    { name: 'updatedToolOutput', id: 'kolega', event: 'PostToolUse', answer: output, value: 'output' },
  ] as const)('stands $name where the table lets it, and only there', ({ name, id, event, answer, value }) => {
    const own = aDialect(id).answer.fields;
    const without = own.map((field) => (field.gives === name ? { ...field, besideBlock: false } : field));
    const { [name]: kept, ...rest } = decodedWith(id, own, event, answer);
    expect([kept, rest.decision]).toEqual([value, 'block']);
    expect(decodedWith(id, without, event, answer)).toEqual(rest);
  });

  test('stands no cleared context where the table does not let it', () => {
    const stop = { decision: 'block', reason: 'no', ...specific('Stop', { clearContext: true }) };
    const without = fields.map((field) => ({ ...field, besideBlock: false }));
    expect(decodedWith('qoder', fields, 'Stop', stop)).toEqual(
      refusal('keep_working', 'no', { extra: { clearContext: true } }),
    );
    expect(decodedWith('qoder', without, 'Stop', stop)).toEqual(refusal('keep_working', 'no'));
  });

  test('that has no power, what is said stays wanted', () => {
    const stdout = { decision: 'deny', reason: 'no', modified_input: { a: 1 } };
    expect(decoded('agent-hooks', 'PreToolUse', { stdout })).not.toHaveProperty('updatedInput');
    expect(decoded('agent-hooks', 'PreToolUse', { stdout }, { background: true })).toMatchObject({
      updatedInput: { a: 1 },
      fault: { code: 'no_power' },
    });
  });
});

describe('a field that is broken', () => {
  const answer = (permissionDecision: string): Verdict =>
    decoded('qoder', 'PreToolUse', { stdout: specific('PreToolUse', { permissionDecision, updatedInput: 'ls' }) });
  const fault = badOutput('hookSpecificOutput.updatedInput is not an object');

  test('takes a permission with it', () => {
    expect(answer('allow')).toEqual({
      fault,
      messages: [{ level: 'warning', text: fault.message, hook: 'test:guard' }],
    });
  });

  test('leaves a question and a refusal standing', () => {
    expect(answer('ask')).toMatchObject({ decision: 'ask', fault });
    expect(answer('deny')).toMatchObject({ decision: 'block', effect: 'deny_tool' });
  });
});

test.each<Json>(['constructor', 'toString', '__proto__', '', 7])(
  'the decision %j is no word of the table',
  (decision) => {
    const verdict = decoded('qoder', 'PreToolUse', { stdout: { decision } });
    expect(verdict.decision).toBe(undefined);
    expect(verdict.messages).toEqual([
      {
        level: 'warning',
        text: `hook "guard": decision ${JSON.stringify(decision)} is not known; known are allow, approve, deny, block`,
        hook: 'test:guard',
      },
    ]);
  },
);

test('an output for MCP tools alone is not taken from an event that names no tool', () => {
  const stdout = specific('PostToolUse', { updatedMCPToolOutput: 'x' });
  expect(decoded('qoder', 'PostToolUse', { stdout })).toEqual({
    notes: ['hook "guard": hookSpecificOutput.updatedMCPToolOutput has no effect on PostToolUse'],
  });
});

test('all messages and notes of one answer are kept, in the order of the table', () => {
  const told = (key: string, gives: 'message' | 'log'): AnswerField => ({
    key,
    gives,
    takes: 'text',
    wrongType: 'ignored',
  });
  const fields = [told('one', 'message'), told('two', 'message'), told('three', 'log'), told('four', 'log')];
  const answer = { one: '1', two: '2', three: '3', four: '4' };
  expect(decodedWith('qoder', fields, 'PreToolUse', answer)).toEqual({
    messages: ['1', '2'].map((text) => ({ level: 'info', text, hook: 'test:guard' })),
    notes: ['log: 3', 'log: 4'],
  });
  expect(decodedWith('qoder', fields, 'PreToolUse', { ...answer, three: 3 }).notes).toEqual([
    'three was ignored: it is not a text',
    'log: 4',
  ]);
});
