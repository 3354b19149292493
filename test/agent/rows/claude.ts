import type { EventRow } from '../support/event-row.ts';
import { CLAUDE_SESSION_ROWS } from './claude-session.ts';
import { CLAUDE_TOOL_ROWS } from './claude-tools.ts';
import { CLAUDE_TURN_ROWS } from './claude-turns.ts';

/** Every event that hooks of Claude Code know and that has a cause in the agent. */
export const CLAUDE_ROWS: readonly EventRow[] = [...CLAUDE_SESSION_ROWS, ...CLAUDE_TURN_ROWS, ...CLAUDE_TOOL_ROWS];
