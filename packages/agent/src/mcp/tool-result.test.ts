import { expect, test } from 'vitest';
import { toolEndOf } from './tool-result.ts';

test('structured content without text is given to the model as JSON', () => {
  const text = '{"a":[1,"b"]}';
  expect(toolEndOf({ content: [], structuredContent: { a: [1, 'b'] } })).toEqual({
    ok: true,
    output: { content: [{ type: 'text', text }], structuredContent: { a: [1, 'b'] } },
    text,
  });
});

test('structured content that is too long is left out, and says so', () => {
  const result = toolEndOf({
    content: [{ type: 'text', text: 'short' }],
    structuredContent: { a: 'x'.repeat(100_000) },
  });
  const structuredContent = '[left out: 100008 characters]';
  expect(result).toMatchObject({ output: { content: [{ type: 'text', text: 'short' }], structuredContent } });
});

test('a failure without a message is still reported', () => {
  const error = 'the tool failed and did not say why';
  expect(toolEndOf({ content: [], isError: true })).toEqual({ ok: false, error, errorType: 'tool_error' });
});

test('a cut never leaves half a character', () => {
  const end = toolEndOf({ content: [{ type: 'text', text: `${'x'.repeat(99_999)}😀 and more` }] });
  const note = '[cut: the answer has 100010 characters, the first 100000 are shown]';
  expect(end).toMatchObject({ text: `${'x'.repeat(99_999)}\n${note}` });
});
