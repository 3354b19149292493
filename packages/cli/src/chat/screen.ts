import { type Live, NOTHING, rowsAboveCursor, type Size } from './live.ts';

/** A terminal as a scroll of text with a few live lines at its end. Every change is one write, so that nothing flickers. */
export interface Screen {
  /** Adds whole lines above the live ones. */
  readonly print: (lines: readonly string[]) => void;
  /** Adds text that may stop in the middle of a line; the live lines come back when a line ends. */
  readonly stream: (text: string) => void;
  /** Puts other live lines in the place of those that are shown. */
  readonly show: (live: Live) => void;
  /** Draws the live lines again, as they are now, on a screen that may have wrapped the old ones. */
  readonly redraw: (live: Live) => void;
  /** Empties the screen, all but the live lines. */
  readonly wipe: () => void;
  /** Sends a control sequence, such as a bell or a title. */
  readonly send: (sequence: string) => void;
  readonly isMidLine: () => boolean;
}

export function createScreen(out: (text: string) => void, size: () => Size): Screen {
  let wanted: Live = NOTHING;
  let drawn: Live = NOTHING;
  let midLine = false;
  const add = (text: string, isEnded: boolean): void => {
    const gone = erase(drawn, size().columns);
    midLine = !isEnded;
    drawn = midLine ? NOTHING : wanted;
    out(`${gone}${text}${draw(drawn)}`);
  };
  const redraw = (live: Live): void => {
    wanted = live;
    if (midLine) return;
    out(`${toTop(drawn, size().columns)}${draw(live)}`);
    drawn = live;
  };
  return {
    print: (lines) => {
      if (lines.length > 0) add(`${midLine ? '\n' : ''}${lines.join('\n')}\n`, true);
    },
    stream: (text) => {
      if (text !== '') add(text, text.endsWith('\n'));
    },
    show: (live) => {
      if (midLine || isSame(live, drawn)) wanted = live;
      else redraw(live);
    },
    redraw,
    wipe: () => {
      drawn = wanted;
      midLine = false;
      out(`\u001b[2J\u001b[H${draw(drawn)}`);
    },
    send: out,
    isMidLine: () => midLine,
  };
}

const toTop = (live: Live, columns: number): string => {
  if (live.rows.length === 0) return '';
  const above = rowsAboveCursor(live, columns);
  return above === 0 ? '\r' : `\u001b[${above}A\r`;
};

const erase = (live: Live, columns: number): string =>
  live.rows.length === 0 ? '' : `${toTop(live, columns)}\u001b[J${SHOW_CURSOR}`;

const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

// A terminal may have become narrower before the resize event: then a line is cut, never wrapped over the next.
const WRAP_OFF = '\u001b[?7l';
const WRAP_ON = '\u001b[?7h';

/** Draws the lines from where the cursor is, over what is there, and leaves the cursor where it belongs. */
function draw({ rows, cursor }: Live): string {
  if (rows.length === 0) return `\u001b[J${SHOW_CURSOR}`;
  const text = `${HIDE_CURSOR}${WRAP_OFF}${rows.join('\u001b[K\n')}\u001b[K\u001b[J${WRAP_ON}`;
  if (cursor === null) return text;
  const up = rows.length - 1 - cursor.row;
  return `${text}${up === 0 ? '' : `\u001b[${up}A`}\u001b[${cursor.column + 1}G${SHOW_CURSOR}`;
}

const isSame = (one: Live, other: Live): boolean => JSON.stringify(one) === JSON.stringify(other);
