import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../files/inside.ts';
import { reminder, remindersOf } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';

/** A command has moved: the thread goes with it, as long as it stays in its project; what it should know comes back. */
export async function followCwd(thread: Thread, to: string): Promise<readonly string[]> {
  const { session, cwd: from } = thread;
  if (!isInside(session.project, to) && !isInside(thread.root, to))
    return [reminder(`The working folder is still ${from}: ${to} lies outside the project.`)];
  thread.cwd = to;
  if (thread.agentId === null) session.write({ type: 'cwd', cwd: to });
  session.front.tell({ type: 'cwd', from, to });
  const outcome = await thread.host.fire('CwdChanged', { old_cwd: from, new_cwd: to });
  if (thread.agentId === null) session.watch(outcome.extra.watchPaths ?? null);
  return remindersOf(outcome);
}

/** A thread whose folder is gone goes back to where it began: in a folder that is gone not even a hook can be started. */
export async function leaveGoneCwd(thread: Thread): Promise<readonly string[]> {
  const { cwd, root, session } = thread;
  const home = [root, session.project].find(isFolder);
  if (isFolder(cwd) || home === undefined) return [];
  const told = await followCwd(thread, home);
  return [reminder(`The working folder ${cwd} is gone; it is now ${home}.`), ...told];
}

const isFolder = (path: string): boolean => existsSync(join(path, '/.'));
