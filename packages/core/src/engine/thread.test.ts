import { expect, test } from 'vitest';
import { anEvent } from '../../../../test/support/hooks.ts';
import { thread } from './thread.ts';

const EVENT = Object.freeze(
  anEvent('PostToolUse', { tool_input: { a: 1 }, tool_response: 'out', prompt: 'p', extra: 1 }),
);

test('a hook that rewrites nothing leaves the event as it is', () => {
  expect(thread(EVENT, {})).toBe(EVENT);
});

test('the next hook sees input, output and prompt as rewritten so far', () => {
  const rewritten = { updatedInput: { b: 2 }, updatedToolOutput: '', updatedPrompt: '' };
  expect(thread(EVENT, rewritten)).toEqual({ ...EVENT, tool_input: { b: 2 }, tool_response: '', prompt: '' });
});

test.each([
  [{ updatedInput: {} }, { tool_input: {} }],
  [{ updatedToolOutput: null }, { tool_response: null }],
  [{ updatedPrompt: 'q' }, { prompt: 'q' }],
  [{ extra: { permission: { behavior: 'allow', updatedInput: { c: 3 } } } }, { tool_input: { c: 3 } }],
])('%j changes only %j', (rewritten, changed) => {
  expect(thread(EVENT, rewritten)).toEqual({ ...EVENT, ...changed });
});

test('the output of a tool that failed is its error', () => {
  const failed = anEvent('PostToolUseFailure', { error: 'boom' });
  expect(thread(failed, { updatedToolOutput: 'softer' })).toEqual({
    ...failed,
    tool_response: 'softer',
    error: 'softer',
  });
});
