import type { Hook } from '../../model/index.ts';
import { linkStatsOf, shownPath } from '../paths.ts';
import { BudgetExceeded, withinScanBudget } from '../scan-budget.ts';
import { scanHook } from './scan-hook.ts';
import type { ScanContext } from './scan-hook.ts';

/** What a hook rests on; all paths are relative to the project, sorted, with `/`. */
export interface HookFiles {
  /** Files that the hook starts, loads or reads, in the project; each is there, be it as a link. */
  readonly files: readonly string[];
  /** Files that the hook would start or load and that are not there yet: one that appears is a change. */
  readonly missing: readonly string[];
  /** Folders of which the hook starts or loads whatever stands in them: their files are in `files`, and a new one is a change. */
  readonly folders: readonly string[];
  /** What the hook may start or load and what no file above stands for: to be named when trust is given. */
  readonly unknown: readonly UnknownCode[];
}

/** Code that a hook may run and whose changes are not noticed. */
interface UnknownCode {
  /** The command, call or package, shortened, as a person would recognise it. */
  readonly what: string;
  /** Why its files cannot be known. */
  readonly why: string;
  /** The file in which it stands, relative to the project; null: the definition of the hook. */
  readonly file: string | null;
}

/**
 * Finds what a hook starts, loads or reads inside the project, without running anything of it.
 *
 * Promises: the same project gives the same answer, in the same order. It reads no file outside of the project, follows no link
 * out of it, and ends within the scan budget (`scan-budget.ts`); what the budget does not reach is one `unknown`, with how much
 * was looked through as its reason. While no place that it looked at changes (`looking` in `looks.ts` tells them), its answer
 * stays the same; so a digest over `files`, taken when one of these places has changed, notices every change of what the hook
 * runs, except of what `unknown` names.
 */
export function filesOfHook(hook: Hook, context: ScanContext): HookFiles {
  const shown = (path: string): string => shownPath(path, context.project);
  try {
    const { code, data, missing, folders, unknown, unknownStarts } = scanHook(hook, context);
    const all = [...code, ...data].toSorted();
    return {
      files: all.filter(isThere).map(shown),
      missing: [...all.filter((path) => !isThere(path)), ...missing].map(shown).toSorted(),
      folders: folders.map(shown),
      unknown: [
        ...unknownStarts.map((part) => ({ ...part, file: null })),
        ...[...unknown].flatMap(([file, parts]) => parts.map((part) => ({ ...part, file: shown(file) }))),
      ],
    };
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return { files: [], missing: [], folders: [], unknown: [{ what: hook.name, why: error.message, file: null }] };
  }
}

/** The files that hooks of a project write, absolute: what one hook leaves for another is no data that a person has trusted. */
export const filesWrittenBy = (hooks: readonly Hook[], context: ScanContext): ReadonlySet<string> =>
  withinScanBudget(() => new Set(hooks.flatMap((hook) => writtenBy(hook, context))));

function writtenBy(hook: Hook, context: ScanContext): readonly string[] {
  try {
    return scanHook(hook, context).written;
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return [];
  }
}

const isThere = (path: string): boolean => linkStatsOf(path) !== null;
