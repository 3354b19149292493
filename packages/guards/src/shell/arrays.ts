import { MARKS } from './marks.ts';

/** The value of an array: its items in one text. */
export const arrayOf = (items: readonly string[]): string => items.join(MARKS.item);

export const itemsIn = (value: string): readonly string[] => (value === '' ? [] : value.split(MARKS.item));

/** The arguments of a script or a function, as variables. */
export function setPositional(values: readonly string[], variables: Map<string, string>): void {
  const before = itemsIn(variables.get('@') ?? '').length;
  for (let at = values.length; at < before; at += 1) variables.set(String(at + 1), '');
  for (const [index, value] of values.entries()) variables.set(String(index + 1), value);
  variables.set('@', arrayOf(values)).set('*', values.join(' '));
}

/** An array with one item set; a key that is no number belongs to a variable of its own. */
export function setItem(
  { name, key, value }: { readonly name: string; readonly key: string; readonly value: string },
  variables: Map<string, string>,
): void {
  variables.set(keyed(name, key), value);
  const at = Number(key);
  if (!Number.isInteger(at) || at < 0 || at > MOST_ITEMS) return;
  const items = [...itemsIn(variables.get(name) ?? '')];
  while (items.length < at) items.push('');
  items[at] = value;
  variables.set(name, arrayOf(items));
}

/** One item of an array; undefined where the line does not set it. */
export const itemAt = (name: string, key: string, variables: ReadonlyMap<string, string>): string | undefined =>
  variables.get(keyed(name, key)) ?? variables.get(name)?.split(MARKS.item)[Number(key)];

const keyed = (name: string, key: string): string => `${name}[${key}]`;
const MOST_ITEMS = 256;
