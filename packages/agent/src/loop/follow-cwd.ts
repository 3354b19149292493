import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../files/paths.ts';
import { reminder, remindersOf } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';

/** Follows a command into another folder of the project; returns what the model should know about it. */
export async function followCwd(thread: Thread, to: string): Promise<readonly string[]> {
  const { session, cwd: from } = thread;
  if (![session.project, thread.root, ...session.folders].some((folder) => isInside(folder, to)))
    return [reminder(`The working folder is still ${from}: ${to} lies outside the project.`)];
  thread.cwd = to;
  if (thread.agentId === null) session.write({ type: 'cwd', cwd: to });
  session.ui.tell({ type: 'cwd', from, to });
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
