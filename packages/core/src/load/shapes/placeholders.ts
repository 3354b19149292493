import type { Json, JsonObject } from '../../model/index.ts';
import { pathText } from '../document.ts';
import type { Path } from '../document.ts';
import { isOfPlugin } from '../plugins.ts';
import type { GroupedFile } from './grouped-file.ts';

/** Warns about `${NAME}` placeholders that have a value only in hooks of a plugin. */
export function warnOfForeignPlaceholders(
  { dialect, found, report }: GroupedFile,
  entry: JsonObject,
  path: Path,
): void {
  if (found.plugin !== null) return;
  for (const { name } of dialect.placeholders.filter(isOfPlugin)) {
    const place = placeOf(`\${${name}}`, entry, path);
    if (place === null) continue;
    const message = `${pathText(place)}: \${${name}} is known only in the hooks of a plugin`;
    report({ severity: 'warning', at: { path: place, part: 'value' }, message, hint: 'write the path itself' });
  }
}

/** The location of the first string that has the placeholder. */
function placeOf(placeholder: string, value: Json, path: Path): Path | null {
  if (typeof value === 'string') return value.includes(placeholder) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    const place = placeOf(placeholder, child, [...path, Array.isArray(value) ? Number(key) : key]);
    if (place !== null) return place;
  }
  return null;
}
