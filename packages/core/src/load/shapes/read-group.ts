import { isJsonObject } from '../../model/index.ts';
import { checkKeys, toldWhenStrict } from '../check-keys.ts';
import { isTrueIn, textIn } from '../checked-values.ts';
import { describeValue } from '../describe.ts';
import { pathText } from '../document.ts';
import type { Path } from '../document.ts';
import { matcherOf, readFlatEntry } from './group-matcher.ts';
import { readGroupedEntry } from './grouped-entry.ts';
import type { HookGroup, GroupedFile } from './grouped-file.ts';
import { HOOKS } from './hooks-part.ts';

type GroupPlace = Pick<HookGroup, 'event' | 'path'>;

/** Reports a part of a file that is not what stands there in a file that works. */
export function reportShape({ report }: GroupedFile, path: Path, expected: string, value: unknown): void {
  const message = `${pathText(path)} must be ${expected}, not ${describeValue(value)}; it is skipped`;
  report({ severity: 'error', at: { path, part: 'value' }, message, hint: null });
}

/** For parts that are read only to find their problems. */
export const unusable = (file: GroupedFile): GroupedFile => ({
  ...file,
  note: (hook) => file.note({ ...hook, isUsable: false }),
  spoil: () => {},
});

/** Reads an item of an event's list: a group of handlers under one matcher or, where the shape has such, a handler. */
export function readGroup(file: GroupedFile, place: GroupPlace, group: unknown): void {
  const { event, path } = place;
  if (isLone(file, group)) return readFlatEntry(file, place, group);
  if (!isJsonObject(group)) {
    file.spoil(event, path);
    return reportShape(file, path, 'an object with a list of hooks', group);
  }
  const { shape, found, report } = file;
  const policy = { badOption: shape.badOption, unknownKey: toldWhenStrict(found.place) };
  const { values, isUsable, findings } = checkKeys(group, shape.groupKeys, { path, prefix: '', shown: path }, policy);
  findings.forEach(report);
  if (!isUsable) file.spoil(event, path);
  if (!isUsable && found.place.strict !== true) return;
  const matcher = matcherOf(file, place, textIn(values, 'matcher'));
  const entries = Array.isArray(values[HOOKS]) ? values[HOOKS] : [];
  const options = { isBackground: isTrueIn(values, 'async'), isSequential: isTrueIn(values, 'sequential') };
  const reading = isUsable ? file : unusable(file);
  entries.forEach((entry: unknown, index) =>
    readGroupedEntry(reading, { event, path, matcher, ...options }, { value: entry, path: [...path, HOOKS, index] }),
  );
}

/** Whether an item is an entry of its own. */
const isLone = ({ shape: { items } }: GroupedFile, item: unknown): boolean =>
  items === 'flat' || (items === 'flat-or-grouped' && isJsonObject(item) && !Object.hasOwn(item, HOOKS));
