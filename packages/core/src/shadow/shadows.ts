import { statSync } from 'node:fs';
import type { HookEntry } from '../engine/routes.ts';
import type { Diagnostic, Hook, Source } from '../model/index.ts';
import type { Settings } from '../settings/settings.ts';
import type { Shadows, ShadowMark } from './shadow-file.ts';
import { NO_SHADOWS, readShadows } from './shadow-file.ts';
import { settingsFile } from '../settings/own-folders.ts';

/** Reads the user's settings; costs one system call where there are none. */
export async function loadShadows(settings: Settings): Promise<Shadows> {
  if (!isThere(settingsFile(settings))) return NO_SHADOWS;
  return readShadows(settings);
}

/** True also when the stat fails: reading the file will report why. */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Notices about the settings: what could not be read, and marks that match no hook. */
export function strayMarks(
  { marks, digestOf, diagnostics }: Shadows,
  sources: readonly Source[],
  armed: () => readonly HookEntry[],
): readonly Diagnostic[] {
  if (marks.length === 0) return diagnostics;
  // A hook of the user that the project switches off still exists.
  const hooks = [...armed().map(({ hook }) => hook), ...sources.flatMap((source) => source.hooks)];
  return [...diagnostics, ...marks.flatMap((mark) => strayOf(mark, hooks, digestOf) ?? [])];
}

function strayOf(mark: ShadowMark, hooks: readonly Hook[], digestOf: Shadows['digestOf']): Diagnostic | null {
  const named = hooks.filter(({ id }) => id === mark.id);
  if (named.some((hook) => mark.definition === null || digestOf(hook) === mark.definition)) return null;
  return named.length === 0
    ? {
        ...mark.at,
        message: `shadow: there is no hook "${mark.id}"`,
        hint: `take it out with: hookline shadow '${mark.id}' --off`,
      }
    : {
        ...mark.at,
        message: `shadow: the hook "${mark.id}" is not the one that was put in shadow; it decides`,
        hint: `put it in shadow again with: hookline shadow '${mark.id}'`,
      };
}
