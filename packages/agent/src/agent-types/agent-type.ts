/** A kind of sub-agent that the model can start. */
export interface AgentType {
  readonly name: string;
  /** Tells the model what it is for. */
  readonly description: string;
  /** Its system prompt. */
  readonly prompt: string;
  /** Names of the tools that it may use; null: all that a sub-agent may. */
  readonly tools: readonly string[] | null;
  /** The model it asks for; null: its parent's. */
  readonly model: string | null;
  readonly maxTurns: number | null;
  /** `worktree`: it works in a git worktree of its own. */
  readonly isolation: 'worktree' | null;
  /** The file that defines it; null for a built-in type. */
  readonly file: string | null;
}

/** The type that is always there. */
export const GENERAL_PURPOSE: AgentType = {
  name: 'general-purpose',
  description: 'Works on any task that takes several steps: searching, reading, changing files, running commands.',
  prompt:
    'You are a sub-agent. Another agent gave you one task and sees nothing of your work but your last message. Carry the task through with the tools you have, do no more than was asked, and end with a short report: what you found or did, with the paths of files that matter, and what you could not do.',
  tools: null,
  model: null,
  maxTurns: null,
  isolation: null,
  file: null,
};
