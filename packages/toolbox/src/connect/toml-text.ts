import { isJsonObject, type Json, type JsonObject, parseTomlDocument } from '@hookline/core/internal';
import type { AST } from 'toml-eslint-parser';
import type { ExtendedText, MadeParts, ReducedText } from './entry-format.ts';

const HOOKS = 'hooks';
const MARK = '\uFEFF';

/**
 * Appends tables to the list `hooks` in TOML text: as `[[hooks]]` at the end of the text, or inside of a list that stands
 * as one value. Every existing character is kept, and `withoutTables` takes out exactly what was put in. A `hooks` that
 * is there must be a list of tables.
 */
export async function withTables(given: string, tables: readonly JsonObject[]): Promise<ExtendedText> {
  const isBlank = given.replace(MARK, '').trim() === '';
  const isOneValue = valueIn(await topOf(given)) !== null;
  let text = given;
  for (const table of tables) {
    const list = isOneValue ? valueIn(await topOf(text)) : null;
    text = list === null ? withBlock(text, table) : withElement(text, list, table);
  }
  return { text, made: { root: isBlank, hooks: false, lists: [] } };
}

/** Removes the tables of the list `hooks` that are meant. */
export async function withoutTables(
  given: string,
  isMeant: (table: JsonObject) => boolean,
  made: MadeParts,
): Promise<ReducedText> {
  let text = given;
  let removed = 0;
  for (;;) {
    const meant = (await tablesIn(text)).flatMap((table, index) =>
      isJsonObject(table) && isMeant(table) ? [index] : [],
    );
    const [first] = meant;
    if (first === undefined) return { text, removed, isEmpty: made.root && text.replace(MARK, '').trim() === '' };
    const top = await topOf(text);
    const list = valueIn(top);
    // Blocks go from the last to the first, so that offsets stay; elements of a list one by one.
    const indexes = list === null ? meant.toReversed() : [first];
    for (const index of indexes)
      text = list === null ? withoutBlock(text, blockAt(top, index)) : withoutElement(text, list, index);
    removed += indexes.length;
  }
}

async function tablesIn(text: string): Promise<readonly Json[]> {
  const parsed = await parseTomlDocument(text.replace(MARK, ' '));
  const value = parsed.ok ? (parsed.document.value as Json) : null;
  const list = isJsonObject(value) ? value[HOOKS] : undefined;
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** The tree of a text; its offsets are those of the text, with a byte order mark or without. */
async function topOf(text: string): Promise<AST.TOMLTopLevelTable> {
  const { parseTOML } = await import('toml-eslint-parser');
  const [top] = parseTOML(text.replace(MARK, ' '), { tomlVersion: '1.0' }).body;
  return top;
}

/** The list where it stands as one value; null: as tables of their own, or not at all. */
function valueIn({ body }: AST.TOMLTopLevelTable): AST.TOMLArray | null {
  const found = body.find(
    (node): node is AST.TOMLKeyValue =>
      node.type === 'TOMLKeyValue' && node.key.keys.length === 1 && nameOf(node) === HOOKS,
  );
  return found?.value.type === 'TOMLArray' ? found.value : null;
}

function nameOf({ key }: AST.TOMLKeyValue): string | undefined {
  const [part] = key.keys;
  return part?.type === 'TOMLBare' ? part.name : part?.value;
}

function blockAt({ body }: AST.TOMLTopLevelTable, index: number): AST.TOMLTable {
  const found = body.find(
    (node) =>
      node.type === 'TOMLTable' &&
      node.kind === 'array' &&
      node.resolvedKey.length === 2 &&
      node.resolvedKey[0] === HOOKS &&
      node.resolvedKey[1] === index,
  );
  if (found?.type !== 'TOMLTable') throw new TypeError('the list has no such table');
  return found;
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** A blank line stands before it; a text without an end of line has none afterwards either. */
function withBlock(text: string, table: JsonObject): string {
  const eol = eolOf(text);
  const block = [`[[${HOOKS}]]`, ...Object.entries(table).map(([key, value]) => `${key} = ${written(value)}`)].join(
    eol,
  );
  if (text.replace(MARK, '') === '') return `${text}${block}${eol}`;
  return text.endsWith('\n') ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`;
}

function withoutBlock(text: string, { range: [start, end] }: AST.TOMLTable): string {
  const before = text.slice(0, start);
  const ended = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end))?.[0];
  // A comment of someone stands on its last line.
  if (ended === undefined) return `${before}${text.slice(end).trimStart()}`;
  const lead = ended.includes('\n') ? /(?<=^|\n)\r?\n$/ : /\r?\n(?:\r?\n)?$/;
  return `${before.replace(lead, '')}${text.slice(end + ended.length)}`;
}

function withElement(text: string, { elements, range: [start] }: AST.TOMLArray, table: JsonObject): string {
  const members = Object.entries(table).map(([key, value]) => `${key} = ${written(value)}`);
  const piece = `{ ${members.join(', ')} }`;
  const [first, last] = [elements[0], elements.at(-1)];
  if (first === undefined || last === undefined) return `${text.slice(0, start + 1)}${piece}${text.slice(start + 1)}`;
  const gap = /\r?\n[ \t]*$/.exec(text.slice(start, first.range[0]))?.[0] ?? ' ';
  return `${text.slice(0, last.range[1])},${gap}${piece}${text.slice(last.range[1])}`;
}

function withoutElement(text: string, { elements }: AST.TOMLArray, index: number): string {
  const [before, meant, after] = [elements[index - 1], elements[index], elements[index + 1]];
  if (meant === undefined) throw new TypeError('the list has no such table');
  if (before !== undefined) return text.slice(0, before.range[1]) + text.slice(meant.range[1]);
  const end = after === undefined ? meant.range[1] : after.range[0];
  return text.slice(0, meant.range[0]) + text.slice(end);
}

/** TOML's texts in double quotes are JSON's but for one control character. */
const written = (value: Json): string => JSON.stringify(value).replaceAll('\u007F', String.raw`\u007F`);
