import { isJsonObject } from '../../model/index.ts';
import type { GroupedJsonShape } from '../../model/index.ts';
import { ownValue } from '../check-keys.ts';

/** The key of the events in a file, and of the handlers in a group. */
export const HOOKS = 'hooks';

/** The events of a document, without keys beside them that are none. */
export function hooksPart({ notEvents = [] }: GroupedJsonShape, value: unknown): unknown {
  const hooks = isJsonObject(value) ? ownValue(value, HOOKS) : undefined;
  if (notEvents.length === 0 || !isJsonObject(hooks)) return hooks;
  return Object.fromEntries(Object.entries(hooks).filter(([key]) => !notEvents.includes(key)));
}

/** Every handler counts, and so does a group that has none because it is broken. */
export function countEntries(hooks: unknown): number {
  if (!isJsonObject(hooks)) return 0;
  const counts = Object.values(hooks).flatMap((groups) =>
    Array.isArray(groups) ? groups.map((group: unknown) => countGroup(group)) : [1],
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function countGroup(group: unknown): number {
  const entries = isJsonObject(group) ? ownValue(group, HOOKS) : undefined;
  return Array.isArray(entries) ? entries.length : 1;
}
