import { claude } from './claude/table.ts';
import type { Client } from './client.ts';

/** The programs that can be run: one line each. */
export const CLIENTS: readonly Client[] = [claude];
