import { closeSync, constants, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { markOf } from './chain.ts';
import { currentFile, linesIn, openToRead, rotatedNames } from './reader.ts';

/** What tells a file of the record from all others, also after it was put aside under another name. */
export interface RecordFileId {
  readonly inode: number;
  /** The digest of its first line in the chain; empty as long as it has none. */
  readonly first: string;
}

/** A place in a file of the record: what is before the offset has been read, or shipped. */
export interface RecordPosition extends RecordFileId {
  readonly offset: number;
}

/** A file of the record as it was when it was looked at. */
export interface RecordFile extends RecordFileId {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** It is the file that is written to; all others were put aside. */
  readonly isCurrent: boolean;
}

/** The files of a record, oldest first, the one that is written to last. A file that goes meanwhile is left out. */
export function recordFiles(folder: string): readonly RecordFile[] {
  // The current file is looked at first, so that it is not missed when it is rotated meanwhile.
  const current = fileAt(currentFile(folder), true);
  const aside = rotatedNames(folder).flatMap((name) => fileAt(join(folder, name), false) ?? []);
  return [...aside.filter(({ inode }) => inode !== current?.inode), ...(current === null ? [] : [current])];
}

function fileAt(path: string, isCurrent: boolean): RecordFile | null {
  const open = openToRead(path);
  if (open === null) return null;
  closeSync(open.descriptor);
  const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return { path, inode: open.inode, first: firstDigestIn(path), size: open.size, mtimeMs, isCurrent };
}

/** What of a record is there and cannot be read, in words; null: nothing. */
export function unreadableIn(folder: string): string | null {
  const openings = [
    () => readdirSync(folder),
    ...[...rotatedNames(folder).map((name) => join(folder, name)), currentFile(folder)].map((path) => () => {
      closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW));
    }),
  ];
  for (const opens of openings) {
    const why = failureOf(opens);
    if (why !== null) return why;
  }
  return null;
}

function failureOf(opens: () => unknown): string | null {
  try {
    opens();
    return null;
  } catch (error) {
    const { code, message, path } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : `${path ?? 'the record'} cannot be read: ${message}`;
  }
}

/** The digest of the first line in the chain; empty where there is none. */
export const firstDigestIn = (path: string): string => firstMarkIn(path)?.digest ?? '';

/** Mostly more than a line, and not many more. */
const FIRST_BYTES = 2_048;

/** What the first line in the chain states about its position; null where there is none. */
export function firstMarkIn(path: string): ReturnType<typeof markOf> {
  for (const { lines, isEnded } of linesIn(path, undefined, FIRST_BYTES))
    for (const { raw } of lines) {
      const mark = isEnded ? markOf(raw) : null;
      if (mark !== null) return mark;
    }
  return null;
}
