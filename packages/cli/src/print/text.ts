import type { JsonObject } from '@hookline/core';
import { forTerminal } from '@hookline/core/internal';

/** A text for a line of its own: safe to show, and unable to forge another line. */
export const oneLine = (text: string): string => forTerminal(text).replace(/[\n\t]+/g, ' ');

const MAX_CHARACTERS = 400;

/** A text for the summary: safe, indented below its label, and cut where it gets long. */
export function excerpt(text: string, indent: string): string {
  const isLong = text.length > MAX_CHARACTERS;
  const shown = isLong ? text.slice(0, MAX_CHARACTERS) : text;
  const rest = isLong ? ` ... (${text.length - MAX_CHARACTERS} more characters; --json shows all)` : '';
  return `${forTerminal(shown.trimEnd()).replaceAll('\n', `\n${indent}`)}${rest}`;
}

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

const GAP = '  ';

/** Rows as lines whose cells stand below each other; nothing follows the last cell of a line. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** A text in lines of at most so many cells, broken only between words; a longer word has a line of its own. Null: one line. */
export function wrapped(text: string, width: number | null): readonly string[] {
  if (width === null || widthOf(text) <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

let segmenter: Intl.Segmenter | undefined;

/** Made when a text needs it first: it takes ten milliseconds, and most calls print plain letters. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** The characters of a text as a person counts them. Linear, which the segmenter alone is not. */
export const charactersOf = (text: string): readonly string[] =>
  (text.match(PIECES) ?? []).flatMap((piece) =>
    piece.length === 1 ? [piece] : Array.from(segmentsOf(piece), ({ segment }) => segment),
  );

// A plain character that nothing can combine with, or a short run that has to be looked at.
const PIECES = /[\n\t -~](?![^\n\t -~])|[\n\t -~]?[^\n\t -~]{1,100}/gu;

/** Cells that a text takes on a terminal. */
export const widthOf = (text: string): number =>
  charactersOf(text).reduce((width, character) => width + widthOfCharacter(character), 0);

/** The start of a text that fits into so many cells; what is cut off shows as an ellipsis. */
export function cutToWidth(text: string, cells: number): string {
  if (widthOf(text) <= cells) return text;
  let width = 0;
  let shown = '';
  for (const character of charactersOf(text)) {
    width += widthOfCharacter(character);
    if (width > cells - 1) break;
    shown += character;
  }
  return cells < 1 ? '' : `${shown}…`;
}

function widthOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return code < 0x20 || (code >= 0x7f && code < 0xa0) ? 0 : 1;
  if (/^[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  if (/^\p{Emoji_Presentation}/u.test(character) || character.includes('\ufe0f')) return 2;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

// Blocks that terminals draw two cells wide.
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

/** `1 event`, `2 events`. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
