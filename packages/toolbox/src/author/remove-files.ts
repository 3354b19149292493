import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Takes files away, and the folders that are empty then, up to but without `root`. */
export function removeFiles(paths: readonly string[], roots: readonly string[]): void {
  for (const path of paths) rmSync(path);
  for (const path of paths) removeEmpty(dirname(path), roots);
}

function removeEmpty(folder: string, roots: readonly string[]): void {
  const isInside = roots.some((root) => folder.startsWith(`${root}/`));
  if (!isInside || !isEmpty(folder)) return;
  rmdirSync(folder);
  removeEmpty(dirname(folder), roots);
}

/** One that is gone already is not empty. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
