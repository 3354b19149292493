/** A value as one whole line of JSON: nothing inside can end it early or act on a terminal that shows it. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value).replace(NOT_ESCAPED_BY_JSON, escaped)}\n`;

const NOT_ESCAPED_BY_JSON = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The value of a line of JSON; null when it is none, which no entry of a file is. */
export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
