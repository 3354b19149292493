import type { JsonObject } from '@hookline/core';
import { type Task, TASK_STATUSES } from '../contract/task.ts';
import { defineTool } from './define-tool.ts';
import { optionalText, textOf } from './read-input.ts';
import { changeEnd, taskLine } from './task-text.ts';
import type { Tool, ToolContext, ToolEnd } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

/** Changes a task of the list, or takes it away. */
export const taskUpdateTool: Tool = defineTool({
  name: 'TaskUpdate',
  description: 'Change a task of the task list: its status, subject or description. The status "deleted" removes it.',
  inputSchema: {
    type: 'object',
    properties: {
      taskId: { type: 'string', minLength: 1, description: 'The number of the task.' },
      status: { type: 'string', enum: [...TASK_STATUSES, 'deleted'] },
      subject: { type: 'string', minLength: 1 },
      description: { type: 'string' },
    },
    required: ['taskId'],
    additionalProperties: false,
  },
  access: 'read',
  run: runUpdate,
});

async function runUpdate(input: JsonObject, { tasks }: ToolContext): Promise<ToolEnd> {
  const id = textOf(input, 'taskId').trim().replace(/^#/, '');
  const before = tasks.all().find((task) => task.id === id);
  if (before === undefined) throw new ToolFailure('not_found', `there is no task #${id}; TaskList shows all`);
  if (input['status'] === 'deleted') {
    tasks.remove(id);
    return { ok: true, text: `Removed ${taskLine(before)}` };
  }
  return changeEnd(await tasks.replace(changed(before, input)), ({ task }) => `Changed ${taskLine(task)}`);
}

const changed = (task: Task, input: JsonObject): Task => ({
  ...task,
  subject: optionalText(input, 'subject') ?? task.subject,
  description: optionalText(input, 'description') ?? task.description,
  status: TASK_STATUSES.find((status) => status === input['status']) ?? task.status,
});
