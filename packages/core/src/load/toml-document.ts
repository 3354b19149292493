import type { AST } from 'toml-eslint-parser';
import type { Position } from '../model/index.ts';
import type { ConfigFinding, Locate, ParsedDocument, Path, Syntax } from './document.ts';
import { MOST_LEVELS } from './scan-json.ts';

/** TOML, whose first problem is its only one: what follows it cannot be told from its consequences. */
export const TOML_SYNTAX: Syntax = {
  parse: (text) => parseTomlDocument(text),
  examine: () => Promise.resolve({ findings: [], document: null }),
};

/** Parses TOML; an empty text is an empty document, and dates are texts. */
export async function parseTomlDocument(text: string): Promise<ParsedDocument> {
  if (text.length > MOST_CHARACTERS)
    return failed(`too long for TOML: ${text.length} characters; at most ${MOST_CHARACTERS} are read`, null);
  const { parse, TomlError } = await import('smol-toml');
  let value: unknown;
  try {
    value = parse(text, { maxDepth: MOST_LEVELS, integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (!(error instanceof TomlError)) return failed(`not usable TOML: ${String(error)}`, null);
    return failed(`not valid TOML: ${sentenceIn(error.message)}`, { line: error.line, column: error.column });
  }
  if (isDeeperThan(value, MOST_LEVELS)) return failed(`nested more than ${MOST_LEVELS} levels deep`, null);
  return {
    ok: true,
    document: { value: plainValue(value), duplicates: [], findings: [], locator: () => tomlLocator(text) },
  };
}

// As for YAML: far more than any settings file has.
const MOST_CHARACTERS = 256 * 1024;

const failed = (message: string, at: ConfigFinding['at']): ParsedDocument => ({
  ok: false,
  finding: { severity: 'error', at, message, hint: null },
});

/** The library's first line, without its title and without the lines of the text that follow it. */
const sentenceIn = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '').replace(/\.$/, '');

function isDeeperThan(value: unknown, levels: number): boolean {
  if (!isHolder(value)) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

const isHolder = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** As JSON has it: dates, numbers without an end and those beyond its precision are texts. */
function plainValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isHolder(value)) return value;
  // Not by assignment: `__proto__` is a key like any other.
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plainValue(child)]));
}

/** Where a key and its value stand. */
interface Spots {
  readonly key: Position;
  readonly value: Position;
}

async function tomlLocator(text: string): Promise<Locate> {
  const { parseTOML } = await import('toml-eslint-parser');
  const spots = new Map<string, Spots>();
  for (const node of nodesIn(text, parseTOML)) {
    if (node.type === 'TOMLKeyValue') noteKeyValue(spots, [], node);
    else noteTable(spots, node);
  }
  return (path, part) => {
    for (let length = path.length; length > 0; length -= 1) {
      const found = spots.get(keyOf(path.slice(0, length)));
      if (found !== undefined) return length === path.length ? found[part] : found.value;
    }
    return { line: 1, column: 1 };
  };
}

/** The parts of a document; none of one that only the other library reads: a message without its line is one too. */
function nodesIn(text: string, parseTOML: (text: string) => AST.TOMLProgram): AST.TOMLTopLevelTable['body'] {
  try {
    return parseTOML(text).body[0].body;
  } catch {
    return [];
  }
}

const keyOf = (path: Path): string => JSON.stringify(path);

const startOf = ({ loc: { start } }: AST.TOMLNode): Position => ({ line: start.line, column: start.column + 1 });

// A table may be written in several places; the first is where it begins.
function note(spots: Map<string, Spots>, path: Path, key: Position, value: Position): void {
  const name = keyOf(path);
  if (!spots.has(name)) spots.set(name, { key, value });
}

function noteTable(spots: Map<string, Spots>, table: AST.TOMLTable): void {
  const start = startOf(table);
  table.resolvedKey.forEach((_, index) => note(spots, table.resolvedKey.slice(0, index + 1), start, start));
  for (const node of table.body) noteKeyValue(spots, table.resolvedKey, node);
}

function noteKeyValue(spots: Map<string, Spots>, holder: Path, { key, value }: AST.TOMLKeyValue): void {
  const path = [...holder];
  for (const part of key.keys) {
    path.push(part.type === 'TOMLBare' ? part.name : part.value);
    note(spots, path, startOf(part), path.length === holder.length + key.keys.length ? startOf(value) : startOf(part));
  }
  noteContent(spots, path, value);
}

function noteContent(spots: Map<string, Spots>, path: Path, content: AST.TOMLContentNode): void {
  if (content.type === 'TOMLInlineTable') content.body.forEach((node) => noteKeyValue(spots, path, node));
  if (content.type !== 'TOMLArray') return;
  content.elements.forEach((element, index) => {
    note(spots, [...path, index], startOf(element), startOf(element));
    noteContent(spots, [...path, index], element);
  });
}
