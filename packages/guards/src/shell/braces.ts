import { LIMITS } from './shell.ts';

/**
 * The expansions of `{a,b}` or `{1..3}`; the text itself when there are none. Of many, one more than is followed; of a
 * long range, the first and the last.
 */
export function expandBraces(text: string): readonly string[] {
  const open = text.indexOf('{');
  const close = open < 0 ? -1 : closingOf(text, open);
  if (close < 0) return [text];
  const items = itemsOf(text.slice(open + 1, close));
  const rests = expandBraces(text.slice(close + 1));
  const before = text.slice(0, open);
  const middles = items === null ? [text.slice(open, close + 1)] : items.flatMap(expandBraces);
  return middles.flatMap((middle) => rests.map((rest) => before + middle + rest)).slice(0, LIMITS.fields + 1);
}

function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function itemsOf(inside: string): readonly string[] | null {
  const range = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])$/.exec(inside);
  if (range !== null) return rangeOf(range[1] ?? '', range[2] ?? '');
  const items = splitAtTop(inside);
  return items.length < 2 ? null : items;
}

function rangeOf(from: string, to: string): readonly string[] {
  const isNumber = /\d/.test(from + to);
  const codeOf = (text: string): number => (isNumber ? Number(text) : (text.codePointAt(0) ?? 0));
  const [first, last] = [codeOf(from), codeOf(to)];
  const count = Math.abs(last - first) + 1;
  const step = last < first ? -1 : 1;
  return Array.from({ length: Math.min(count, RANGE) }, (_, index) => {
    const code = index === RANGE - 1 ? last : first + index * step;
    return isNumber ? String(code) : String.fromCodePoint(code);
  });
}

/** Numbers and letters name much the same, so that a loop about them is not followed to its end. */
const RANGE = 32;

function splitAtTop(inside: string): readonly string[] {
  const items = [''];
  let depth = 0;
  for (const character of inside) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === ',' && depth === 0) items.push('');
    else items.push((items.pop() ?? '') + character);
  }
  return items;
}
