import { join, resolve } from 'node:path';
import { forTerminal } from '@hookline/core/internal';
import { Settling, settledIn } from './settling.ts';
import type { FileChange, Look } from './settling.ts';
import { MOST_FILES, takeSnapshot } from './snapshot.ts';
import type { Place } from './snapshot.ts';
import { startSweeping, type Sweeping } from './sweeping.ts';

/** What is to be watched from now on. */
interface WatchList {
  readonly cwd: string;
  /** Names of files in cwd itself. */
  readonly names: readonly string[];
  /** Absolute paths of files, and of folders with all that is in them. */
  readonly paths: readonly string[];
}

export interface FileWatch extends Sweeping {
  /** Watches these instead; what was watched before goes on as if nothing had happened. */
  readonly update: (list: WatchList) => void;
  /** Takes a file as it is now for told. */
  readonly accept: (path: string) => void;
}

const LEVELS = 32;

interface Watched {
  readonly place: Place;
  /** null: there are too many files, and it is not looked at. */
  settling: Settling | null;
}

/**
 * Tells of files that come, change and go, once each has come to rest; watches nothing before the first update. A folder
 * that holds too many files is not watched, which `onProblem` is told once.
 */
export function watchFiles(
  onChange: (change: FileChange) => void,
  onProblem: (problem: string) => void = () => {},
): FileWatch {
  let watched: ReadonlyMap<string, Watched> = new Map();
  const sweeping = startSweeping((quietMs) => {
    const looks = [...watched.values()].flatMap((each) => lookAt(each, onProblem));
    const changes = settledIn(looks, performance.now(), quietMs);
    const isQuiet = looks.every(({ settling }) => settling.isQuiet);
    for (const change of changes) onChange(change);
    return { isQuiet };
  });
  return {
    lookNow: sweeping.lookNow,
    accept: (path) => {
      for (const { place, settling } of watched.values()) settling?.accept(path, takeSnapshot(place) ?? new Map());
    },
    update: (list) => {
      const before = watched;
      watched = new Map(
        placesOf(list).map((place) => [keyOf(place), before.get(keyOf(place)) ?? begin(place, onProblem)]),
      );
    },
    close: () => {
      watched = new Map();
      sweeping.close();
    },
  };
}

/** What is to be seen at a place; nothing where there are too many files. */
function lookAt(watched: Watched, onProblem: (problem: string) => void): readonly Look[] {
  if (watched.settling === null) return [];
  const seen = takeSnapshot(watched.place);
  if (seen !== null) return [{ settling: watched.settling, seen }];
  watched.settling = null;
  onProblem(tooMany(watched.place));
  return [];
}

const placesOf = ({ cwd, names, paths }: WatchList): readonly Place[] => [
  ...names.map((name) => ({ path: join(cwd, name), levels: 0 })),
  ...paths.map((path) => ({ path: resolve(path), levels: LEVELS })),
];

const keyOf = ({ path, levels }: Place): string => `${levels}:${path}`;

function begin(place: Place, onProblem: (problem: string) => void): Watched {
  const seen = takeSnapshot(place);
  if (seen === null) onProblem(tooMany(place));
  return { place, settling: seen === null ? null : new Settling(seen) };
}

const tooMany = ({ path }: Place): string =>
  forTerminal(`${path} holds more than ${MOST_FILES} files and is not watched; name a smaller folder`);
