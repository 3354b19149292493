import { createContentStamps } from './content-stamps.ts';
import { ChangeTracker } from './change-tracker.ts';
import { takeSnapshot } from './snapshot.ts';
import type { WatchedPath } from './snapshot.ts';
import { startPolling } from './polling.ts';
import type { Polling } from './polling.ts';

/** Where configuration comes from, in the words of the ConfigChange event. */
export type ConfigurationSource =
  | 'policy_settings'
  | 'user_settings'
  | 'project_settings'
  | 'local_settings'
  | 'skills'
  | 'agents';

/** A file or folder of configuration, which need not exist yet. */
export interface ConfigurationFile {
  /** Absolute. */
  readonly path: string;
  readonly source: ConfigurationSource;
}

// A folder of hook folders holds name/HOOK.md and name/scripts/run.
const LEVELS = 3;

/**
 * Reports when the content of a file has changed, and when it has come or gone: once for several quick writes, never when
 * all is as before. Of a folder the changed file is named, or the folder itself when there are several. Files are polled:
 * events of the file system get lost under load, and there are none for folders that do not exist yet.
 */
export function watchConfiguration(
  files: readonly ConfigurationFile[],
  onChange: (change: ConfigurationFile) => void,
): Polling {
  const stampOf = createContentStamps();
  const watched = files.map(({ path, source }) => {
    const target: WatchedPath = { path, levels: LEVELS };
    const tracker = new ChangeTracker(takeSnapshot(target, stampOf) ?? new Map());
    return { target, source, tracker, changed: new Set<string>() };
  });
  return startPolling((quietMs) => {
    for (const { target, source, tracker, changed } of watched) {
      const seen = takeSnapshot(target, stampOf);
      if (seen === null) continue; // no folder of configuration is that large
      for (const { path } of tracker.observe(seen, performance.now(), quietMs)) changed.add(path);
      if (changed.size === 0 || !tracker.isQuiet) continue;
      const [first = target.path] = changed.size === 1 ? changed : [];
      changed.clear();
      onChange({ path: first, source });
    }
    return { isQuiet: watched.every(({ tracker }) => tracker.isQuiet) };
  });
}
