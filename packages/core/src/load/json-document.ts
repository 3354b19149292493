import type { Node, ParseError } from 'jsonc-parser';
import type { ConfigDocument, ExaminedText, ConfigFinding, Locate, ParsedDocument, Path, Syntax } from './document.ts';
import { positionsIn } from './document.ts';
import { MOST_LEVELS, scanJson } from './scan-json.ts';

/** Strict JSON. */
export const JSON_SYNTAX: Syntax = { parse: (text) => parseJsonDocument(text), examine: (text) => examineJson(text) };

/** JSON with comments; a comma at the end of a list is still wrong. */
export const JSONC_SYNTAX: Syntax = {
  parse: async (text) => parseJsonDocument(await withoutComments(text)),
  examine: async (text) => examineJson(await withoutComments(text)),
};

/** Blanks in place of comments, so that every place in the text stays what it was. */
async function withoutComments(text: string): Promise<string> {
  if (!text.includes('/')) return text;
  const { stripComments } = await import('jsonc-parser');
  return stripComments(text, ' ');
}

/** Parses strict JSON; only an invalid text costs more than `JSON.parse`. */
export async function parseJsonDocument(text: string): Promise<ParsedDocument> {
  if (text.trim() === '') return failed('the file is empty; JSON was expected', { line: 1, column: 1 });
  const scan = scanJson(text);
  if (scan.tooDeepAt !== null) {
    return failed(`nested more than ${MOST_LEVELS} levels deep`, positionsIn(text)(scan.tooDeepAt));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, finding: await syntaxFinding(text, error) };
  }
  const duplicates = scan.hasDuplicates ? duplicatesIn(await parse(text), []) : [];
  return { ok: true, document: { value, duplicates, findings: [], locator: () => jsonLocator(text) } };
}

const failed = (message: string, at: ConfigFinding['at']): ParsedDocument => ({
  ok: false,
  finding: { severity: 'error', at, message, hint: null },
});

async function parse(text: string, errors: ParseError[] = []): Promise<Node | undefined> {
  const { parseTree } = await import('jsonc-parser');
  return parseTree(text, errors, { disallowComments: true });
}

async function jsonLocator(text: string): Promise<Locate> {
  const root = await parse(text);
  const positionOf = positionsIn(text);
  return (path, part) => positionOf(offsetOf(root, path, part));
}

/** The offset of a value or its key; of its nearest ancestor when it does not exist. */
function offsetOf(root: Node | undefined, path: Path, part: 'key' | 'value'): number {
  let node = root;
  let keyOffset: number | null = null;
  for (const step of path) {
    const property = typeof step === 'string' ? lastProperty(node, step) : undefined;
    const child = typeof step === 'number' ? node?.children?.[step] : property?.children?.[1];
    if (child === undefined) return node?.offset ?? 0;
    keyOffset = property?.offset ?? null;
    node = child;
  }
  return part === 'key' && keyOffset !== null ? keyOffset : (node?.offset ?? 0);
}

// Of duplicate keys the last one counts, so its location is given.
const lastProperty = (node: Node | undefined, key: string): Node | undefined =>
  node?.children?.findLast((child) => child.type === 'property' && child.children?.[0]?.value === key);

function duplicatesIn(node: Node | undefined, path: Path): { path: Path; times: number }[] {
  const children = node?.children ?? [];
  if (node?.type === 'array') return children.flatMap((child, index) => duplicatesIn(child, [...path, index]));
  const times = new Map<string, number>();
  const inside = children.flatMap((property) => {
    const key = String(property.children?.[0]?.value);
    times.set(key, (times.get(key) ?? 0) + 1);
    return duplicatesIn(property.children?.[1], [...path, key]);
  });
  const here = [...times]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => ({ path: [...path, key], times: count }));
  return [...here, ...inside];
}

/** All problems of a text that is not valid JSON, one per line; possible consequences of the first are left out. */
async function examineJson(text: string): Promise<ExaminedText> {
  if (text.trim() === '' || scanJson(text).tooDeepAt !== null) return { findings: [], document: null };
  const errors: ParseError[] = [];
  await parse(text, errors);
  const document = await lenientDocument(text);
  const positionOf = positionsIn(text);
  const byLine = new Map<number, ConfigFinding>();
  for (const [index, error] of errors.entries()) {
    const at = positionOf(error.offset);
    const { expected, hint } = sayError(text, error);
    const isCertain = index === 0 || document !== null || hint !== null;
    if (isCertain && !byLine.has(at.line))
      byLine.set(at.line, { severity: 'error', at, message: `not valid JSON: ${expected}`, hint });
  }
  return { findings: [...byLine.values()], document };
}

/** The value of a text whose only faults are comments, commas and missing closing brackets at its end. */
async function lenientDocument(text: string): Promise<ConfigDocument | null> {
  const { getNodeValue, parseTree } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (tree === undefined || errors.some(({ error }) => !HARMLESS.has(error))) return null;
  const value: unknown = getNodeValue(tree);
  const positionOf = positionsIn(text);
  const locate: Locate = (path, part) => positionOf(offsetOf(tree, path, part));
  return { value, duplicates: duplicatesIn(tree, []), findings: [], locator: () => Promise.resolve(locate) };
}

// By error code of jsonc-parser: a comma, a closing } and a closing ].
const HARMLESS: ReadonlySet<number> = new Set([6, 7, 8]);

async function syntaxFinding(text: string, cause: unknown): Promise<ConfigFinding> {
  const errors: ParseError[] = [];
  await parse(text, errors);
  const [first] = errors;
  if (first === undefined) {
    const message = `not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    return { severity: 'error', at: null, message, hint: null };
  }
  const { expected, hint } = sayError(text, first);
  const message = `not valid JSON: ${expected}`;
  return { severity: 'error', at: positionsIn(text)(first.offset), message, hint };
}

function sayError(text: string, { error, offset }: ParseError): { expected: string; hint: string | null } {
  const rest = text.slice(offset, offset + 20);
  if (/^[}\]]/.test(rest) && text.slice(0, offset).trimEnd().endsWith(',')) {
    return { expected: `there is a comma before ${rest[0]}`, hint: 'remove the last comma' };
  }
  if (rest.startsWith('//') || rest.startsWith('/*'))
    return { expected: 'JSON has no comments', hint: 'remove the comment' };
  if (rest.startsWith("'")) return { expected: 'JSON strings need double quotes', hint: `write " instead of '` };
  const found = rest.trim() === '' ? 'the end of the file' : JSON.stringify(rest.split(/\s/)[0]);
  return { expected: `${EXPECTED[error] ?? 'a JSON value was expected'}, found ${found}`, hint: null };
}

/** By error code of jsonc-parser. */
const EXPECTED: Readonly<Record<number, string>> = {
  3: 'a key in double quotes was expected',
  4: 'a value was expected',
  5: 'a colon was expected',
  6: 'a comma was expected',
  7: 'a closing } was expected',
  8: 'a closing ] was expected',
  9: 'the end of the file was expected',
  12: 'a closing quote was expected',
  13: 'a digit was expected',
  14: 'four hexadecimal digits after \\u were expected',
  15: 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u was expected',
  16: 'an escape instead of a bare control character was expected',
};
