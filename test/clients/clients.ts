import { claude } from './claude/table.ts';
import type { Client } from './client.ts';
import { opencode } from './opencode/table.ts';

/** The programs that can be run: one line each. */
export const CLIENTS: readonly Client[] = [claude, opencode];
