import { join } from 'node:path';
import { type FoundFile, locationsOf } from '../load/discover.ts';
import { fitting } from '../load/expand-pattern.ts';
import type { Settings } from '../settings/settings.ts';
import { entriesOf } from './folder.ts';
import { statsOf } from './paths.ts';
import type { FileStamp } from './stamps/file-stamps.ts';
import { recordingStamps, recordStamp } from './stamps/file-stamps.ts';

/** Where definitions of the project are read. */
export const projectLocations = (settings: Settings): readonly FoundFile[] =>
  settings.systems.flatMap((dialect) => locationsOf(dialect, settings)).filter(({ within }) => within !== null);

/**
 * Stamps all paths where definitions of the project are read and its trust is kept; must be called before they are
 * read.
 */
export function stampPlaces(settings: Settings, storeFolder: string | null): readonly FileStamp[] {
  const { stamps } = recordingStamps(() => {
    for (const { file, pattern } of projectLocations(settings)) {
      if (pattern === undefined) stampDefinitions(file);
      else stampPattern(file, pattern);
    }
    if (storeFolder !== null) entriesOf(storeFolder);
  });
  return stamps;
}

/** A file, or a folder of hook folders: a hook may be added to a folder that exists already. */
function stampDefinitions(file: string): void {
  const folders = statsOf(file)?.isDirectory() === true ? entriesOf(file).filter((entry) => !entry.isFile()) : null;
  if (folders === null) recordStamp(file, 'content');
  else for (const { name } of folders) entriesOf(join(file, name));
}

/** Files below a folder, at steps that may hold `*`. */
function stampPattern(path: string, [step, ...rest]: readonly string[]): void {
  if (step === undefined) recordStamp(path, 'content');
  else if (!step.includes('*')) stampPattern(join(path, step), rest);
  else {
    const fits = fitting(step);
    for (const { name } of entriesOf(path)) if (fits(name)) stampPattern(join(path, name), rest);
  }
}
