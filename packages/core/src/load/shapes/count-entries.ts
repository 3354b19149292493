import { isJsonObject } from '../../model/index.ts';
import { ownValue } from '../check-keys.ts';

const HOOKS = 'hooks';

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
