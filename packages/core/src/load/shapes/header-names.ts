import { isHeaderName } from '../../text/header-name.ts';
import { quote } from '../describe.ts';
import { pathText } from '../document.ts';
import type { Path } from '../document.ts';
import type { GroupedFile } from './grouped-file.ts';

/** A header name that no request can carry is left out. */
export function warnOfHeaderNames(
  { report }: GroupedFile,
  headers: Readonly<Record<string, string>>,
  path: Path,
): void {
  for (const name of Object.keys(headers).filter((each) => !isHeaderName(each)))
    report({
      severity: 'warning',
      at: { path: [...path, 'headers', name], part: 'key' },
      message: `${pathText([...path, 'headers'])}: ${quote(name)} is not the name of a header; it is left out`,
      hint: "letters, digits and !#$%&'*+.^_`|~- can stand in a name",
    });
}
