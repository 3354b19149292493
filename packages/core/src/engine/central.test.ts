import { describe, expect, it } from 'vitest';
import type { AnyEvent } from '../model/index.ts';
import { parseJson } from '../text/parse-json.ts';
import { writtenJson } from '../text/written-json.ts';
import { cutEvent } from './central.ts';

const cut = (event: string, ...fields: readonly string[]): string => {
  const parsed = parseJson(event);
  if (!parsed.ok) throw new Error(parsed.detail);
  return writtenJson(cutEvent(parsed.readings[0] as unknown as AnyEvent, { fields }));
};
const EVENT =
  '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","size":12345678901234567890,"more":{"a":1.0,"b":2}},"cwd":"/x"}';

describe('what of an event leaves the machine', () => {
  it('is its name alone where the policy names nothing', () => {
    expect(cut(EVENT)).toBe('{"hook_event_name":"PreToolUse"}');
  });

  it('is what the policy names, with numbers as they were written', () => {
    expect(cut(EVENT, 'tool_input.size', 'tool_input.more.a', 'cwd')).toBe(
      '{"hook_event_name":"PreToolUse","tool_input":{"size":12345678901234567890,"more":{"a":1.0}},"cwd":"/x"}',
    );
    expect(cut(EVENT, 'tool_input.more', 'tool_input.more.a')).toBe(
      '{"hook_event_name":"PreToolUse","tool_input":{"more":{"a":1.0,"b":2}}}',
    );
  });

  it('has nothing that the event has not', () => {
    expect(cut(EVENT, 'prompt', 'tool_input.none', 'cwd.length', '__proto__.x', 'constructor')).toBe(
      '{"hook_event_name":"PreToolUse","tool_input":{}}',
    );
  });
});
