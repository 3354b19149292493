import type { JsonObject } from '../../model/index.ts';
import { pathText } from '../document.ts';
import type { Path } from '../document.ts';
import type { GroupedFile } from './grouped-file.ts';

/** Where all problems of a file are wanted: what other programs that read it make of the keys of an entry. */
export function warnOfOtherReaders({ found, report }: GroupedFile, entry: JsonObject, path: Path): void {
  if (found.place.strict !== true) return;
  for (const [key, what] of Object.entries(found.readElsewhere ?? {}).filter(([each]) => Object.hasOwn(entry, each)))
    report({
      severity: 'warning',
      at: { path: [...path, key], part: 'key' },
      message: `${pathText([...path, key])}: ${what}`,
      hint: null,
    });
}
