import { type HookFiles, ON_DISK } from '../load/hook-files.ts';
import { compareStamps, type FileStamp, stampAt, type StampDepth } from './stamps/file-stamps.ts';

/** Files read from disk, together with what shows later whether reading them again would give the same. */
export interface RecordedReads {
  readonly files: HookFiles;
  /** Whether everything that was read is as it was: one system call for each path, more only where that cannot tell. */
  readonly areSame: () => boolean;
}

interface RecordedRead {
  readonly stamp: FileStamp;
  readonly isRefused: boolean;
  /** Reads it again. */
  readonly isSame: () => boolean;
}

/** Records every read from now on. */
export function recordReads(): RecordedReads {
  const readings = new Map<string, RecordedRead>();
  const recorded = <Result>(call: keyof HookFiles, path: string, depth: StampDepth, read: () => Result): Result => {
    const stamp = stampAt(path, depth); // before it is read, since it may change afterwards
    const result = read();
    const found = JSON.stringify(result);
    readings.set(`${call} ${path}`, {
      stamp,
      isRefused: isRefused(result),
      isSame: () => JSON.stringify(read()) === found,
    });
    return result;
  };
  return {
    files: {
      read: (file, within) => recorded('read', file, 'content', () => ON_DISK.read(file, within)),
      list: (folder) => recorded('list', folder, 'content', () => ON_DISK.list(folder)),
      isThere: (file) => recorded('isThere', file, 'identity', () => ON_DISK.isThere(file)),
      kindOf: (file) => recorded('kindOf', file, 'identity', () => ON_DISK.kindOf(file)),
      leaves: ON_DISK.leaves,
    },
    areSame: () => [...readings.values()].every(isAsRead),
  };
}

function isAsRead({ stamp, isRefused, isSame }: RecordedRead): boolean {
  const { how } = compareStamps([stamp]);
  if (how === 'moved') return false;
  return how === 'same' && !isRefused ? true : isSame();
}

/** Whether something may be read can depend on the folders above it, which have no stamp. */
const isRefused = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'refused';
