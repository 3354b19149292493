import { DIALECTS, eventTable } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { eventLines } from '../commands/events.ts';
import { plain, terminalWidth } from './paint.ts';
import { shortPath, tableLines } from './table.ts';
import { widthOf, wrapped } from './text.ts';

const COLUMNS = [{ title: 'NAME' }, { title: 'FILE', goes: 2 }, { title: 'ID', goes: 1 }];
const ROWS = [
  ['guard', 'a/b/hooks.json', 'x'],
  ['名前', 'c.json', 'yy'],
];

describe('a table', () => {
  it('stands below its titles, also where characters are wide', () => {
    expect(tableLines(COLUMNS, ROWS, null)).toEqual({
      head: ['NAME   FILE            ID'],
      rows: [['guard  a/b/hooks.json  x'], ['名前   c.json          yy']],
    });
  });

  it('loses columns where there is no room, the least important first', () => {
    expect(tableLines(COLUMNS, ROWS, 25).head).toEqual(['NAME   FILE            ID']);
    expect(tableLines(COLUMNS, ROWS, 24).head).toEqual(['NAME   FILE']);
    expect(tableLines(COLUMNS, ROWS, 20)).toEqual({ head: ['NAME'], rows: [['guard'], ['名前']] });
  });

  it('cuts cells that may be cut, as far as they may, before it loses more', () => {
    const columns = [{ title: 'NAME' }, { title: 'MATCHER', shrinks: { at: 1, least: 8 } }, { title: 'ID', goes: 2 }];
    const rows = [['guard', 'Bash|execute_command', 'the-id']];
    expect(tableLines(columns, rows, 30).rows).toEqual([['guard  Bash|execute_c…  the-id']]);
    expect(tableLines(columns, rows, 22).rows).toEqual([['guard  Bash|execute_c…']]);
    expect(tableLines(columns, rows, 15).rows).toEqual([['guard  Bash|ex…']]);
    expect(tableLines(columns, rows, 14).head).toEqual([]);
  });

  it('becomes a list of cells where even that is too wide, and never breaks a path', () => {
    const rows = [['a long name of a hook', 'some/deep/folder/of/hooks.json', 'x']];
    expect(tableLines(COLUMNS, rows, 20)).toEqual({
      head: [],
      rows: [['NAME  a long name of', '      a hook', 'FILE  …/hooks.json', 'ID    x']],
    });
  });

  it('is nothing without rows', () => {
    expect(tableLines(COLUMNS, [], 80)).toEqual({ head: [], rows: [] });
  });
});

it('a path without room loses its first folders, and its last part never', () => {
  expect(shortPath('a/b/hooks.json', 14)).toBe('a/b/hooks.json');
  expect(shortPath('a/b/hooks.json', 13)).toBe('…/hooks.json');
  expect(shortPath('a/b/hooks.json', 5)).toBe('…/hooks.json');
});

it('a text is broken only between words', () => {
  expect(wrapped('one two three', null)).toEqual(['one two three']);
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('/a/very/long/path is here', 6)).toEqual(['/a/very/long/path', 'is', 'here']);
});

describe('the width', () => {
  const width = (isShown: boolean, columns: number | undefined, COLUMNS_OF: string | undefined): number | null =>
    terminalWidth({ COLUMNS: COLUMNS_OF }, 1, { isShown: () => isShown, told: () => columns });

  it('is that of the terminal, else what COLUMNS says, and unknown where no terminal is', () => {
    expect(width(true, 100, '60')).toBe(100);
    expect(width(true, undefined, '60')).toBe(60);
    expect(width(true, 0, '60')).toBe(60);
    expect(width(true, undefined, 'wide')).toBe(null);
    expect(width(false, 100, '60')).toBe(null);
  });
});

describe('the table of events', () => {
  it('has titles, and no line is wider than the terminal', () => {
    const wide = eventLines(eventTable(DIALECTS), { paint: plain, width: null });
    expect(wide[0]).toMatch(/^ {2}SYSTEM +CALLS IT +AGENT +A REFUSAL$/);
    const narrow = eventLines(eventTable(DIALECTS), { paint: plain, width: 70 });
    expect(narrow[0]).toMatch(/^ {2}SYSTEM +CALLS IT +A REFUSAL$/);
    for (const width of [100, 70, 40])
      for (const line of eventLines(eventTable(DIALECTS), { paint: plain, width }))
        expect(widthOf(line)).toBeLessThanOrEqual(width);
  });
});
