import { oneLine } from './one-line.ts';
import type { Paint } from './paint.ts';

/** Where the frame points to; both count from 1. */
export interface FramePlace {
  readonly line: number;
  readonly column: number;
}

const WIDTH = 100;
const TAB = '  ';

/** The line in question between its neighbours, with a caret below the column; empty when the text has no such line. */
export function codeFrame(text: string, place: FramePlace, paint: Paint): readonly string[] {
  const lines = text.split(/\r?\n/);
  const wanted = lines[place.line - 1];
  if (wanted === undefined) return [];
  const start = Math.max(0, shownLength(wanted.slice(0, place.column - 1)) - WIDTH + 20);
  const numberWidth = String(place.line + 1).length;
  const shown = [place.line - 1, place.line, place.line + 1].filter((line) => line >= 1 && line <= lines.length);
  return shown.flatMap((line) => {
    const source = show(lines[line - 1] ?? '').slice(start, start + WIDTH);
    const isWanted = line === place.line;
    const row = `${isWanted ? '>' : ' '} ${String(line).padStart(numberWidth)} | ${source}`.trimEnd();
    if (!isWanted) return [paint('dim', row)];
    const caretAt = shownLength(wanted.slice(0, place.column - 1)) - start;
    return [row, `  ${' '.repeat(numberWidth)} | ${' '.repeat(caretAt)}${paint('red', '^')}`];
  });
}

const show = (source: string): string => oneLine(source.replaceAll('\t', TAB));

const shownLength = (source: string): number => show(source).length;
