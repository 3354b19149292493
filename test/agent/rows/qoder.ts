import type { EventRow } from '../support/event-row.ts';
import { QODER_AGENT_ROWS } from './qoder-agents.ts';
import { QODER_SESSION_ROWS } from './qoder-session.ts';
import { QODER_TASK_ROWS } from './qoder-tasks.ts';
import { QODER_WATCHER_ROWS } from './qoder-watchers.ts';
import { QODER_TOOL_ROWS } from './qoder-tools.ts';

/** Every event that Qoder hooks know and that has a cause in the agent. */
export const QODER_ROWS: readonly EventRow[] = [
  ...QODER_SESSION_ROWS,
  ...QODER_TOOL_ROWS,
  ...QODER_AGENT_ROWS,
  ...QODER_WATCHER_ROWS,
  ...QODER_TASK_ROWS,
];
