/** Collects text as a browser would lay it out: whitespace is folded, line ends are those that elements ask for. */
export interface Paragraphs {
  readonly add: (text: string, keepsWhitespace: boolean) => void;
  /** At least so many line ends before the next text; a line that a mark has begun is not broken. */
  readonly breakLine: (count: number) => void;
  /** Begins the line of the next text; the empty mark takes back one that got no text. */
  readonly mark: (sign: string) => void;
  /** Stands between two texts of one line. */
  readonly separate: (sign: string) => void;
  /** How much was written; marks and breaks count only with the text after them. */
  readonly length: () => number;
  readonly endsWith: (text: string) => boolean;
  readonly text: () => string;
}

export function createParagraphs(): Paragraphs {
  const parts: string[] = [];
  let length = 0;
  let waiting: Waiting = NOTHING_WAITS;
  const write = (text: string): void => {
    const { breaks, mark, gap } = waiting;
    const before = length === 0 ? '' : breaks > 0 ? '\n'.repeat(breaks) : gap;
    parts.push(before, mark, text);
    length += before.length + mark.length + text.length;
    waiting = NOTHING_WAITS;
  };
  return {
    add: (text, keepsWhitespace) => {
      const shown = keepsWhitespace ? text.replaceAll('\r', '') : text.replace(/\s+/g, ' ').trim();
      if (!keepsWhitespace && /^\s/.test(text) && waiting.gap === '') waiting = { ...waiting, gap: ' ' };
      if (shown === '') return;
      write(shown);
      if (!keepsWhitespace && /\s$/.test(text)) waiting = { ...waiting, gap: ' ' };
    },
    breakLine: (count) => {
      if (waiting.mark === '') waiting = { ...waiting, breaks: Math.max(waiting.breaks, count) };
    },
    mark: (sign) => {
      waiting = { ...waiting, breaks: Math.max(waiting.breaks, 1), mark: sign };
    },
    separate: (sign) => {
      waiting = { ...waiting, gap: sign };
    },
    length: () => length,
    endsWith: (text) => parts.at(-1)?.endsWith(text) ?? false,
    text: () => parts.join('').trimEnd(),
  };
}

/** What comes before the next text, if there is one. */
interface Waiting {
  readonly breaks: number;
  readonly mark: string;
  readonly gap: string;
}

const NOTHING_WAITS: Waiting = { breaks: 0, mark: '', gap: '' };
