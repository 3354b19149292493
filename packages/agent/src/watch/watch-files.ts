import { join, resolve } from 'node:path';
import { forTerminal } from '@hookline/core/internal';
import { ChangeTracker, settledChanges } from './change-tracker.ts';
import type { FileChange, Observation } from './change-tracker.ts';
import { MOST_FILES, takeSnapshot } from './snapshot.ts';
import type { WatchedPath } from './snapshot.ts';
import { startPolling, type Polling } from './polling.ts';

/** What is to be watched from now on. */
interface WatchList {
  readonly cwd: string;
  /** Names of files in cwd itself. */
  readonly names: readonly string[];
  /** Absolute paths of files, and of folders with all that is in them. */
  readonly paths: readonly string[];
}

export interface FileWatch extends Polling {
  /** Watches these instead; what was watched before goes on as if nothing had happened. */
  readonly update: (list: WatchList) => void;
  /** Counts a file as reported the way it is now. */
  readonly accept: (path: string) => void;
}

const LEVELS = 32;

interface Watched {
  readonly target: WatchedPath;
  /** null: there are too many files, and it is not looked at. */
  tracker: ChangeTracker | null;
}

/**
 * Reports files that come, change and go, once each has settled; watches nothing before the first update. A folder that
 * holds too many files is not watched, which `onProblem` is told once.
 */
export function watchFiles(
  onChange: (change: FileChange) => void,
  onProblem: (problem: string) => void = () => {},
): FileWatch {
  let watched: ReadonlyMap<string, Watched> = new Map();
  const polling = startPolling((quietMs) => {
    const observations = [...watched.values()].flatMap((each) => observe(each, onProblem));
    const changes = settledChanges(observations, performance.now(), quietMs);
    const isQuiet = observations.every(({ tracker }) => tracker.isQuiet);
    for (const change of changes) onChange(change);
    return { isQuiet };
  });
  return {
    pollNow: polling.pollNow,
    accept: (path) => {
      for (const { target, tracker } of watched.values()) tracker?.accept(path, takeSnapshot(target) ?? new Map());
    },
    update: (list) => {
      const before = watched;
      watched = new Map(
        targetsOf(list).map((target) => [keyOf(target), before.get(keyOf(target)) ?? begin(target, onProblem)]),
      );
    },
    close: () => {
      watched = new Map();
      polling.close();
    },
  };
}

/** What is seen at a path; nothing where there are too many files. */
function observe(watched: Watched, onProblem: (problem: string) => void): readonly Observation[] {
  if (watched.tracker === null) return [];
  const seen = takeSnapshot(watched.target);
  if (seen !== null) return [{ tracker: watched.tracker, seen }];
  watched.tracker = null;
  onProblem(tooMany(watched.target));
  return [];
}

const targetsOf = ({ cwd, names, paths }: WatchList): readonly WatchedPath[] => [
  ...names.map((name) => ({ path: join(cwd, name), levels: 0 })),
  ...paths.map((path) => ({ path: resolve(path), levels: LEVELS })),
];

const keyOf = ({ path, levels }: WatchedPath): string => `${levels}:${path}`;

function begin(target: WatchedPath, onProblem: (problem: string) => void): Watched {
  const seen = takeSnapshot(target);
  if (seen === null) onProblem(tooMany(target));
  return { target, tracker: seen === null ? null : new ChangeTracker(seen) };
}

const tooMany = ({ path }: WatchedPath): string =>
  forTerminal(`${path} holds more than ${MOST_FILES} files and is not watched; name a smaller folder`);
