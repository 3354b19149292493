import { readFileSync } from 'node:fs';

/** What can be copied out of one original document; whatever cannot be found there is an error. */
export interface Excerpts {
  /** Gives the sentence back if the document says it, whatever white space a converter lost or added. */
  readonly says: (sentence: string) => string;
  /** The JSON object or array that begins right after the anchor, up to its balanced end. */
  readonly jsonAfter: (anchor: string) => string;
  /** The nth fenced block after the anchor, without its fences. */
  readonly fencedAfter: (anchor: string, nth?: number) => string;
  /** What stands between the anchor and the next occurrence of the end marker. */
  readonly between: (anchor: string, end: string) => string;
  /** The rows of the table with this header line; a cell may end its line. */
  readonly tableBelow: (header: string) => readonly (readonly string[])[];
}

const DIALECT_FOLDERS = new URL('../../packages/core/src/dialects/', import.meta.url);

/** Opens a document of a dialect, such as `kode/source.txt`. */
export function excerptsOf(file: string): Excerpts {
  const text = readFileSync(new URL(file, DIALECT_FOLDERS), 'utf8');
  const after = (anchor: string): number => placeOf(text, anchor, file) + anchor.length;
  return {
    says: (sentence) => {
      if (!withoutSpace(text).includes(withoutSpace(sentence))) throw new Error(`${file} does not say: ${sentence}`);
      return sentence;
    },
    jsonAfter: (anchor) => balanced(text.slice(after(anchor)).trimStart(), anchor),
    fencedAfter: (anchor, nth = 1) => fenced(text.slice(after(anchor)), nth, anchor),
    between: (anchor, end) => {
      const rest = text.slice(after(anchor));
      const length = rest.indexOf(end);
      if (length < 0) throw new Error(`${file} has no "${end}" after "${anchor}"`);
      return rest.slice(0, length).trim();
    },
    tableBelow: (header) => rowsOf(text.slice(after(`${header}\n`)), header),
  };
}

/** The texts in double quotes, in order. */
export const quotedIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/"([^"]*)"/g)].map(([, quoted = '']) => quoted);

/** The texts in backquotes, in order; any other number of them than expected is an error. */
export function codesIn(sentence: string, count: number): readonly string[] {
  const codes = [...sentence.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  if (codes.length !== count) throw new Error(`${codes.length} texts in backquotes, not ${count}: ${sentence}`);
  return codes;
}

/**
 * Gives Python its lines back after a converter has put one space for each line break and its indentation:
 * outside quotes and brackets a statement begins after a colon and before `if` and `return`; after a line that
 * ends with a colon the indentation grows by four, after one that begins with `return` it shrinks by four.
 */
export function unflattenPython(flat: string): string {
  let indent = 0;
  return statementsOf(flat).reduce((lines, statement) => {
    const line = `${' '.repeat(indent)}${statement}\n`;
    if (statement.endsWith(':')) indent += 4;
    if (statement.startsWith('return')) indent -= 4;
    return lines + line;
  }, '');
}

/** What the converter did: one space for each line break and the indentation after it. */
export const flattenPython = (lines: string): string => lines.trim().replace(/\n */g, ' ');

function statementsOf(flat: string): readonly string[] {
  const statements: string[] = [];
  let begin = 0;
  for (const at of openSpaces(flat)) {
    if (flat[at - 1] === ':' || /^(?:if|return) /.test(flat.slice(at + 1))) {
      statements.push(flat.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...statements, flat.slice(begin)];
}

/** Where the spaces are that stand outside quotes and brackets. */
function openSpaces(text: string): readonly number[] {
  const found: number[] = [];
  let depth = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[([{]|[)\]}]| /g)) {
    if ('([{'.includes(token[0])) depth += 1;
    else if (')]}'.includes(token[0])) depth -= 1;
    else if (token[0] === ' ' && depth === 0) found.push(token.index);
  }
  return found;
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

function placeOf(text: string, anchor: string, file: string): number {
  const times = text.split(anchor).length - 1;
  if (times !== 1) throw new Error(`${file} holds "${anchor}" ${times} times, not once`);
  return text.indexOf(anchor);
}

function balanced(text: string, anchor: string): string {
  let depth = 0;
  if (text[0] !== '{' && text[0] !== '[') throw new Error(`no JSON begins right after "${anchor}"`);
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if ('[{'.includes(token[0])) depth += 1;
    else if (']}'.includes(token[0])) depth -= 1;
    if (depth === 0) return text.slice(0, token.index + 1);
  }
  throw new Error(`the JSON after "${anchor}" never ends`);
}

function fenced(text: string, nth: number, anchor: string): string {
  const blocks = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)^```$/gm)];
  const block = blocks[nth - 1]?.[1];
  if (block === undefined) throw new Error(`there are only ${blocks.length} fenced blocks after "${anchor}"`);
  return block;
}

function rowsOf(text: string, header: string): readonly (readonly string[])[] {
  const [rule = '', ...lines] = text.split('\n');
  const columns = rule.split('|').filter((cell) => /^\s*-+\s*$/.test(cell)).length;
  const end = lines.findIndex((line) => !line.endsWith('|'));
  const cells = (end < 0 ? lines : lines.slice(0, end))
    .flatMap((line) => line.replace(/^\| /, '').replace(/ ?\|$/, '').split(' | '))
    .map((cell) => cell.trim());
  if (cells.length === 0 || cells.length % columns !== 0)
    throw new Error(`the table "${header}" has ${cells.length} cells in ${columns} columns`);
  return Array.from({ length: cells.length / columns }, (_, row) => cells.slice(row * columns, (row + 1) * columns));
}
