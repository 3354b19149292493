import { statSync } from 'node:fs';
import { isInside, realPath } from '../files/paths.ts';
import { resolvePath } from '../tools/resolve-path.ts';
import { reminder, remindersOf } from './reminder.ts';
import { showMessage } from './show-message.ts';
import type { Thread } from './thread.ts';

/** Lets tools work in a further folder as in the project, and tells hooks and the model of it; false: there is none. */
export async function addFolder(thread: Thread, written: string): Promise<boolean> {
  const { session, cwd } = thread;
  const path = realPath(resolvePath(written, { cwd, home: session.home }));
  if (!isFolder(path)) {
    showMessage(session.ui, 'error', `${path} is not a folder; /add-dir takes one that exists`);
    return false;
  }
  if ([realPath(session.project), ...session.folders].some((known) => isInside(known, path))) {
    showMessage(session.ui, 'info', `${path} belongs to the session already`);
    return true;
  }
  session.folders = [...session.folders, path];
  session.write({ type: 'folder', path });
  session.ui.tell({ type: 'folder', path });
  const outcome = await thread.host.fire('DirectoryAdded', { directory: path, source: 'slash_command' });
  session.inbox.put([reminder(`The user added the folder ${path}: work there too.`), ...remindersOf(outcome)]);
  return true;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
