import { writtenJson } from './written-json.ts';

/** A value as one whole line of JSON: nothing inside can end it early or affect a terminal that shows it. */
export function jsonLine(value: unknown): string {
  const json = writtenJson(value);
  return `${NOT_PLAIN.test(json) ? json.replace(NOT_ESCAPED_BY_JSON, escaped) : json}\n`;
}

// Most lines need no further check.
const NOT_PLAIN = /[^\0-~]/;
// The same characters that are hidden from a terminal: controls, line separators, and those that Unicode defines as
// invisible.
const NOT_ESCAPED_BY_JSON = /[\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => unitOf(character, at)).join('');

const unitOf = (text: string, at: number): string => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;

/** The value of a line of JSON; null when it is not JSON, since no entry of a file is null. */
export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
