import { isJsonObject } from '../model/index.ts';
import type { CoveredFile } from '../model/index.ts';
import { sha256 } from '../text/sha256.ts';

/** One content of one project that the user has trusted. */
export interface TrustRecord {
  /** 1: without a checksum, as in the first releases. */
  readonly v: 1 | 2;
  /** Resolved path of the project. */
  readonly path: string;
  readonly digest: string;
  readonly at: string;
  readonly files: readonly CoveredFile[];
}

/** A record as it is written: with a digest of itself, so that damage is noticed. */
export function trustRecordText(record: TrustRecord): string {
  const body = JSON.stringify(record).slice(0, -1);
  return `${body},"check":"${checkOf(body)}"}\n`;
}

/** Parses a record; null when the text is not exactly one, or was altered. */
export function parseTrustRecord(text: string): TrustRecord | null {
  const value = parse(text);
  if (!isJsonObject(value)) return null;
  const { v, path, digest, at, files } = value;
  if (v !== 1 && v !== 2) return null;
  if (Object.keys(value).length !== KEYS[v] || (v === 2 && !isAsWritten(text))) return null;
  if (typeof path !== 'string' || typeof digest !== 'string' || typeof at !== 'string' || !Array.isArray(files))
    return null;
  const covered: readonly unknown[] = files;
  return covered.every(isCoveredFile) ? { v, path, digest, at, files: covered } : null;
}

// A record with a checksum cannot pass for one of version 1, which had none.
const KEYS = { 1: 5, 2: 6 } as const;

const CHECKED = /^(.*),"check":"([0-9a-f]{64})"\}\n$/s;

function isAsWritten(text: string): boolean {
  const [, body, check] = CHECKED.exec(text) ?? [];
  return body !== undefined && checkOf(body) === check;
}

const checkOf = (body: string): string => sha256(body);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isCoveredFile = (value: unknown): value is CoveredFile =>
  isJsonObject(value) && typeof value['path'] === 'string' && typeof value['digest'] === 'string';
