import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** A source file as it was when a worker loaded it. */
export interface WorkerSource {
  readonly path: string;
  /** Changes with nearly every edit, and is known without reading the file. */
  readonly stamp: string;
  /** Loaded so soon after an edit that another one may leave the stamp unchanged. */
  readonly isRecent: boolean;
  readonly digest: string;
}

/** The files that a worker has loaded. */
export interface LoadedSources {
  readonly add: (sources: readonly WorkerSource[]) => void;
  /** Whether all of them still have the content that was loaded; no edited file ever passes. */
  readonly areCurrent: () => boolean;
}

/** Tracks the files that a worker has loaded. */
export function createLoadedSources(): LoadedSources {
  let loaded: readonly WorkerSource[] = [];
  return {
    add: (sources) => {
      loaded = [...loaded, ...sources];
    },
    areCurrent: () => {
      const rechecked = loaded.map((source) => recheckSource(source));
      if (rechecked.includes(null)) return false;
      loaded = rechecked.filter((source) => source !== null);
      return true;
    },
  };
}

/** The source for later comparisons; null when the file no longer has the content that was loaded. */
function recheckSource(source: WorkerSource): WorkerSource | null {
  try {
    if (!source.isRecent && stampOf(source.path) === source.stamp) return source;
    const { source: found } = readSource(source.path);
    return found.digest === source.digest ? found : null;
  } catch {
    return null;
  }
}

const RECENT_MS = 100;

/** Reads a file and what is needed to notice a later change; throws when it cannot be read. */
export function readSource(path: string): { readonly source: WorkerSource; readonly text: string } {
  const stamp = stampOf(path);
  const bytes = readFileSync(path);
  const { mtimeMs, ctimeMs } = statSync(path);
  const isRecent = Date.now() - Math.max(mtimeMs, ctimeMs) < RECENT_MS;
  return { source: { path, stamp, isRecent, digest: digestOf(bytes) }, text: bytes.toString() };
}

/** The same form as the python worker writes. */
function stampOf(path: string): string {
  const { mtimeNs, ctimeNs, size, ino } = statSync(path, { bigint: true });
  return `${mtimeNs}:${ctimeNs}:${size}:${ino}`;
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
