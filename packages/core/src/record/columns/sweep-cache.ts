import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../process/alive.ts';

/** Removes what was kept of files that are gone, and what a process that has ended did not finish. */
export function sweepCache(folder: string, names: readonly string[]): void {
  const kept = new Set(names.map((name) => `${name}.idx`));
  try {
    for (const name of readdirSync(folder))
      if (!kept.has(name) && !isBeingWritten(folder, name)) rmSync(join(folder, name), { force: true });
  } catch {
    // no folder, or not ours: it costs room only
  }
}

/** By this process or by another one: two studios may keep the same index. */
function isBeingWritten(folder: string, name: string): boolean {
  const writer = /\.idx\.(\d+)\.tmp$/.exec(name)?.[1];
  const written = writer === undefined ? undefined : statSync(join(folder, name), { throwIfNoEntry: false });
  return written !== undefined && isAlive(Number(writer), written.mtime);
}
