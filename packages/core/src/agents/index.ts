import type { AgentTable } from '../model/index.ts';
import { claude } from './claude/table.ts';
import { codex } from './codex/table.ts';
import { cursor } from './cursor/table.ts';
import { gemini } from './gemini/table.ts';
import { kimi } from './kimi/table.ts';
import { opencode } from './opencode/table.ts';
import { qwen } from './qwen/table.ts';

/** The agents that can be connected. */
export const AGENTS: readonly AgentTable[] = [claude, codex, qwen, kimi, gemini, opencode, cursor];
