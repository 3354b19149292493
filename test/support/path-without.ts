import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Fills a folder with links to every program of this machine but the ones whose names fit, and returns it as a PATH. */
export function pathWithout(left: RegExp, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const taken = new Set<string>();
  for (const from of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of programsIn(from)) {
      if (left.test(name) || taken.has(name)) continue;
      taken.add(name);
      symlinkSync(join(from, name), join(folder, name));
    }
  }
  return folder;
}

/** A PATH may name folders that are not there. */
function programsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
