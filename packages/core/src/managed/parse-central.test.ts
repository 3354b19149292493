import { describe, expect, it } from 'vitest';
import { policyHook, policyOf } from '../../../../test/support/policy.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { JsonObject } from '../model/index.ts';
import { parsePolicy } from './parse-policy.ts';

const parse = (central: JsonObject, more: JsonObject = {}) =>
  parsePolicy(policyOf([policyHook('qoder', 'guard', '', { central, ...more })]), DIALECTS).hooks[0]?.central;

describe('how a hook is decided centrally', () => {
  it('has a deadline of 800 ms, and leaves faults to the dialect', () => {
    expect(parse({ fields: [] })).toEqual({ fields: [], deadlineMs: 800, onUnreachable: 'dialect', cacheMs: 0 });
    expect(parse({ fields: ['tool_input.command'], onUnreachable: 'cached' })).toEqual({
      fields: ['tool_input.command'],
      deadlineMs: 800,
      onUnreachable: 'cached',
      cacheMs: 600_000,
    });
  });

  it.each<[JsonObject, JsonObject, RegExp]>([
    [{}, {}, /hooks\[0\]\.central\.fields: a list was expected, not nothing/],
    [{ fields: ['a b'] }, {}, /central\.fields\[0\]: a field of the event such as "tool_input\.command" was expected/],
    [{ fields: [], onUnreachable: 'allow' }, {}, /"dialect" or "block" or "cached" was expected, not "allow"/],
    [{ fields: [], deadlineMs: 0 }, {}, /deadlineMs: a whole number from 1 to 60000/],
    [{ fields: [], cacheMs: 5 }, {}, /cacheMs: nothing, because onUnreachable is not "cached"/],
    [{ fields: [], other: 1 }, {}, /central\.other: no such key/],
    [{ fields: [] }, { onFault: 'proceed' }, /onFault: nothing, because central\.onUnreachable says/],
    [{ fields: [] }, { background: true }, /background: false, because the hook is decided centrally/],
  ])('refuses %j with %j', (central, more, says) => {
    expect(() => parse(central, more)).toThrow(says);
  });
});
