import { join } from 'node:path';
import { type FoundFile, locationsOf } from '../load/discover.ts';
import { fitting } from '../load/expand-pattern.ts';
import type { Dialect } from '../model/dialect.ts';
import type { Settings } from '../settings/settings.ts';
import { entriesOf } from './folder.ts';
import { statsOf } from './paths.ts';
import type { FileStamp } from './stamps/file-stamps.ts';
import { recordingStamps, recordStamp } from './stamps/file-stamps.ts';

/** Where definitions of the project are read. */
export const projectLocations = (settings: Settings): readonly FoundFile[] =>
  settings.systems.flatMap((dialect) => locationsIn(dialect, settings));

const locationsIn = (dialect: Dialect, settings: Settings): readonly FoundFile[] =>
  locationsOf(dialect, settings).filter(({ within }) => within !== null);

/**
 * Stamps all paths where definitions of the project are read and its trust is kept; must be called before they are
 * read.
 */
export function stampPlaces(settings: Settings, storeFolder: string | null): readonly FileStamp[] {
  const { stamps } = recordingStamps(() => {
    for (const dialect of settings.systems) {
      for (const { file, pattern } of locationsIn(dialect, settings)) {
        if (pattern === undefined) stampDefinitions(file, dialect.shape);
        else stampPattern(file, pattern);
      }
    }
    if (storeFolder !== null) entriesOf(storeFolder);
  });
  return stamps;
}

/** A file, or a folder of hook folders: a hook may be added to a folder that exists already, and its file be edited. */
function stampDefinitions(file: string, shape: Dialect['shape']): void {
  const folders = statsOf(file)?.isDirectory() === true ? entriesOf(file).filter((entry) => !entry.isFile()) : null;
  if (folders === null) recordStamp(file, 'content');
  for (const { name } of folders ?? []) {
    entriesOf(join(file, name));
    if (shape.kind === 'hook-folders') recordStamp(join(file, name, shape.file), 'content');
  }
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
