import { describe, expect, it } from 'vitest';
import { draftOf } from './editor.ts';
import { layOut, rowsAboveCursor } from './live.ts';

const size = { columns: 11, rows: 6 };
const input = (text: string, cursor = text.length) => ({ label: '> ', draft: { text, cursor } });

describe('layOut', () => {
  it('cuts the status and hides the cursor while nothing is typed', () => {
    expect(layOut({ status: '⠋ running a long command', input: null }, size)).toEqual({
      rows: ['⠋ running…'],
      cursor: null,
    });
  });

  it('wraps what is typed before the terminal would', () => {
    expect(layOut({ status: null, input: input('abcdefghijkl') }, size)).toEqual({
      rows: ['> abcdefgh', 'ijkl'],
      cursor: { row: 1, column: 4 },
    });
  });

  it('puts the cursor where the next character goes', () => {
    expect(layOut({ status: 'busy', input: input('abcdefghijkl', 8) }, size)).toEqual({
      rows: ['busy', '> abcdefgh', 'ijkl'],
      cursor: { row: 2, column: 0 },
    });
    expect(layOut({ status: null, input: input('abc', 1) }, size).cursor).toEqual({ row: 0, column: 3 });
  });

  it('indents further lines and shows controls as text', () => {
    expect(layOut({ status: null, input: input('a\nb\tc\u202e') }, { columns: 40, rows: 9 })).toEqual({
      rows: ['> a', String.raw`  b  c\u202e`],
      cursor: { row: 1, column: 12 },
    });
  });

  it('never splits a wide character', () => {
    expect(layOut({ status: null, input: input('日本語日本語') }, size).rows).toEqual(['> 日本語日', '本語']);
  });

  it('shows the part around the cursor when there is more than the screen holds', () => {
    const text = Array.from({ length: 20 }, (_, index) => `l${index}`).join('\n');
    expect(layOut({ status: 'busy', input: { label: '> ', draft: draftOf(text) } }, size)).toEqual({
      rows: ['busy', '  l16', '  l17', '  l18', '  l19'],
      cursor: { row: 4, column: 5 },
    });
    expect(layOut({ status: null, input: input(text, 0) }, size)).toMatchObject({
      rows: ['> l0', '  l1', '  l2', '  l3', '  l4'],
      cursor: { row: 0, column: 2 },
    });
  });

  it('does not look at more of a long text than is shown', () => {
    const text = 'abcdefgh🙂'.repeat(200_000);
    const wide = { columns: 41, rows: 4 };
    const startedAt = performance.now();
    const { rows, cursor } = layOut({ status: null, input: { label: '> ', draft: draftOf(text) } }, wide);
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(rows).toHaveLength(3);
    expect(rows.join('').endsWith('abcdefgh🙂abcdefgh🙂')).toBe(true);
    expect(cursor?.row).toBe(2);
  });

  it('survives a terminal of one column', () => {
    expect(layOut({ status: 'busy', input: input('ab') }, { columns: 1, rows: 1 }).rows.length).toBeGreaterThan(0);
  });
});

describe('rowsAboveCursor', () => {
  it('counts the lines above the cursor', () => {
    expect(rowsAboveCursor({ rows: ['a', 'b', 'c'], cursor: { row: 1, column: 0 } }, 80)).toBe(1);
    expect(rowsAboveCursor({ rows: ['a', 'b', 'c'], cursor: null }, 80)).toBe(2);
    expect(rowsAboveCursor({ rows: [], cursor: null }, 80)).toBe(0);
  });

  it('counts a line that a narrower terminal has wrapped as often as it takes', () => {
    expect(rowsAboveCursor({ rows: ['abcdefghij', 'abc'], cursor: { row: 1, column: 3 } }, 4)).toBe(3);
    expect(rowsAboveCursor({ rows: ['abcdefghij'], cursor: { row: 0, column: 10 } }, 4)).toBe(2);
  });
});
