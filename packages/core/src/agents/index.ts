import type { AgentTable } from '../model/index.ts';
import { claude } from './claude/table.ts';
import { opencode } from './opencode/table.ts';

/** The agents that can be connected. */
export const AGENTS: readonly AgentTable[] = [claude, opencode];
