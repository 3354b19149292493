import type { JsonObject } from '@hookline/core';
import { oneLine } from './one-line.ts';
import { charactersOf } from './width.ts';

/** A text for one line of limited length: safe to show, cut where it gets long. */
export function brief(text: string, most = 200): string {
  // Cut before it is made safe: a text of megabytes must not cost more than what is shown of it.
  const shown = oneLine(text.slice(0, most * 4)).trim();
  const characters = charactersOf(shown);
  if (characters.length <= most && text.length <= most * 4) return shown;
  return `${characters.slice(0, most - 1).join('')}…`;
}

/** The input of a tool in short: its one text where it has no more, else JSON. */
export function briefInput(input: JsonObject, most = 160): string {
  const values = Object.values(input);
  const [only] = values;
  return brief(values.length === 1 && typeof only === 'string' ? only : JSON.stringify(input), most);
}
