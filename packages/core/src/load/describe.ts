import path from 'node:path';

/** A description of a value, for a message about what was found instead of what was expected. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${quote(value)}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** A string in quotes, cut when it is long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const LONGEST = 60;

/** How an entry of a list is named in messages: `hooks.json: entry 2 ("protect")`, counted from 1. */
export function entryLabel(file: string, entry: number, name: unknown): string {
  const label = `${path.basename(file)}: entry ${entry}`;
  return typeof name === 'string' && name !== '' ? `${label} (${quote(name)})` : label;
}

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
