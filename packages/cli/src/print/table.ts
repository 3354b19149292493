import { cutToWidth, widthOf, wrapped } from './text.ts';

/** One column, and what may be done to it where there is no room, in the order of the numbers; without one it stays as it is. */
export interface TableColumn {
  readonly title: string;
  /** When it goes. */
  readonly goes?: number;
  /** When its cells may be cut at their end, and to how many cells at least. */
  readonly shrinks?: { readonly at: number; readonly least: number };
}

/** A table in lines: of its head, and of each of its rows. */
export interface TableLines {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Rows = readonly (readonly string[])[];

/**
 * Lays cells out below their titles. Where a line is wider than `width`, columns go or shrink as they say; where that is not
 * enough, each row becomes a list of its cells. A path is never broken: one without room loses its first folders. Without a
 * width nothing changes.
 */
export function tableLines(columns: readonly TableColumn[], rows: Rows, width: number | null): TableLines {
  if (rows.length === 0) return { head: [], rows: [] };
  const moments = columns.flatMap(({ goes, shrinks }) => [goes, shrinks?.at]).filter((moment) => moment !== undefined);
  for (const moment of [0, ...moments.toSorted((one, other) => one - other)]) {
    const lines = sideBySide(columns, rows, { moment, width });
    if (lines === null) continue;
    const [head = '', ...rest] = lines;
    return { head: [head], rows: rest.map((line) => [line]) };
  }
  return { head: [], rows: rows.map((row) => oneBelowTheOther(columns, row, width ?? 0)) };
}

const GAP = '  ';

interface Room {
  readonly moment: number;
  readonly width: number | null;
}

/** The titles and the rows as lines, with all that may be done up to a moment; null when there is no room even so. */
function sideBySide(columns: readonly TableColumn[], rows: Rows, { moment, width }: Room): readonly string[] | null {
  const kept = columns.flatMap(({ goes }, index) => (goes === undefined || goes > moment ? [index] : []));
  const cells = [columns.map(({ title }) => title), ...rows].map((row) => kept.map((index) => row[index] ?? ''));
  const natural = kept.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at] ?? ''))));
  const total = natural.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  const excess = width === null ? 0 : Math.max(0, total - width);
  const shrinking = kept.findIndex((index) => (columns[index]?.shrinks?.at ?? Number.POSITIVE_INFINITY) <= moment);
  const least = columns[kept[shrinking] ?? -1]?.shrinks?.least ?? 0;
  if (excess > 0 && (shrinking === -1 || (natural[shrinking] ?? 0) - excess < least)) return null;
  const widths = natural.map((each, at) => (at === shrinking ? each - excess : each));
  return cells.map((row) => lineOf(row, widths));
}

/** Nothing follows the last cell of a line. */
const lineOf = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, at) => {
      const shown = cutToWidth(cell, widths[at] ?? 0);
      return shown + ' '.repeat((widths[at] ?? 0) - widthOf(shown));
    })
    .join(GAP)
    .trimEnd();

function oneBelowTheOther(columns: readonly TableColumn[], row: readonly string[], width: number): readonly string[] {
  const wide = Math.max(...columns.map(({ title }) => widthOf(title)));
  return columns.flatMap(({ title }, index) => {
    const room = Math.max(width - wide - GAP.length, LEAST_ROOM);
    const [first = '', ...more] = cellLines(row[index] ?? '', room);
    return [`${title.padEnd(wide)}${GAP}${first}`, ...more.map((line) => `${' '.repeat(wide)}${GAP}${line}`)];
  });
}

const LEAST_ROOM = 10;

const cellLines = (cell: string, room: number): readonly string[] =>
  cell.includes('/') && !cell.includes(' ') ? [shortPath(cell, room)] : wrapped(cell, room);

/** The end of a path, from one of its folders on, as far as there is room; its last part always. */
export function shortPath(path: string, room: number): string {
  if (widthOf(path) <= room) return path;
  const parts = path.split('/');
  const from = parts.findIndex((_, index) => index > 0 && widthOf(`…/${parts.slice(index).join('/')}`) <= room);
  return `…/${(from === -1 ? parts.slice(-1) : parts.slice(from)).join('/')}`;
}
