import { parse } from 'node:path';
import type { Hook } from '../../model/index.ts';
import { isBelow, isFile, resolvedPath } from '../paths.ts';
import { runnersOf, scanHook } from './scan-hook.ts';
import type { ScanContext } from './scan-hook.ts';
import { withinScanBudget, BudgetExceeded } from '../scan-budget.ts';

/** Which variables hold which folder when a hook runs. */
export interface FolderVariables {
  readonly project: readonly string[];
  readonly cwd: readonly string[];
}

/** What a hook reaches only because it runs in `cwd` and not in the project's folder, as text: no trust covers it. */
export function reachedOnlyFrom(
  cwd: string,
  hook: Hook,
  project: string,
  variables: FolderVariables,
): readonly string[] {
  // Everything found is uncovered, inside the project or not. What a tool of the machine does by itself is the same in
  // every folder, and trust does not examine it.
  const [own, other] = [resolvedPath(project), resolvedPath(cwd)];
  const readsBelow = isBelow(other, own) ? [own] : [own, other];
  const context = (folder: string): ScanContext => ({
    project: parse(folder).root,
    start: folder,
    readsBelow,
    values: new Map([
      ...variables.project.map((name) => [name, project] as const),
      ...variables.cwd.map((name) => [name, folder] as const),
    ]),
  });
  try {
    return withinScanBudget(() => {
      const seenFrom = (folder: string): readonly string[] => scanHook(hook, context(folder)).code.filter(isFile);
      const fromProject = new Set(seenFrom(project).map(resolvedPath));
      const files = seenFrom(cwd).filter((path) => !fromProject.has(resolvedPath(path)));
      return [...files, ...strayRunners(hook, context(cwd), fromProject)];
    });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return [`what cannot be looked through (${error.message})`];
  }
}

/** Runners such as `make` for which no file covered by trust defines what they start. */
const strayRunners = (hook: Hook, there: ScanContext, covered: ReadonlySet<string>): readonly string[] =>
  runnersOf(hook, there).flatMap(({ command, files }) =>
    files.length > 0 && files.every((file) => covered.has(resolvedPath(file))) ? [] : [`"${command}"`],
  );
