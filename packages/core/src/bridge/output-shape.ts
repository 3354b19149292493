import { lookUp } from '../engine/answers/field-types.ts';
import type { AgentTable, AnyEvent, Json, JsonObject, OutputShape } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';

/** The tool whose output is replaced, under the agent's name for it, and its event. */
interface ShapeTarget {
  readonly agent: AgentTable;
  readonly tool: string | null;
  readonly event?: AnyEvent;
}

/** An object with the keys of the tool's own result has its shape. */
export const isShapedLike = (given: Json, own: Json | undefined): boolean =>
  isJsonObject(own) && isJsonObject(given) && Object.keys(own).every((key) => Object.hasOwn(given, key));

/** The tool's own result, with a text in the place of its output; null where its shape is not known. */
export function shapedOutput(text: string, { agent, tool, event }: ShapeTarget): Json | null {
  if (agent.outputs === 'text') return text;
  const own = event?.['tool_response'];
  const shape = tool !== null && Object.hasOwn(agent.outputs, tool) ? agent.outputs[tool] : undefined;
  return shape === undefined || !isJsonObject(own) ? null : withReplaced(own, shape, text);
}

function withReplaced(own: JsonObject, { replaces }: OutputShape, text: string): JsonObject | null {
  let shaped = own;
  for (const [path, value] of Object.entries(replaces)) {
    if (lookUp(own, path) === undefined) return null;
    shaped = replacedAt(shaped, path.split('.'), value === '{text}' ? text : value);
  }
  return shaped;
}

function replacedAt(object: JsonObject, [head = '', ...tail]: readonly string[], value: Json): JsonObject {
  const inner = object[head];
  return { ...object, [head]: tail.length === 0 || !isJsonObject(inner) ? value : replacedAt(inner, tail, value) };
}
