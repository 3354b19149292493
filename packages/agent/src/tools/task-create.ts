import { defineTool } from './define-tool.ts';
import { optionalText, textOf } from './read-input.ts';
import { changeEnd, taskLine } from './task-text.ts';
import type { Tool } from './tool.ts';

/** Adds a task to the list. */
export const taskCreateTool: Tool = defineTool({
  name: 'TaskCreate',
  description: 'Add a task to the task list of this session. Use it to plan work that takes several steps.',
  inputSchema: {
    type: 'object',
    properties: {
      subject: { type: 'string', minLength: 1, description: 'What is to be done, in a line.' },
      description: { type: 'string', description: 'Details that the subject leaves out.' },
    },
    required: ['subject'],
    additionalProperties: false,
  },
  access: 'read',
  run: async (input, { tasks }) => {
    const change = await tasks.create(textOf(input, 'subject'), optionalText(input, 'description') ?? '');
    return changeEnd(change, ({ task }) => `Created ${taskLine(task)}`);
  },
});
