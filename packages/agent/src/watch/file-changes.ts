import { remindersOf } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';
import type { FileChange } from './change-tracker.ts';

/** FileChanged; gives the paths that hooks want watched from now on, null when they say nothing about it. */
export async function tellFileChange(
  { session, host }: Thread,
  { path, event }: FileChange,
): Promise<readonly string[] | null> {
  const outcome = await host.fire('FileChanged', { file_path: path, event });
  session.inbox.put(remindersOf(outcome));
  return outcome.extra.watchPaths ?? null;
}
