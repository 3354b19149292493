import { isInside } from '../inside.ts';
import { reminder, remindersOf } from '../reminder.ts';
import type { Thread } from '../thread.ts';

/** A command has moved: the thread goes with it, as long as it stays in its project; what it should know comes back. */
export async function followCwd(thread: Thread, to: string): Promise<readonly string[]> {
  const { session, cwd: from } = thread;
  if (!isInside(session.project, to) && !isInside(thread.root, to))
    return [reminder(`The working folder is still ${from}: ${to} lies outside the project.`)];
  thread.cwd = to;
  session.front.tell({ type: 'cwd', from, to });
  if (thread.agentId === null) session.write({ type: 'cwd', cwd: to });
  const outcome = await thread.host.fire('CwdChanged', { old_cwd: from, new_cwd: to });
  if (thread.agentId === null) session.watch(outcome.extra.watchPaths ?? null);
  return remindersOf(outcome);
}
