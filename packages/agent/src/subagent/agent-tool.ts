import { withoutTags } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';
import type { Tool } from '../tools/tool.ts';
import { readTask } from './task.ts';
import { runSubagent } from './run-subagent.ts';

/** The tool by which the main agent hands a task to a sub-agent; sub-agents do not have it. */
export function agentTool(parent: Thread): Tool {
  const { agentTypes: types } = parent.session;
  return {
    name: 'Agent',
    description: ['Hands a task to a sub-agent that works on its own and gives one report back. Types:']
      .concat(types.map(({ name, description }) => `- ${name}: ${withoutTags(description)}`))
      .join('\n'),
    access: 'delegate',
    inputSchema: {
      type: 'object',
      properties: {
        description: { type: 'string', description: 'The task in three to five words.' },
        prompt: { type: 'string', description: 'The whole task: the sub-agent knows nothing else.' },
        subagent_type: { type: 'string', enum: types.map(({ name }) => name) },
        isolation: { type: 'string', enum: ['worktree'], description: 'Work in a git worktree of its own.' },
      },
      required: ['description', 'prompt', 'subagent_type'],
      additionalProperties: false,
    },
    run: (input, _context, signal) => {
      const task = readTask(input, types);
      if (task !== null) return runSubagent(parent, task, signal);
      return Promise.resolve({ ok: false, error: 'There is no such type of sub-agent.', errorType: 'invalid_input' });
    },
  };
}
