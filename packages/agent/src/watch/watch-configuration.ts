import { createContentStamps } from './content-stamps.ts';
import { Settling } from './settling.ts';
import { takeSnapshot } from './snapshot.ts';
import type { Place } from './snapshot.ts';
import { startSweeping } from './sweeping.ts';
import type { Sweeping } from './sweeping.ts';

/** Where configuration comes from, in the words of the ConfigChange event. */
type ConfigurationSource = 'user_settings' | 'project_settings' | 'local_settings' | 'skills' | 'agents';

/** A file or folder of configuration, which need not exist yet. */
export interface ConfigurationFile {
  /** Absolute. */
  readonly path: string;
  readonly source: ConfigurationSource;
}

// A folder of hook folders holds name/HOOK.md and name/scripts/run.
const LEVELS = 3;

/**
 * Tells when the content of a file has changed, when it has come or gone: once for several quick writes, never when all
 * is as before. Of a folder the changed file is named, or the folder itself when there are several. Files are looked at
 * rather than listened to, since events of the system get lost under load and know nothing of folders to come.
 */
export function watchConfiguration(
  files: readonly ConfigurationFile[],
  onChange: (change: ConfigurationFile) => void,
): Sweeping {
  const stampOf = createContentStamps();
  const watched = files.map(({ path, source }) => {
    const place: Place = { path, levels: LEVELS };
    const settling = new Settling(takeSnapshot(place, stampOf) ?? new Map());
    return { place, source, settling, changed: new Set<string>() };
  });
  return startSweeping((quietMs) => {
    for (const { place, source, settling, changed } of watched) {
      const seen = takeSnapshot(place, stampOf);
      if (seen === null) continue; // no folder of configuration is that large
      for (const { path } of settling.look(seen, performance.now(), quietMs)) changed.add(path);
      if (changed.size === 0 || !settling.isQuiet) continue;
      const [first = place.path] = changed.size === 1 ? changed : [];
      changed.clear();
      onChange({ path: first, source });
    }
    return { isQuiet: watched.every(({ settling }) => settling.isQuiet) };
  });
}
