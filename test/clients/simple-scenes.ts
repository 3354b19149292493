import type { JsonObject } from '@hookline/core';
import type { Play, ToolCall } from './client.ts';
import { asText } from './values.ts';

/** What makes another event happen, or why it cannot be made to. */
type OtherScene = string | ((event: JsonObject) => Partial<Play>);

/** How the usual events are made to happen in a headless run; `call`: the program's own name and fields of a tool call. */
export function usualScenes(
  call: (tool: string, input: JsonObject) => ToolCall | string,
  others: Readonly<Record<string, OtherScene>>,
): (event: JsonObject) => Play | string {
  const play = (more: Partial<Play> = {}): Play => ({ prompt: 'Say hello', calls: [], isPermitted: true, ...more });
  const byCall = (event: JsonObject, isPermitted = true): Play | string => {
    const made = call(asText(event['tool_name']), (event['tool_input'] ?? {}) as JsonObject);
    return typeof made === 'string' ? made : play({ prompt: 'Run the command', calls: [made], isPermitted });
  };
  return (event) => {
    const name = asText(event['hook_event_name']);
    const other = others[name];
    if (other !== undefined) return typeof other === 'string' ? other : play(other(event));
    if (name === 'PermissionRequest') return byCall(event, false);
    if (['PreToolUse', 'PostToolUse', 'PostToolUseFailure'].includes(name)) return byCall(event);
    if (name === 'UserPromptSubmit') return play({ prompt: asText(event['prompt']) });
    if (name === 'Stop') return play();
    if (name === 'SessionStart') return fits(event, 'source', 'startup') ?? play();
    if (name === 'SessionEnd') return fits(event, 'reason', 'other') ?? play();
    return `no way to make ${name} happen is known`;
  };
}

function fits(event: JsonObject, key: string, value: string): string | null {
  const given = event[key];
  return given === undefined || given === value
    ? null
    : `only ${key} "${value}" is made to happen, not "${asText(given)}"`;
}
