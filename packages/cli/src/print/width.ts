const SEGMENTER = new Intl.Segmenter();

/** The characters of a text as a person counts them. Linear, which the segmenter alone is not. */
export const charactersOf = (text: string): readonly string[] =>
  (text.match(PIECES) ?? []).flatMap((piece) =>
    piece.length === 1 ? [piece] : Array.from(SEGMENTER.segment(piece), ({ segment }) => segment),
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
