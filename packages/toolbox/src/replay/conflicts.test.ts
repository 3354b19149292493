import type { HookSaid, JsonObject, Verdict } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { findConflicts } from './find-conflicts.ts';

const INPUT = { command: 'ls', timeout: 1 };

const said = (id: string, verdict: Verdict, saw: JsonObject = INPUT, more: Partial<HookSaid> = {}): HookSaid => ({
  id,
  dialect: 'kolega',
  background: false,
  shadow: false,
  saw: { hook_event_name: 'PreToolUse', tool_input: saw },
  verdict,
  report: { ending: { how: 'answered' }, stdout: '', stderr: '', truncated: [], durationMs: 0 },
  ...more,
});

const writes = (input: JsonObject): Verdict => ({ updatedInput: input });

const kinds = (...all: readonly HookSaid[]): unknown =>
  findConflicts(all).map(({ kind, hooks, field }) => [kind, hooks.join(), field]);

describe('findConflicts', () => {
  it('finds an allow or an ask beside a block, in either order', () => {
    const [allow, ask, block] = [
      said('a', { decision: 'allow' }),
      said('q', { decision: 'ask' }),
      said('b', { decision: 'block' }),
    ];
    expect(kinds(allow, block)).toEqual([['allow-beside-block', 'a,b', null]]);
    expect(kinds(block, ask)).toEqual([['ask-beside-block', 'b,q', null]]);
    expect(kinds(allow, ask)).toEqual([]);
  });

  it('finds rewrites that contradict each other, field by field', () => {
    const one = said('one', writes({ ...INPUT, command: 'x' }));
    const two = said('two', writes({ ...INPUT, command: 'y' }));
    const three = said('three', writes({ ...INPUT, command: 'x', timeout: 9 }));
    expect(findConflicts([one, two])).toEqual([
      {
        kind: 'contradicting-rewrites',
        hooks: ['one', 'two'],
        field: 'tool_input.command',
        message:
          'one makes tool_input.command "x", two makes it "y"; they have not seen each other, and the later one in the plan wins',
      },
    ]);
    expect(kinds(one, three)).toEqual([['same-field', 'one,three', 'tool_input.command']]);
  });

  it('finds a later hook that undoes an earlier one, knowingly or not', () => {
    const first = said('first', writes({ ...INPUT, command: 'x' }));
    expect(kinds(first, said('blind', writes({ ...INPUT, timeout: 9 })))).toEqual([
      ['undone-rewrite', 'first,blind', 'tool_input.command'],
    ]);
    expect(kinds(first, said('knowing', writes(INPUT), { ...INPUT, command: 'x' }))).toEqual([
      ['undone-rewrite', 'first,knowing', 'tool_input.command'],
    ]);
  });

  it('finds two hooks that rewrite the same field one after the other, and lets different fields be', () => {
    const first = said('first', writes({ ...INPUT, command: 'x' }));
    const next = said('next', writes({ ...INPUT, command: 'xy' }), { ...INPUT, command: 'x' });
    const other = said('other', writes({ ...INPUT, command: 'x', timeout: 9 }), { ...INPUT, command: 'x' });
    expect(kinds(first, next)).toEqual([['same-field', 'first,next', 'tool_input.command']]);
    expect(kinds(first, other)).toEqual([]);
  });

  it('does not listen to those that decide nothing', () => {
    const block = said('b', { decision: 'block' });
    expect(kinds(block, said('s', { decision: 'allow' }, INPUT, { shadow: true }))).toEqual([]);
    expect(kinds(block, said('l', { decision: 'allow' }, INPUT, { background: true }))).toEqual([]);
  });
});
