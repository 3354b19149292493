import { describe, expect, test } from 'vitest';
import { aFault, badOutput, decoded, proceeding, refusal, refusalBeside } from '../../../../../test/support/hooks.ts';
import type { EventName, Handler, Verdict } from '../../model/index.ts';

const PYTHON: Handler = { kind: 'python', callable: 'hooks:guard' };
const MODULE: Handler = { kind: 'module', path: './guard.mjs', exportName: 'default' };

describe.each([PYTHON, MODULE])('a $kind handler that returns', (handler) => {
  const returned = (value: unknown, event: EventName = 'PreToolUse', dialect = 'kolega'): Verdict =>
    decoded(dialect, event, { ending: { how: 'answered' }, value }, { hook: { handler } });

  test.each([undefined, null, {}, { blocked: false, reason: null, updated_input: null, end_turn: false }])(
    '%j says nothing',
    (value) => {
      expect(returned(value)).toEqual({});
    },
  );

  test('blocked refuses with its reason, else the default', () => {
    expect(returned({ blocked: true, reason: 'Refusing to write a secret to disk.' })).toEqual(
      refusal('deny_tool', 'Refusing to write a secret to disk.'),
    );
    expect(returned({ blocked: true, reason: ' ' })).toEqual(refusal('deny_tool', 'Hook blocked the action.'));
    expect(returned({ reason: 'only a reason' })).toEqual({});
  });

  test('blocked on an advisory event has no power', () => {
    const fault = aFault('no_power', 'refused, but SessionStart cannot be stopped: no');
    expect(returned({ blocked: true, reason: 'no' }, 'SessionStart')).toEqual(proceeding(fault));
  });

  test.each<[EventName, Verdict]>([
    ['UserPromptSubmit', refusal('end_turn', 'enough')],
    ['PreToolUse', refusal('end_turn', 'enough')],
    ['PostToolUse', refusal('end_turn', 'enough')],
    ['Stop', {}],
    ['SessionEnd', {}],
  ])('end_turn on %s ends the turn where a turn can be ended: %j', (event, expected) => {
    expect(returned({ end_turn: true, reason: 'enough' }, event)).toEqual(expected);
  });

  test('updated_input rewrites the input on PreToolUse only', () => {
    expect(returned({ updated_input: { command: 'ls' } })).toEqual({ updatedInput: { command: 'ls' } });
    expect(returned({ updated_input: { command: 'ls' } }, 'PostToolUse')).toEqual({});
  });

  test.each<[unknown, Verdict]>([
    ['clean', { updatedToolOutput: 'clean' }],
    [{ a: 1 }, { updatedToolOutput: '{"a":1}' }],
    ['', {}],
  ])('updated_output %j rewrites the output: %j', (updated_output, expected) => {
    expect(returned({ updated_output }, 'PostToolUse')).toEqual(expected);
    expect(returned({ updated_output }, 'PreToolUse')).toEqual({});
  });

  test('additional_context is context for the model, where it is taken', () => {
    expect(returned({ additional_context: 'note' }, 'SessionStart')).toEqual({ context: ['note'] });
    expect(returned({ additional_context: ['a'] }, 'SessionStart')).toEqual({ context: ['["a"]'] });
    expect(returned({ additional_context: '' }, 'SessionStart')).toEqual({});
    expect(returned({ additional_context: 'note' }, 'PreToolUse')).toEqual({
      notes: ['context for the model is not taken on PreToolUse'],
    });
  });

  test.each<[unknown, string]>([
    ['deny', 'it returned something that is no outcome'],
    [true, 'it returned something that is no outcome'],
    [7, 'it returned something that is no outcome'],
    [[{ blocked: true }], 'it returned something that is no outcome'],
    [{ blocked: 'yes' }, 'blocked is not true or false'],
    [{ blocked: 1 }, 'blocked is not true or false'],
    [{ end_turn: 'false' }, 'end_turn is not true or false'],
    [{ blocked: false, reason: 7 }, 'reason is not a text'],
    [{ updated_input: 'ls' }, 'updated_input is not an object'],
    [{ updated_input: [] }, 'updated_input is not an object'],
  ])('%j is bad output', (value, why) => {
    expect(returned(value)).toEqual(proceeding(badOutput(why)));
  });

  test('a refusal with a field of the wrong type is still a refusal', () => {
    expect(returned({ blocked: true, reason: 'no', updated_input: 'ls' })).toEqual(
      refusalBeside('deny_tool', 'no', badOutput('updated_input is not an object')),
    );
    expect(returned({ blocked: true, reason: 7 })).toEqual(
      refusalBeside('deny_tool', '7', badOutput('reason is not a text')),
    );
  });

  test('a refusal counts beside what could not be handed over, and nothing else does', () => {
    const lost = (value: unknown): Verdict =>
      decoded('kolega', 'PreToolUse', { ending: { how: 'answered' }, value, wrong: 'too long' }, { hook: { handler } });
    expect(lost({ blocked: true, reason: 'no' })).toEqual(refusalBeside('deny_tool', 'no', badOutput('too long')));
    expect(lost({ blocked: false })).toEqual(proceeding(badOutput('too long')));
  });

  test('a field that no outcome has is noted', () => {
    expect(returned({ block: true, permissionDecision: 'deny' })).toEqual({
      notes: ['unknown outcome fields were ignored: block, permissionDecision'],
    });
  });

  test('the same fields count in qoder', () => {
    expect(returned({ blocked: true, reason: 'no' }, 'PreToolUse', 'qoder')).toEqual(refusal('deny_tool', 'no'));
    expect(returned({ blocked: true }, 'Stop', 'qoder')).toEqual(refusal('keep_working', 'Blocked by guard hook'));
    expect(returned({ additional_context: 'note' }, 'PreToolUse', 'qoder')).toEqual({ context: ['note'] });
  });
});
