import { isJsonObject } from '../model/index.ts';
import type { CoveredFile } from '../model/index.ts';

/** One content of one project that the user has trusted. */
export interface TrustRecord {
  readonly v: 1;
  /** Resolved path of the project. */
  readonly path: string;
  readonly digest: string;
  readonly at: string;
  readonly files: readonly CoveredFile[];
}

/** Reads a record; null when the text is not exactly one. */
export function parseTrustRecord(text: string): TrustRecord | null {
  const value = parse(text);
  if (!isJsonObject(value) || value['v'] !== 1) return null;
  const { path, digest, at, files } = value;
  if (typeof path !== 'string' || typeof digest !== 'string' || typeof at !== 'string' || !Array.isArray(files))
    return null;
  const covered: readonly unknown[] = files;
  return covered.every(isCoveredFile) ? { v: 1, path, digest, at, files: covered } : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isCoveredFile = (value: unknown): value is CoveredFile =>
  isJsonObject(value) && typeof value['path'] === 'string' && typeof value['digest'] === 'string';
