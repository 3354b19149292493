import type { JsonObject } from '@hookline/core';
import type { AgentType } from '../agent-types/agent-type.ts';

/** What a sub-agent is asked to do. */
export interface Order {
  readonly type: AgentType;
  readonly description: string;
  readonly prompt: string;
  readonly isWorktreeWanted: boolean;
}

/** Reads the input of the Agent tool, which has been checked against its schema. */
export function readOrder(input: JsonObject, types: readonly AgentType[]): Order {
  const type = types.find(({ name }) => name === input['subagent_type']);
  if (type === undefined) throw new TypeError(`no sub-agent type ${String(input['subagent_type'])}`);
  return {
    type,
    description: String(input['description']),
    prompt: String(input['prompt']),
    isWorktreeWanted: input['isolation'] === 'worktree' || type.isolation === 'worktree',
  };
}
