import { SILENT_HOST } from '../../packages/agent/src/session/host.ts';
import type { Session } from '../../packages/agent/src/session/session.ts';
import { taskListOf } from '../../packages/agent/src/session/tasks.ts';
import type { TaskList } from '../../packages/agent/src/tools/tool.ts';

/** The task list of a session without hooks, empty at first. */
export function emptyTaskList(): TaskList {
  const session: Pick<Session, 'tasks' | 'write'> = { tasks: [], write: () => undefined };
  return taskListOf({ session: session as Session, host: SILENT_HOST }, new AbortController().signal);
}
