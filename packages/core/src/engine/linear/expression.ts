import { takesOf, takesOnly } from './characters.ts';
import { EMPTY, type PatternNode, type Takes, type Where } from './nodes.ts';

/** Parses a valid JavaScript expression; null for syntax that is not supported here. */
export function parseExpression(source: string, flags: string): PatternNode | null {
  const scan: ExpressionScan = { source, flags, isUnicode: /[uv]/.test(flags), at: 0, depth: 0, isLost: false };
  const node = parseBranches(scan);
  return scan.isLost || scan.at < source.length ? null : node;
}

interface ExpressionScan {
  readonly source: string;
  readonly flags: string;
  readonly isUnicode: boolean;
  at: number;
  depth: number;
  isLost: boolean;
}

/** Gives up; moves the position to the end, so that every loop ends. */
function lose(scan: ExpressionScan): PatternNode {
  scan.isLost = true;
  scan.at = scan.source.length;
  return EMPTY;
}

function takes(scan: ExpressionScan, text: string): boolean {
  if (!scan.source.startsWith(text, scan.at)) return false;
  scan.at += text.length;
  return true;
}

function parseBranches(scan: ExpressionScan): PatternNode {
  const branches: PatternNode[] = [];
  do branches.push(parseBranch(scan));
  while (takes(scan, '|'));
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: 'any', branches };
}

function parseBranch(scan: ExpressionScan): PatternNode {
  const parts: PatternNode[] = [];
  while (scan.at < scan.source.length && !'|)'.includes(scan.source.charAt(scan.at)))
    parts.push(quantified(scan, parseTerm(scan)));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'all', parts };
}

const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

function quantified(scan: ExpressionScan, part: PatternNode): PatternNode {
  QUANTIFIER.lastIndex = scan.at;
  const found = QUANTIFIER.exec(scan.source);
  if (found === null) return part;
  const [sign, first = '', comma = '', second = ''] = found;
  scan.at += sign.length;
  if (first === '')
    return { kind: 'repeat', part, least: sign.startsWith('+') ? 1 : 0, most: sign.startsWith('?') ? 1 : Infinity };
  const least = Number(first);
  const most = comma === '' ? least : second === '' ? Infinity : Number(second);
  return { kind: 'repeat', part, least, most };
}

function parseTerm(scan: ExpressionScan): PatternNode {
  const start = scan.at;
  const code = scan.source.codePointAt(start) ?? 0;
  const character = scan.isUnicode ? String.fromCodePoint(code) : scan.source.charAt(start);
  scan.at += character.length;
  switch (character) {
    case '(':
      return parseGroup(scan);
    case '[':
      skipSet(scan);
      return piece(scan, start);
    case '\\':
      return parseEscape(scan, start);
    case '.':
      return piece(scan, start);
    case '^':
      return scan.flags.includes('m') ? lose(scan) : { kind: 'where', where: { at: 'start', not: false } };
    case '$':
      return scan.flags.includes('m') ? lose(scan) : { kind: 'where', where: { at: 'end', not: false } };
    default:
      return plain(scan, scan.isUnicode ? code : character.charCodeAt(0));
  }
}

/** A plain character; where case is ignored, the built-in engine decides which others are equal to it. */
function plain(scan: ExpressionScan, code: number): PatternNode {
  if (!scan.flags.includes('i') || HAS_ONE_CASE.test(String.fromCodePoint(code)))
    return { kind: 'one', takes: takesOnly(code), literal: code };
  const hex = code.toString(16);
  const written = scan.isUnicode ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  return { kind: 'one', takes: takesOf(written, scan.flags), literal: null };
}

const HAS_ONE_CASE = /^[\x00-@[-`{-\x7f]$/;

/** The source between `start` and the position accepts one character. */
const piece = (scan: ExpressionScan, start: number): PatternNode => ({
  kind: 'one',
  takes: takesOf(scan.source.slice(start, scan.at), scan.flags),
  literal: null,
});

const LAST_NEWLINE = '(?=\\n?$)';
const OPENINGS = [
  { sign: '?:', look: null },
  { sign: '?=', look: { side: 'before', not: false } },
  { sign: '?!', look: { side: 'before', not: true } },
  { sign: '?<=', look: { side: 'after', not: false } },
  { sign: '?<!', look: { side: 'after', not: true } },
] as const;
const NAME = /\?<[^>=!]+>/y;
const DEEPEST = 250;

function parseGroup(scan: ExpressionScan): PatternNode {
  if (scan.source.startsWith(LAST_NEWLINE, scan.at - 1)) {
    scan.at += LAST_NEWLINE.length - 1;
    return { kind: 'where', where: { at: 'end-or-last-newline', not: false } };
  }
  if (scan.depth === DEEPEST) return lose(scan);
  const opening = OPENINGS.find(({ sign }) => takes(scan, sign));
  NAME.lastIndex = scan.at;
  const name = opening === undefined ? (NAME.exec(scan.source)?.[0] ?? '') : '';
  scan.at += name.length;
  if (opening === undefined && name === '' && scan.source.charAt(scan.at) === '?') return lose(scan);
  scan.depth += 1;
  const inner = parseBranches(scan);
  scan.depth -= 1;
  if (!takes(scan, ')')) return lose(scan);
  const look = opening?.look ?? null;
  return look === null ? inner : lookAround(inner, look.side, look.not);
}

function skipSet(scan: ExpressionScan): void {
  const nests = scan.flags.includes('v');
  for (let depth = 1; depth > 0 && scan.at < scan.source.length;) {
    const character = scan.source.charAt(scan.at);
    scan.at += character === '\\' ? 2 : 1;
    if (character === ']') depth -= 1;
    if (character === '[' && nests) depth += 1;
  }
}

/** Escapes of one character, by how they are written; those with digits may be back-references. */
const ESCAPE = /[dDwWsSfnrtv]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|0(?![0-9])|[^\w]/y;
const UNICODE_ESCAPE = /[pP]\{[^}]+\}|u\{([0-9a-fA-F]+)\}/y;

function parseEscape(scan: ExpressionScan, start: number): PatternNode {
  const letter = scan.source.charAt(scan.at);
  if (letter === 'b' || letter === 'B') {
    scan.at += 1;
    return wordEdge(takesOf('\\w', scan.flags), letter === 'B');
  }
  if (/[1-9k]/.test(letter)) return backReference(scan);
  UNICODE_ESCAPE.lastIndex = scan.at;
  ESCAPE.lastIndex = scan.at;
  const ofUnicode = scan.isUnicode ? UNICODE_ESCAPE.exec(scan.source) : null;
  const [written] = ofUnicode ?? ESCAPE.exec(scan.source) ?? [];
  if (written === undefined) return lose(scan);
  scan.at += written.length;
  if (ofUnicode?.[1] !== undefined) return plain(scan, Number.parseInt(ofUnicode[1], 16));
  return /^\W$/.test(written) ? plain(scan, written.codePointAt(0) ?? 0) : piece(scan, start);
}

const REFERENCE = /[1-9][0-9]*|k<[^>]+>/y;

function backReference(scan: ExpressionScan): PatternNode {
  REFERENCE.lastIndex = scan.at;
  const [written] = REFERENCE.exec(scan.source) ?? [];
  if (written === undefined) return lose(scan);
  scan.at += written.length;
  return { kind: 'opaque', needs: null };
}

type Side = Extract<Where, { readonly takes: Takes }>['at'];

/** A look-around of one character on one side, or at the edge of the text; anything longer is opaque. */
function lookAround(inner: PatternNode, side: Side, not: boolean): PatternNode {
  const parts = inner.kind === 'any' ? inner.branches : [inner];
  const looks = parts.map((part) => lookOf(part, side, not));
  if (looks.includes(null)) return { kind: 'opaque', needs: not ? null : inner };
  const nodes = looks.filter((look) => look !== null);
  return not ? { kind: 'all', parts: nodes } : { kind: 'any', branches: nodes };
}

function lookOf(part: PatternNode, side: Side, not: boolean): PatternNode | null {
  if (part.kind === 'one') return { kind: 'where', where: { at: side, takes: part.takes, not } };
  if (part.kind === 'where') return { kind: 'where', where: { ...part.where, not: part.where.not !== not } };
  return part.kind === 'all' && part.parts.length === 0 && !not ? EMPTY : null;
}

/** A word boundary; `inside`: its negation. */
function wordEdge(word: Takes, inside: boolean): PatternNode {
  const pair = (isAfter: boolean, isBefore: boolean): PatternNode => ({
    kind: 'all',
    parts: [
      { kind: 'where', where: { at: 'after', takes: word, not: !isAfter } },
      { kind: 'where', where: { at: 'before', takes: word, not: !isBefore } },
    ],
  });
  return { kind: 'any', branches: [pair(true, inside), pair(false, !inside)] };
}
