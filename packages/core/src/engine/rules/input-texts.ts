import { isJsonObject, type Json } from '../../model/json.ts';
import type { MatchSubject } from '../../model/hook.ts';
import { spacedJson } from '../../text/spaced-json.ts';
import { memoized } from '../../text/memo.ts';

/** What a tool input consists of. */
interface InputTexts {
  /** Each value that is a text, at any depth. */
  readonly values: readonly string[];
  /** What stands within its JSON text beside them: numbers, words, and the names of all fields. */
  readonly between: readonly string[];
}

/** The texts in a tool input, computed once since all hooks of an event are tested against the same subject. */
export const textsIn = memoized((subject: MatchSubject): InputTexts => {
  const values: string[] = [];
  const between: string[] = [];
  const names = new Set<string>();
  const waiting: Json[] = [subject.toolInput];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') values.push(value);
    else if (Array.isArray(value) || isJsonObject(value)) {
      if (isJsonObject(value)) for (const name of Object.keys(value)) names.add(name);
      for (const inner of Object.values<Json>(value)) waiting.push(inner);
    } else between.push(spacedJson(value));
  }
  return { values, between: [...between, ...names] };
});

/** The input as the JSON that hooks see; null when it is nested too deeply for that. */
export function jsonTextOf({ toolInput }: MatchSubject): string | null {
  try {
    return spacedJson(toolInput);
  } catch {
    return null;
  }
}
