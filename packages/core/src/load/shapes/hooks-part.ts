import { isJsonObject } from '../../model/index.ts';
import type { GroupedJsonShape } from '../../model/index.ts';
import { ownValue } from '../check-keys.ts';
import type { FoundFile } from '../discover.ts';

/** The key of the events in a file, and of the handlers in a group. */
export const HOOKS = 'hooks';

/** The events of a document, without keys beside them that are none. */
export function hooksPart({ notEvents = [] }: GroupedJsonShape, value: unknown, { mayBeBare }: FoundFile): unknown {
  if (!isJsonObject(value)) return undefined;
  const hooks = mayBeBare === true && !Object.hasOwn(value, HOOKS) ? value : ownValue(value, HOOKS);
  if (notEvents.length === 0 || !isJsonObject(hooks)) return hooks;
  return Object.fromEntries(Object.entries(hooks).filter(([key]) => !notEvents.includes(key)));
}
