const LAST = new Map<string, Promise<unknown>>();

/** Lets tasks of one repository follow each other: git stumbles over worktrees that are made and removed at once. */
export function inTurn<Result>(repository: string, task: () => Promise<Result>): Promise<Result> {
  const before = LAST.get(repository) ?? Promise.resolve();
  const result = before.catch(() => undefined).then(task);
  LAST.set(repository, result);
  return result;
}
