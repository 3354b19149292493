import { isJsonObject, type Json } from '../../model/json.ts';
import type { MatchSubject } from '../../model/hook.ts';
import { spacedJson } from '../../text/spaced-json.ts';
import { memoized } from '../../text/memo.ts';

/**
 * The texts in a tool input, computed once since all hooks of an event are tested against the same subject; one for
 * each value that is not a list or object, at any depth, and for the names of all fields.
 */
export const valuesIn = memoized((subject: MatchSubject): readonly string[] => {
  const texts: string[] = [];
  const names = new Set<string>();
  const waiting: Json[] = [subject.toolInput];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value) || isJsonObject(value)) {
      if (isJsonObject(value)) for (const name of Object.keys(value)) names.add(name);
      for (const inner of Object.values<Json>(value)) waiting.push(inner);
    } else texts.push(spacedJson(value));
  }
  for (const name of names) texts.push(name);
  if (texts.length === 0) texts.push(''); // a pattern that matches the empty string matches here too
  return texts;
});

/** The input as the JSON that hooks see; null when it is nested too deeply for that. */
export function jsonTextOf({ toolInput }: MatchSubject): string | null {
  try {
    return spacedJson(toolInput);
  } catch {
    return null;
  }
}
