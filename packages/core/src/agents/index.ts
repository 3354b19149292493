import type { AgentTable } from '../model/index.ts';
import { claude } from './claude/table.ts';
import { cline } from './cline/table.ts';
import { codex } from './codex/table.ts';
import { copilot } from './copilot/table.ts';
import { cursor } from './cursor/table.ts';
import { gemini } from './gemini/table.ts';
import { kimi } from './kimi/table.ts';
import { opencode } from './opencode/table.ts';
import { qwen } from './qwen/table.ts';

/** The agents that can be connected. */
export const AGENTS: readonly AgentTable[] = [claude, codex, copilot, qwen, kimi, gemini, cline, opencode, cursor];
