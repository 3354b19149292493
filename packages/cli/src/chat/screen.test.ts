import { describe, expect, it } from 'vitest';
import type { Live } from './live.ts';
import { createScreen } from './screen.ts';

/** A terminal as wide as needed that knows the few sequences that a screen uses; anything else is a mistake. */
function createTerminal(): {
  readonly out: (text: string) => void;
  readonly rows: () => readonly string[];
  writes: number;
} {
  const grid: string[][] = [[]];
  let row = 0;
  let column = 0;
  const line = (): string[] => (grid[row] ??= []);
  const act = (parameter: number, letter: string): void => {
    if (letter === 'A') row -= parameter;
    else if (letter === 'G') column = parameter - 1;
    else if (letter === 'K') line().splice(column);
    else if (letter === 'J') {
      line().splice(column);
      grid.splice(row + 1);
    } else throw new Error(`unknown sequence ${letter}`);
    if (row < 0) throw new Error('the cursor left the screen');
  };
  const terminal = {
    writes: 0,
    out: (text: string): void => {
      terminal.writes += 1;
      for (const [, hidden, digits = '', letter = '', other = ''] of text.matchAll(
        /\u001b\[\?((?:25|7)[hl])|\u001b\[(\d*)([A-Z])|([\s\S])/g,
      )) {
        if (hidden !== undefined) continue;
        if (letter !== '') act(Number(digits === '' ? 0 : digits), letter);
        else if (other === '\n') {
          row += 1;
          column = 0;
          line();
        } else if (other === '\r') column = 0;
        else {
          line()[column] = other;
          column += 1;
        }
      }
    },
    rows: () => grid.map((cells) => Array.from(cells, (cell) => cell ?? ' ').join('')),
  };
  return terminal;
}

const setUp = () => {
  const terminal = createTerminal();
  return { terminal, screen: createScreen(terminal.out, () => ({ columns: 80, rows: 24 })) };
};

const spinner: Live = { rows: ['* thinking'], cursor: null };
const prompt: Live = { rows: ['busy', '> ab'], cursor: { row: 1, column: 3 } };

describe('a screen', () => {
  it('adds lines above the live ones', () => {
    const { terminal, screen } = setUp();
    screen.show(prompt);
    screen.print(['one', 'two']);
    expect(terminal.rows()).toEqual(['one', 'two', 'busy', '> ab']);
  });

  it('puts live lines in the place of others, wherever the cursor was', () => {
    const { terminal, screen } = setUp();
    screen.print(['one']);
    screen.show({ rows: ['a', 'bbbbbb', 'c'], cursor: { row: 0, column: 1 } });
    screen.show(prompt);
    screen.show(spinner);
    expect(terminal.rows()).toEqual(['one', '* thinking']);
    screen.show({ rows: [], cursor: null });
    expect(terminal.rows()).toEqual(['one', '']);
  });

  it('hides the live lines while a text stands in the middle of a line', () => {
    const { terminal, screen } = setUp();
    screen.show(spinner);
    screen.stream('Hello');
    expect(terminal.rows()).toEqual(['Hello']);
    screen.show(prompt);
    screen.stream(' world');
    expect(terminal.rows()).toEqual(['Hello world']);
    screen.stream('.\n');
    expect(terminal.rows()).toEqual(['Hello world.', 'busy', '> ab']);
  });

  it('begins a message below a text that has not ended', () => {
    const { terminal, screen } = setUp();
    screen.stream('Hello');
    screen.print(['note']);
    expect(terminal.rows()).toEqual(['Hello', 'note', '']);
    expect(screen.isMidLine()).toBe(false);
  });

  it('writes once for each change and not at all for none', () => {
    const { terminal, screen } = setUp();
    screen.show(prompt);
    screen.show(prompt);
    screen.print([]);
    screen.stream('');
    expect(terminal.writes).toBe(1);
    screen.print(['one']);
    screen.stream('two');
    expect(terminal.writes).toBe(3);
  });
});
