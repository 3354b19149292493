import { failWorktree } from '../session/effects.ts';
import { type Acting, createHost } from '../session/host.ts';
import type { Thread } from '../session/thread.ts';
import { addWorktree } from '../worktree/add-worktree.ts';
import { removeWorktree } from '../worktree/remove-worktree.ts';
import type { Order } from './order.ts';

/** The folder in which a sub-agent works, and how it is left. */
export interface Workplace {
  readonly cwd: string;
  readonly leave: () => Promise<void>;
}

/** The parent's folder, or a worktree: made by a hook when one is there for it, else by git. */
export async function enterWorkplace(
  parent: Thread,
  acting: Acting,
  order: Order,
): Promise<Workplace | { readonly error: string }> {
  if (!order.isWorktreeWanted) return { cwd: parent.cwd, leave: () => Promise.resolve() };
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
      // Whoever made it clears it away: a hook's own worktree is the hook's.
      if (made !== undefined) return;
      const removed = await removeWorktree(session.project, place.path);
      if ('error' in removed) session.front.tell({ type: 'message', level: 'info', text: removed.error, hook: null });
    },
  };
}
