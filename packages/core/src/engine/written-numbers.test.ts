import { expect, test } from 'vitest';
import { aDialect, aFrame, decoded } from '../../../../test/support/hooks.ts';
import type { AnyEvent, HostAnswer, JsonObject, Verdict } from '../model/index.ts';
import { parseEvent } from '../host/parse-event.ts';
import { writtenJson } from '../text/written-json.ts';
import { nativeInput, neutralFields } from './input-fields.ts';
import { payloadBytes, payloadText, pythonEvent } from './payload.ts';
import { thread } from './thread.ts';

function read(text: string): AnyEvent {
  const parsed = parseEvent(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.event;
}

const INPUT = '{"id":12345678901234567890,"f":1.0,"10":"a","9":[2.50]}';
const EVENT = `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"T","tool_input":${INPUT},"cost":3.10}`;
const spaced = (json: string): string => json.replaceAll(/(?<=[,:])/g, ' ');
const written = (dialect: string, event: AnyEvent): string =>
  Buffer.from(payloadBytes(aFrame(dialect, event))).toString();

test.each(['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'])(
  'numbers and the order of keys reach the hooks of %s as they were written',
  (dialect) => {
    const input = aDialect(dialect).json === 'spaced' ? spaced(INPUT) : INPUT;
    expect(written(dialect, read(EVENT))).toContain(input);
    expect(written(dialect, read(EVENT))).toMatch(/"cost": ?3\.10/);
  },
);

test('a number of the event stays as written under the name that a dialect has for it', () => {
  const event = read('{"hook_event_name":"SessionEnd","session_id":"s","cwd":"/p","step_count":7.0,"reason":"x"}');
  expect(written('agent-hooks', event)).toContain('"total_steps": 7.0');
});

test.each([
  ['kolega', '"tool_output": "1.50"'],
  ['agent-hooks', '"tool_output": 1.50'],
  ['qoder', '"tool_response":{"output":1.50}'],
  ['kode', '"output":"1.50"'],
  ['polytoken', '"output":1.50'],
])('a response that is a bare number stays as written in %s', (dialect, field) => {
  const event = read(
    '{"hook_event_name":"PostToolUse","session_id":"s","cwd":"/p","tool_name":"T","tool_response":1.50}',
  );
  expect(written(dialect, event)).toContain(field);
});

test('models and python callables see them so too', () => {
  const frame = aFrame('kolega', read(EVENT));
  expect(payloadText(frame)).toContain('"id": 12345678901234567890');
  expect(writtenJson(pythonEvent(frame))).toContain(`"tool_input":${INPUT}`);
});

test('an input that a hook hands back is what the next hook and the host get', () => {
  const verdict = decoded('qoder', 'PreToolUse', {
    stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":${INPUT}}}`,
  });
  expect(writtenJson(verdict.updatedInput)).toBe(INPUT);
  expect(written('qoder', thread(read(EVENT), verdict))).toContain(INPUT);
  expect(written('qoder', thread(read(EVENT), verdict))).toContain('"cost":3.10');
});

test('numbers that a function of the host hands back in a copy stay as they were written', () => {
  const event = read(EVENT);
  const input = { ...(event['tool_input'] as JsonObject), more: 1 };
  const returned = (value: HostAnswer, about: AnyEvent = event): Verdict =>
    decoded(
      'host',
      about,
      { ending: { how: 'answered' }, value },
      { hook: { handler: { kind: 'function', call: () => value } } },
    );
  const copied = `${INPUT.slice(0, -1)},"more":1}`;
  expect(writtenJson(returned({ updatedInput: input }).updatedInput)).toBe(copied);
  const permission = { behavior: 'allow', updatedInput: input };
  const permitted = returned({ extra: { permission } }, { ...event, hook_event_name: 'PermissionRequest' });
  expect(writtenJson(permitted.extra?.permission?.['updatedInput'])).toBe(copied);
  const after = read(
    EVENT.replace('PreToolUse', 'PostToolUse').replace('"cost":', '"tool_response":{"n":1.50},"cost":'),
  );
  expect(writtenJson(returned({ updatedToolOutput: { n: 1.5 } }, after).updatedToolOutput)).toBe('{"n":1.50}');
});

test('a field under another name keeps its number, there and back', () => {
  const event = read(EVENT.replace(INPUT, '{"offset":10.0,"path":"x"}'));
  const input = event['tool_input'] as { readonly offset: number };
  const bases = { project: '/p', cwd: '/p', root: '/p' };
  const native = nativeInput({ offset: 'line_offset' }, { ...input }, bases);
  expect(writtenJson(native)).toBe('{"line_offset":10,"path":"x"}');
  const kept = nativeInput({ offset: 'line_offset' }, event['tool_input'] as never, bases);
  expect(writtenJson(kept)).toBe('{"line_offset":10.0,"path":"x"}');
  expect(writtenJson(neutralFields({ offset: 'line_offset' }, kept, bases))).toBe('{"offset":10.0,"path":"x"}');
});
