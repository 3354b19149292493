import path from 'node:path';

/** A path for people: relative to the project with forward slashes, absolute outside it. */
export function displayPath(
  file: string,
  place: { readonly project: string; readonly platform: NodeJS.Platform },
): string {
  const paths = place.platform === 'win32' ? path.win32 : path.posix;
  const relative = paths.relative(place.project, file);
  const isInside = relative !== '' && !paths.isAbsolute(relative) && !/^\.\.(?:[/\\]|$)/.test(relative);
  return isInside ? relative.split(paths.sep).join('/') : file;
}
