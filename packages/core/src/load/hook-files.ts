import { accessSync, constants, lstatSync, readdirSync, statSync } from 'node:fs';
import type { ReadFile, RefusedFile } from './read-file.ts';
import { leadsOutOf, readConfigurationFile, refusedBy } from './read-file.ts';
import { statsOf } from './stats-of.ts';

/** The entries of a folder, sorted. */
type ListedFolder =
  | { readonly kind: 'missing' }
  | { readonly kind: 'folder'; readonly names: readonly string[] }
  | RefusedFile;

/** What is at a path; `program`: an executable file. */
export type FileKind = 'missing' | 'folder' | 'file' | 'program';

/** How the files that define hooks are read: from disk, or as they were when the project was trusted. */
export interface HookFiles {
  readonly read: (file: string, within: string | null) => ReadFile;
  readonly list: (folder: string) => ListedFolder;
  /** Whether this name exists, even as a dangling symlink. */
  readonly isThere: (file: string) => boolean;
  readonly kindOf: (file: string) => FileKind;
  /** Why a folder of hooks must not be read: a symlink that leads out of `within`; null when it may. */
  readonly leaves: (folder: string, within: string | null) => RefusedFile | null;
}

/** The files as they are now. */
export const ON_DISK: HookFiles = {
  read: readConfigurationFile,
  list: (folder) => {
    try {
      if (statSync(folder, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' };
      return { kind: 'folder', names: readdirSync(folder).sort() };
    } catch (error) {
      return refusedBy(error);
    }
  },
  isThere: (file) => {
    try {
      return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  },
  kindOf: (file) => {
    const stats = statsOf(file);
    if (stats === null) return 'missing';
    if (stats.isDirectory()) return 'folder';
    return isExecutable(file) ? 'program' : 'file';
  },
  leaves: (folder, within) => {
    try {
      return within !== null && leadsOutOf(within, folder) ? LEADS_OUT : null;
    } catch (error) {
      return refusedBy(error);
    }
  },
};

const LEADS_OUT: RefusedFile = {
  kind: 'refused',
  why: 'its folder is a symbolic link that leads out of the project',
  hint: 'put the folder itself into the project',
};

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
