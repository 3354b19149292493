import { describe, expect, test } from 'vitest';
import { aDialect, aFrame, aHook, anEvent } from '../../../../test/support/hooks.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { HookEntry } from './routes.ts';
import type { Place } from './frame.ts';
import { compileMatcher } from './rules/compile-matcher.ts';
import { askHook, selectHooks } from './plan.ts';

const matching = (name: string, pattern: string | null): HookEntry => ({
  hook: aHook({ name, matcher: compileMatcher(aDialect('kolega').match, { pattern }).matcher }),
  inactiveBecause: null,
});

const HOOKS: readonly HookEntry[] = [
  matching('everything', null),
  matching('own', 'execute_terminal_command'),
  matching('further', 'run_.*'),
  matching('given', 'Bash'),
  matching('both', 'Bash|execute_terminal_command'),
  matching('all but given', '(?!Bash$).*'),
  matching('other', 'Read|search_codebase'),
];

const frame = (place: Partial<Place>, tool = 'Bash') =>
  aFrame('kolega', anEvent('PreToolUse', { tool_name: tool, tool_input: {} }), { systems: DIALECTS, ...place });

const chosen = (place: Partial<Place>, tool?: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    selectHooks(HOOKS, frame(place, tool)).map(({ entry, words = 'given' }) => [entry.hook.name, words]),
  );

describe('the hooks that an event selects', () => {
  test('see it in their own words where they know it so, else as it is given', () => {
    const found = chosen({ toolNames: 'native' });
    expect(found).toEqual({
      everything: 'own',
      own: 'own',
      further: 'own',
      given: 'given',
      both: 'own',
      'all but given': 'own',
    });
    expect(Object.keys(found)).toEqual(HOOKS.slice(0, 6).map(({ hook }) => hook.name));
  });

  test('see it as given where that comes first, and in their own words if they pick names and accept it only so', () => {
    const found = chosen({ toolNames: 'native', givenFirst: true });
    expect(found).toEqual({ everything: 'given', own: 'own', further: 'own', given: 'given', both: 'given' });
    expect(Object.keys(found)).toEqual(['everything', 'own', 'further', 'given', 'both']);
  });

  test('are asked about the given name alone where names are not translated', () => {
    const given = { everything: 'given', given: 'given', both: 'given' };
    expect(chosen({ toolNames: 'given' })).toEqual(given);
    expect(chosen({})).toEqual(given);
  });

  test.each([false, true])('see a name of their own system as it is (given first: %s)', (givenFirst) => {
    expect(chosen({ toolNames: 'native', givenFirst }, 'run_command')).toEqual({
      everything: 'given',
      further: 'given',
      'all but given': 'given',
    });
  });

  test('are those that say so when they are asked one by one', () => {
    for (const place of [{}, { toolNames: 'native' }, { toolNames: 'native', givenFirst: true }] as const)
      for (const tool of ['Bash', 'Shell', 'run_command', 'Read', 'mcp__a__b']) {
        const one = HOOKS.flatMap(({ hook }) => {
          const { matches, words = 'given' } = askHook(hook, frame(place, tool));
          return matches ? [[hook.name, words]] : [];
        });
        expect(Object.fromEntries(one)).toEqual(chosen(place, tool));
      }
  });
});

test('a hook that is not selected says why in the words that count first', () => {
  const { hook } = matching('other', 'Read');
  expect(askHook(hook, frame({ toolNames: 'native' })).why).toContain('"execute_terminal_command"');
  expect(askHook(hook, frame({ toolNames: 'native', givenFirst: true })).why).toContain('"Bash"');
});
