import { defineTool } from './define-tool.ts';
import { taskLine } from './task-text.ts';
import type { Tool } from './tool.ts';

/** Shows the task list. */
export const taskListTool: Tool = defineTool({
  name: 'TaskList',
  description: 'Show all tasks of the task list with their numbers and status.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  access: 'read',
  run: (_input, { tasks }) => {
    const lines = tasks
      .all()
      .map((task) => taskLine(task) + (task.description === '' ? '' : `\n  ${task.description}`));
    return Promise.resolve({ ok: true, text: lines.length === 0 ? '(there are no tasks)' : lines.join('\n') });
  },
});
