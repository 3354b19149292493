import { claude } from './claude/table.ts';
import type { Client } from './client.ts';
import { cline } from './cline/table.ts';
import { codex } from './codex/table.ts';
import { copilot } from './copilot/table.ts';
import { gemini } from './gemini/table.ts';
import { kimi } from './kimi/table.ts';
import { opencode } from './opencode/table.ts';
import { qwen } from './qwen/table.ts';

/** The programs that can be run: one line each. */
export const CLIENTS: readonly Client[] = [claude, codex, copilot, qwen, kimi, gemini, cline, opencode];
