import type { JsonObject } from '@hookline/core';
import type { Tool } from './tool.ts';

/** The tool by which the agent behind a hook answers; the first answer counts and ends its work. */
export const structuredOutput = (onAnswer: (answer: JsonObject) => void): Tool => ({
  name: 'StructuredOutput',
  description: 'Gives the final answer of the check.',
  access: 'read',
  inputSchema: {
    type: 'object',
    properties: { ok: { type: 'boolean' }, reason: { type: 'string' } },
    required: ['ok'],
  },
  run: (input) => {
    onAnswer(input);
    return Promise.resolve({ ok: true, text: 'Noted.', isLast: true });
  },
});
