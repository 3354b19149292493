import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { AgentOptions } from '../contract/agent.ts';

/** Where a session takes place. */
export interface Workspace {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Fills in what the caller left out. */
export function workspaceOf({ project, home, env = process.env }: AgentOptions): Workspace {
  return { project: resolve(project), home: home ?? (env['HOME'] || homedir()), env };
}
