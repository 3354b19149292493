import { failWorktree } from '../session/effects.ts';
import { type ActingAgent, createHost } from '../session/host.ts';
import type { Thread } from '../session/thread.ts';
import { addWorktree } from '../worktree/add-worktree.ts';
import { removeWorktree } from '../worktree/remove-worktree.ts';
import type { SubagentTask } from './task.ts';
import { showMessage } from '../session/show-message.ts';

/** The folder in which a sub-agent works, and how it is left. */
export interface WorkFolder {
  readonly cwd: string;
  readonly leave: () => Promise<void>;
}

/** The parent's folder, or a worktree: made by a hook when one is there for it, else by git. */
export async function enterWorkFolder(
  parent: Thread,
  acting: ActingAgent,
  task: SubagentTask,
): Promise<WorkFolder | { readonly error: string }> {
  if (!task.isWorktreeWanted) return { cwd: parent.cwd, leave: () => Promise.resolve() };
  const { session } = parent;
  const name = `${acting.type}-${acting.id}`;
  const host = createHost(session, () => parent, acting);
  const outcome = await host.fire('WorktreeCreate', { name });
  const failure = failWorktree(outcome);
  if (failure !== null) return { error: `The worktree was not made: ${failure}` };
  const made = outcome.extra.worktreePath;
  const place = made === undefined ? await addWorktree(session.project, name, session) : { path: made, cwd: made };
  if ('error' in place) return { error: `The worktree was not made: ${place.error}` };
  return {
    cwd: place.cwd,
    leave: async () => {
      await host.fire('WorktreeRemove', { worktree_path: place.path });
      // A worktree that a hook made is the hook's to remove.
      if (made !== undefined) return;
      const removed = await removeWorktree(session.project, place.path);
      if ('error' in removed) showMessage(session.ui, 'info', removed.error);
    },
  };
}
