import { rowOf } from '../engine/frame.ts';
import { nativeEvent } from '../engine/native-names.ts';
import type { Dialect, JsonObject, AnyEvent } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';

/** An input for the neutral tool of an event, with the fields that the dialect's own tool has. */
export function nativeInputOf(dialect: Dialect, event: AnyEvent, input: JsonObject, project: string): JsonObject {
  const row = rowOf(dialect, event);
  const named = row === undefined ? undefined : nativeEvent(dialect, row, { ...event, tool_input: input }, project);
  const native = named?.['tool_input'];
  return isJsonObject(native) ? native : input;
}
