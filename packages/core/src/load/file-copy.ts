import { join, relative, sep } from 'node:path';
import type { CopiedPlace, FileCopy } from '../model/index.ts';
import { type FileKind, type HookFiles, ON_DISK } from './hook-files.ts';

/** Reads files from disk and keeps a copy of everything that is read. */
export interface CopyingFiles {
  readonly files: HookFiles;
  readonly copy: () => FileCopy;
}

const MISSING = { kind: 'missing' } as const;

/** Copies what is read below a project while it is read, so that nothing is trusted that was not examined. */
export function copyingFiles(project: string): CopyingFiles {
  const places = new Map<string, CopiedPlace>();
  const keep = <Place extends CopiedPlace>(path: string, place: Place): Place => {
    places.set(keyOf(project, path), place);
    return place;
  };
  const files: HookFiles = {
    read: (file, within) => keep(file, ON_DISK.read(file, within)),
    list: (folder) => keep(folder, ON_DISK.list(folder)),
    isThere: (file) => {
      const isThere = ON_DISK.isThere(file);
      if (!isThere) keep(file, MISSING);
      return isThere;
    },
    kindOf: (file) => {
      const kind = ON_DISK.kindOf(file);
      keep(file, { kind: kind === 'folder' ? 'directory' : kind });
      return kind;
    },
    leaves: (folder, within) => {
      const refused = ON_DISK.leaves(folder, within);
      if (refused !== null) keep(folder, refused);
      return refused;
    },
  };
  return { files, copy: () => Object.fromEntries([...places].toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}

/** The files of a project as a copy has them. */
export function copiedFiles(copy: FileCopy, project: string): HookFiles {
  const placeAt = (path: string): CopiedPlace => copy[keyOf(project, path)] ?? MISSING;
  return {
    read: (file) => {
      const place = placeAt(file);
      return place.kind === 'text' || place.kind === 'refused' ? place : MISSING;
    },
    list: (folder) => {
      const place = placeAt(folder);
      return place.kind === 'folder' || place.kind === 'refused' ? place : MISSING;
    },
    isThere: (file) => placeAt(file).kind !== 'missing',
    kindOf: (file) => kindIn(placeAt(file)),
    leaves: (folder) => {
      const place = placeAt(folder);
      return place.kind === 'refused' ? place : null;
    },
  };
}

function kindIn({ kind }: CopiedPlace): FileKind {
  if (kind === 'text') return 'file';
  if (kind === 'directory') return 'folder';
  return kind === 'refused' ? 'missing' : kind;
}

/**
 * Whether everything that was copied is unchanged, and nothing is at those of `places` that were not looked at; then
 * the hooks in the files are those of the copy.
 */
export function isAsCopied(copy: FileCopy, project: string, places: readonly string[]): boolean {
  const isUnread = (place: string): boolean => !Object.hasOwn(copy, keyOf(project, place));
  return (
    Object.entries(copy).every(([path, place]) =>
      placesNow(join(project, path), place, limitOf(project, path)).some((now) => isSame(place, now)),
    ) && !places.some((place) => isUnread(place) && ON_DISK.isThere(place))
  );
}

/** The folder that a link at this path must not leave: the project, or the folder above it that holds the file. */
const limitOf = (project: string, path: string): string => join(project, /^(?:\.\.\/)*/.exec(path)?.[0] ?? '');

/** What would be copied now, for each query that may have returned this entry. */
function placesNow(path: string, { kind }: CopiedPlace, project: string): readonly CopiedPlace[] {
  switch (kind) {
    case 'text':
      return [ON_DISK.read(path, project)];
    case 'folder':
      return [ON_DISK.list(path)];
    case 'refused':
      return [ON_DISK.leaves(path, project) ?? MISSING, ON_DISK.read(path, project), ON_DISK.list(path)];
    case 'missing':
      return ON_DISK.isThere(path) ? [] : [MISSING];
    case 'file':
    case 'program':
    case 'directory': {
      const now = ON_DISK.kindOf(path);
      return [{ kind: now === 'folder' ? 'directory' : now }];
    }
  }
}

const isSame = (one: CopiedPlace, other: CopiedPlace): boolean => JSON.stringify(one) === JSON.stringify(other);

/** With forward slashes, so that a copy is the same on every system. */
const keyOf = (project: string, path: string): string => relative(project, path).split(sep).join('/');
