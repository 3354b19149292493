import { cutEnd } from '../bounded-text.ts';
import type { FileMatch } from './search-files.ts';
import { shownPath } from './shown-path.ts';

export type OutputMode = 'content' | 'files_with_matches' | 'count';

export interface ListingOptions {
  readonly mode: OutputMode;
  readonly cwd: string;
  readonly isNumbered: boolean;
  /** Lines that are shown before and after each match. */
  readonly around: number;
  readonly maxLines: number;
}

/** What a search found, written down in bounded space. */
export interface Listing {
  /** False once it is full. */
  readonly add: (match: FileMatch) => boolean;
  readonly text: () => string;
}

const TEXT_LIMIT = 30_000;
const LINE_LIMIT = 500;

export function createListing(options: ListingOptions): Listing {
  const lines: string[] = [];
  let length = 0;
  const isFull = (): boolean => lines.length > options.maxLines || length > TEXT_LIMIT;
  return {
    add: (match) => {
      for (const line of linesOf(match, options, lines.length > 0)) {
        if (isFull()) break;
        lines.push(line);
        length += line.length + 1;
      }
      return !isFull();
    },
    text: () => {
      const shown = lines.slice(0, options.maxLines).join('\n');
      const text = cutEnd(shown, TEXT_LIMIT);
      return isFull() ? `${text}\n[there is more: search for less, or in fewer files]` : text;
    },
  };
}

function linesOf(match: FileMatch, options: ListingOptions, hasEarlier: boolean): Iterable<string> {
  const path = shownPath(match.path, options.cwd);
  switch (options.mode) {
    case 'files_with_matches':
      return [path];
    case 'count':
      return [`${path}:${match.found.length}`];
    case 'content':
      return contentLines(match, path, options, hasEarlier);
  }
}

/** As grep writes them: `:` after what matches, `-` after what stands around it, `--` between parts. */
function* contentLines(
  { lines, found }: FileMatch,
  path: string,
  { around, isNumbered }: ListingOptions,
  hasEarlier: boolean,
): Generator<string> {
  const matching = new Set(found);
  let next = 0;
  for (const center of found) {
    const first = Math.max(next, center - around);
    if (around > 0 && (next === 0 ? hasEarlier : first > next)) yield '--';
    const last = Math.min(lines.length - 1, center + around);
    for (let index = first; index <= last; index += 1) {
      const sign = matching.has(index) ? ':' : '-';
      const number = isNumbered ? `${index + 1}${sign}` : '';
      yield `${path}${sign}${number}${cutLine(lines[index] ?? '')}`;
    }
    next = Math.max(next, last + 1);
  }
}

const cutLine = (line: string): string => (line.length <= LINE_LIMIT ? line : `${line.slice(0, LINE_LIMIT)}…`);
