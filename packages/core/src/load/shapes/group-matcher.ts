import { isJsonObject } from '../../model/index.ts';
import type { Matcher } from '../../model/index.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import { ownValue } from '../check-keys.ts';
import type { FoundFile } from '../discover.ts';
import { pathText } from '../document.ts';
import { fillTexts } from '../fill-texts.ts';
import { readGroupedEntry } from './grouped-entry.ts';
import type { GroupedFile, HookGroup } from './grouped-file.ts';

/** An entry that is a group of its own; what is wrong with its matcher's type is told with its other keys. */
export function readFlatEntry(
  file: GroupedFile,
  { event, path }: Pick<HookGroup, 'event' | 'path'>,
  value: unknown,
): void {
  const written = isJsonObject(value) ? ownValue(value, 'matcher') : undefined;
  const matcher = matcherOf(file, { event, path }, typeof written === 'string' ? written : null);
  readGroupedEntry(file, { event, path, matcher, isBackground: false, isSequential: false }, { value, path });
}

/** The matcher of a group; its problems are reported. */
export function matcherOf(
  file: GroupedFile,
  { event, path }: Pick<HookGroup, 'event' | 'path'>,
  text: string | null,
): Matcher {
  const { dialect, found, report, patterns } = file;
  const rule = dialect.events[event]?.match ?? dialect.match;
  const pattern = filledText(text, found);
  const { matcher, problems } = compileMatcher(rule, { pattern }, patterns, dialect.toolAliases);
  for (const { severity, message, hint } of problems) {
    const at = { path: [...path, 'matcher'], part: 'value' } as const;
    report({ severity, at, message: `${pathText(at.path)}: ${message}`, hint });
  }
  return matcher;
}

function filledText(text: string | null, found: FoundFile): string | null {
  const filled = text === null ? null : fillTexts(text, found);
  return typeof filled === 'string' ? filled : text;
}
