import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stampByStats } from './snapshot.ts';
import type { StampOf } from './snapshot.ts';

const MOST_BYTES = 1024 * 1024;
// A clock that files are stamped with ticks every few milliseconds: a second write within one tick does not show.
const FRESH_MS = 50;

/** Stamps that change with a file's content and executable bit alone; a file is read only when its stats have changed. */
export function createContentStamps(now: () => number = Date.now): StampOf {
  const known = new Map<string, { readonly facts: string; readonly stamp: string }>();
  return (path, stats) => {
    const facts = `${stampByStats(path, stats)}:${stats.mode}`;
    const before = known.get(path);
    if (before?.facts === facts) return before.stamp;
    const stamp = `${contentOf(path, stats.size) ?? facts}:${stats.mode & 0o111n}`;
    if (now() - Number(stats.mtimeMs) > FRESH_MS) known.set(path, { facts, stamp });
    else known.delete(path);
    return stamp;
  };
}

/** null for a file that is too large, or that cannot be read. */
function contentOf(path: string, size: bigint): string | null {
  try {
    return size > MOST_BYTES ? null : createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
}
