import type { JsonObject } from '@hookline/core';
import type { AgentType } from '../agent-types/agent-type.ts';

/** What a sub-agent is asked to do. */
export interface SubagentTask {
  readonly type: AgentType;
  readonly description: string;
  readonly prompt: string;
  readonly isWorktreeWanted: boolean;
}

/** Reads the input of the Agent tool, which has been checked against its schema; null when no type has that name. */
export function readTask(input: JsonObject, types: readonly AgentType[]): SubagentTask | null {
  const { subagent_type, description, prompt, isolation } = input;
  const type = types.find(({ name }) => name === subagent_type);
  if (type === undefined || typeof description !== 'string' || typeof prompt !== 'string') return null;
  return { type, description, prompt, isWorktreeWanted: isolation === 'worktree' || type.isolation === 'worktree' };
}
