import { createHash } from 'node:crypto';
import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** The content of files at one moment, by path. */
export type Stamps = ReadonlyMap<string, string>;

/** The current content of the files, and of all files below the folders. */
export function stampFiles(paths: readonly string[]): Stamps {
  return new Map(paths.flatMap((path) => stampsBelow(path, MOST_LEVELS)));
}

const MOST_LEVELS = 4;
const MOST_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 1000;
const SETTLE_MS = 60;

/** Waits until the files differ from the stamps; returns the path of one that does, or null when aborted. */
export async function untilChanged(
  before: Stamps,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const folders = new Set(paths.flatMap((path) => [path, dirname(path)]));
  const alarm = createAlarm(signal);
  const watchers = [...folders].flatMap((folder) => watcherOf(folder, alarm.ring));
  try {
    while (!signal.aborted) {
      const changed = difference(before, stampFiles(paths));
      if (changed !== null) return changed;
      await alarm.wait(LOOK_EVERY_MS);
    }
    return null;
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** The file that was changed, added or removed; null when there is none. */
function difference(before: Stamps, now: Stamps): string | null {
  const paths = new Set([...before.keys(), ...now.keys()]);
  for (const path of paths) if (before.get(path) !== now.get(path)) return path;
  return null;
}

function stampsBelow(path: string, levels: number): readonly (readonly [string, string])[] {
  try {
    const stats = statSync(path);
    if (stats.isFile())
      return [[path, stats.size > MOST_BYTES ? `${stats.mtimeMs}` : `${stats.mode} ${digestOf(readFileSync(path))}`]];
    if (!stats.isDirectory() || levels === 0) return [];
    return readdirSync(path).flatMap((name) => stampsBelow(join(path, name), levels - 1));
  } catch {
    return [];
  }
}

const digestOf = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

function watcherOf(folder: string, ring: () => void): readonly FSWatcher[] {
  try {
    // What cannot be watched is polled.
    return [watch(folder, ring).on('error', () => {})];
  } catch {
    return [];
  }
}

/** Wakes the waiter soon after it was triggered; several triggers at once are one. */
function createAlarm(signal: AbortSignal): { readonly ring: () => void; readonly wait: (ms: number) => Promise<void> } {
  let wake = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => wake(), ms);
  };
  signal.addEventListener('abort', () => later(0), { once: true });
  return {
    ring: () => later(SETTLE_MS),
    wait: (ms) =>
      new Promise((resolve) => {
        wake = resolve;
        later(signal.aborted ? 0 : ms);
      }),
  };
}
