import { isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';

/** Keys and indexes of the path to a value. */
export type EntryPath = readonly (string | number)[];

/** An object of a configuration that names what a hook runs. */
export interface ConfiguredEntry {
  readonly path: EntryPath;
  readonly value: JsonObject;
}

const HOOKS = 'hooks';

/** Every hook of a configuration in any of the known shapes: a list, lists by event, or groups by event. */
export function configuredEntries(top: Json): readonly ConfiguredEntry[] {
  if (Array.isArray(top)) return objectsIn(top as readonly Json[], []);
  const events = isJsonObject(top) && isJsonObject(top[HOOKS]) ? top[HOOKS] : {};
  return Object.entries(events).flatMap(([event, list]) =>
    (Array.isArray(list) ? objectsIn(list as readonly Json[], [HOOKS, event]) : []).flatMap((entry) => {
      const inner = entry.value[HOOKS];
      return Array.isArray(inner) ? objectsIn(inner as readonly Json[], [...entry.path, HOOKS]) : [entry];
    }),
  );
}

const objectsIn = (list: readonly Json[], path: EntryPath): readonly ConfiguredEntry[] =>
  list.flatMap((value, index) => (isJsonObject(value) ? [{ path: [...path, index], value }] : []));

/** What is removed with an entry: its group and the list of its event, where they have nothing else. */
export function goesWith(top: Json, path: EntryPath): EntryPath {
  const list = valueAt(top, path.slice(0, -1));
  const isAlone = Array.isArray(list) && list.length === 1;
  if (!isAlone || path.length < 3) return path;
  const isInGroup = path.at(-2) === HOOKS && path.length > 3;
  return isInGroup ? goesWith(top, path.slice(0, -2)) : path.slice(0, -1);
}

const valueAt = (top: Json, path: EntryPath): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string | number, Json>)[step] : undefined,
    top,
  );

/** What a configuration's entry runs, as text; empty where it runs nothing of that kind. */
export function commandIn({ command, exec, bash, handler }: JsonObject): string {
  const said = command ?? exec ?? bash ?? (isJsonObject(handler) ? handler['bash'] : undefined);
  return typeof said === 'string' ? said : Array.isArray(said) ? said.join(' ') : '';
}

/** Whether a configuration has no hooks and nothing else, apart from keys without meaning of their own. */
export function saysNothing(top: Json, idleKeys: readonly string[]): boolean {
  if (top === null) return true;
  if (Array.isArray(top)) return top.length === 0;
  if (!isJsonObject(top)) return false;
  return Object.entries(top).every(
    ([key, value]) =>
      idleKeys.includes(key) ||
      (key === HOOKS && (value === null || (isJsonObject(value) && Object.keys(value).length === 0))),
  );
}
