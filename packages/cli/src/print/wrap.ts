import { widthOf } from './width.ts';

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
