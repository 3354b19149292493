import { forTerminal } from '@hookline/core/internal';
import { charactersOf, cutToWidth, widthOf } from '../print/text.ts';
import type { Draft } from './editor.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The lines at the bottom of the screen that are drawn again and again; `cursor` is null where nothing can be typed. */
export interface Live {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number } | null;
}

/** What is shown at the bottom of the screen. */
export interface Bottom {
  /** What is going on, in one line. */
  readonly status: string | null;
  readonly input: { readonly label: string; readonly draft: Draft } | null;
}

export const NOTHING: Live = { rows: [], cursor: null };

/** Lays the bottom out in lines that no terminal wraps, and not more of them than fit on the screen. */
export function layOut({ status, input }: Bottom, size: Size): Live {
  const columns = Math.max(size.columns - 1, 1); // a terminal wraps when the last cell is written
  const above = status === null ? [] : [cutToWidth(status, columns)];
  if (input === null) return { rows: above, cursor: null };
  const room = Math.max(size.rows - above.length - 1, 1);
  const typed = layOutInput(...nearCursor(input.label, input.draft, room * columns), columns);
  const first = Math.max(0, Math.min(typed.cursor.row - room + 1, typed.rows.length - room));
  const shown = typed.rows.slice(first, first + room);
  return {
    rows: [...above, ...shown],
    cursor: { row: above.length + typed.cursor.row - first, column: typed.cursor.column },
  };
}

// What fits on the screen lies around the cursor; the rest of a long text is not even looked at.
function nearCursor(label: string, { text, cursor }: Draft, reach: number): readonly [string, Draft] {
  const from = Math.max(cursor - reach, 0);
  const start = from > 0 && /[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from;
  return [start === 0 ? label : '… ', { text: text.slice(start, cursor + reach), cursor: cursor - start }];
}

interface Typed {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

function layOutInput(label: string, draft: Draft, columns: number): Typed {
  const rows = [cutToWidth(label, Math.max(columns - 1, 0))];
  let width = widthOf(rows[0] ?? '');
  let cursor = { row: 0, column: width };
  let at = 0;
  for (const character of charactersOf(draft.text)) {
    const shown = character === '\t' ? '  ' : forTerminal(character);
    const cells = character === '\n' ? 0 : widthOf(shown);
    if (character !== '\n' && width + cells > columns && width > 0) {
      rows.push('');
      width = 0;
    }
    if (at === draft.cursor) cursor = { row: rows.length - 1, column: width };
    if (character === '\n') rows.push(INDENT);
    else rows[rows.length - 1] += shown;
    width = character === '\n' ? INDENT.length : width + cells;
    at += character.length;
  }
  if (at <= draft.cursor) cursor = { row: rows.length - 1, column: width };
  return { rows, cursor };
}

const INDENT = '  ';

/** How many lines above the cursor the live lines begin, also after a terminal has wrapped them again. */
export function rowsAboveCursor({ rows, cursor }: Live, columns: number): number {
  const last = rows.length - 1;
  const { row, column } = cursor ?? { row: last, column: widthOf(rows[last] ?? '') };
  const above = rows.slice(0, Math.max(row, 0)).reduce((sum, text) => sum + wrapped(widthOf(text), columns), 0);
  return above + Math.floor(Math.max(column - 1, 0) / Math.max(columns, 1));
}

const wrapped = (width: number, columns: number): number => Math.max(1, Math.ceil(width / Math.max(columns, 1)));
