import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The file that is written to. */
export const currentFile = (folder: string): string => join(folder, 'hookline.jsonl');

const ROTATED = /^hookline-(\d{8}T\d{9}Z)-\d+\.jsonl$/;

/** The names of the full files, oldest first. */
export function rotatedNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ROTATED.test(name))
      .sort();
  } catch {
    return []; // no folder, no record
  }
}

/** A name that sorts after all others, also when the clock was set back. */
export function nextRotatedName(names: readonly string[], now: number, pid: number): string {
  const last = ROTATED.exec(names.at(-1) ?? '')?.[1];
  const time = last === undefined ? now : Math.max(now, timeOf(last) + 1);
  return `hookline-${new Date(time).toISOString().replace(/[-:.]/g, '')}-${pid}.jsonl`;
}

function timeOf(stamp: string): number {
  const time = Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..)(...Z)$/, '$1-$2-$3:$4:$5.$6'));
  return Number.isNaN(time) ? 0 : time;
}
