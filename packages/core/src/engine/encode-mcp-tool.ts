import type { Handler, Json, JsonObject, McpToolRequest } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { lookUp, textOf } from './answers/field-types.ts';
import type { Frame } from './frame.ts';
import { payloadOf } from './payload.ts';

type McpToolHandler = Extract<Handler, { kind: 'mcp_tool' }>;

/** The call of a tool, with `${field.path}` in the texts of its input replaced by what the event has there. */
export function encodeMcpTool(
  { server, tool, input }: McpToolHandler,
  frame: Frame,
): Pick<McpToolRequest, 'kind' | 'server' | 'tool' | 'input'> {
  const payload = payloadOf(frame);
  return { kind: 'mcp_tool', server, tool, input: filledObject(input, payload) };
}

const filledObject = (object: JsonObject, payload: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, filledValue(value, payload)]));

function filledValue(value: Json, payload: JsonObject): Json {
  if (typeof value === 'string') return value.replace(PLACE, (_whole, path: string) => textAt(payload, path));
  if (Array.isArray(value)) return value.map((item: Json) => filledValue(item, payload));
  return isJsonObject(value) ? filledObject(value, payload) : value;
}

const PLACE = /\$\{([A-Za-z_][\w.]*)\}/g;

/** Nothing where the event has no such value. */
function textAt(payload: JsonObject, path: string): string {
  const value = lookUp(payload, path);
  return value === undefined || value === null ? '' : textOf(value);
}
