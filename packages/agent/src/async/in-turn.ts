const LAST = new Map<string, Promise<unknown>>();

/** Runs the tasks of one repository one after the other: git fails when worktrees are made and removed at once. */
export function inTurn<Result>(repository: string, task: () => Promise<Result>): Promise<Result> {
  const before = LAST.get(repository) ?? Promise.resolve();
  const result = before.catch(() => undefined).then(task);
  LAST.set(repository, result);
  return result;
}
