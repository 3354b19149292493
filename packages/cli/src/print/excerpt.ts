import { forTerminal } from '@hookline/core/internal';

const MAX_CHARACTERS = 400;

/** A text for the summary: safe, indented below its label, and cut where it gets long. */
export function excerpt(text: string, indent: string): string {
  const isLong = text.length > MAX_CHARACTERS;
  const shown = isLong ? text.slice(0, MAX_CHARACTERS) : text;
  const rest = isLong ? ` ... (${text.length - MAX_CHARACTERS} more characters; --json shows all)` : '';
  return `${forTerminal(shown.trimEnd()).replaceAll('\n', `\n${indent}`)}${rest}`;
}
