import { isAbsolute, relative, sep } from 'node:path';

/** A path as it is shown to the model: relative to the working directory where it lies below it. */
export function shownPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  const isOutside = below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  return isOutside ? path : below;
}
