import type { Hooks } from '@hookline/core/internal';

/** What a replay needs of hooks. */
export type FiringHooks = Pick<Hooks, 'fire' | 'close'>;

/** The hooks of several projects, each opened when it is needed. */
export interface HookSets {
  readonly use: <Result>(project: string, work: (hooks: FiringHooks) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

const MOST_IDLE = 8;

/** Keeps the hooks of a few projects open, and closes the least recently used. */
export function createHookSets(open: (project: string) => Promise<FiringHooks>): HookSets {
  const sets = new Map<string, { readonly hooks: Promise<FiringHooks>; users: number }>();
  const use: HookSets['use'] = async (project, work) => {
    const set = sets.get(project) ?? { hooks: open(project), users: 0 };
    sets.delete(project); // the last in the map is the most recently used
    sets.set(project, set);
    set.users += 1;
    try {
      return await work(await set.hooks);
    } finally {
      set.users -= 1;
      await closeIdle();
    }
  };
  const closeIdle = async (): Promise<void> => {
    const idle = [...sets].filter(([, { users }]) => users === 0);
    const surplus = idle.slice(0, Math.max(0, sets.size - MOST_IDLE));
    for (const [project] of surplus) sets.delete(project);
    await Promise.all(surplus.map(async ([, { hooks }]) => (await hooks).close()));
  };
  const close = async (): Promise<void> => {
    await Promise.all([...sets.values()].map(async ({ hooks }) => (await hooks).close()));
    sets.clear();
  };
  return { use, close };
}
