import type { Json, JsonObject } from '@hookline/core';
import { isDeepStrictEqual } from 'node:util';
import type * as Yaml from 'yaml';
import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { type Addition, whyNot } from './addition.ts';
import type { AddedEntry } from './add-entry.ts';

type Library = typeof Yaml.default;

/** Appends a value to a list in YAML text; existing lines are kept, except where only a rewrite keeps their meaning. */
export async function addToYaml(text: string | null, addition: Addition): Promise<AddedEntry> {
  const { default: yaml } = await import('yaml');
  const given = (text ?? '').replace(/^\uFEFF/, '');
  const document = parse(yaml, given);
  const [error] = document.errors;
  if (error !== undefined) return { ok: false, problem: 'it is not valid YAML: run "hookline validate"' };
  const there = (document.toJS() ?? {}) as Json;
  const problem = whyNot(there, addition);
  if (problem !== null) return { ok: false, problem };
  const inserted = withLines(yaml, given, document, addition);
  const rewritten = withEntry(document, given, addition);
  const isSame = inserted !== null && isDeepStrictEqual(valueOf(yaml, inserted), valueOf(yaml, rewritten));
  return { ok: true, text: isSame ? inserted : rewritten };
}

const parse = (yaml: Library, text: string): Document.Parsed =>
  yaml.parseDocument(text, { prettyErrors: false, logLevel: 'error' });

/** Null for a text that is not YAML: nothing equals it. */
function valueOf(yaml: Library, text: string): unknown {
  const document = parse(yaml, text);
  return document.errors.length > 0 ? Symbol('none') : document.toJS();
}

/** The text as the library writes it. */
function withEntry(document: Document.Parsed, text: string, { path: keys, value }: Addition): string {
  const path = [...keys];
  const known = path.findIndex((_, index) => document.getIn(path.slice(0, index + 1)) === null);
  // A key without a value would take what is added below it as its value.
  if (known >= 0) document.deleteIn(path.slice(0, known + 1));
  if (document.hasIn(path)) document.addIn(path, document.createNode(value));
  else document.setIn(path, document.createNode([value]));
  return document.toString({ lineWidth: 0, indentSeq: !isSeqFlush(text) });
}

/**
 * The text with more lines: after the last item of the list, or after the last key of the object that gets a new one;
 * null where that is not so simple.
 */
function withLines(yaml: Library, text: string, document: Document.Parsed, { path, value }: Addition): string | null {
  const list: unknown = document.getIn([...path], true);
  if (yaml.isSeq(list)) {
    const last = list.items.at(-1) as Node | undefined;
    const [start = -1, end = -1] = last?.range ?? [];
    const indent = indentBefore(text, start, /^([ \t]*)- +$/);
    return list.flow === true || indent === null ? null : insertedAfter(text, end, itemLines(yaml, value, indent));
  }
  const depth = path.findLastIndex((_, index) => yaml.isMap(document.getIn(path.slice(0, index), true)));
  const map: unknown = depth < 0 ? null : document.getIn(path.slice(0, depth), true);
  if (!yaml.isMap(map) || map.flow === true || map.items.length === 0 || map.has(path[depth] ?? '')) return null;
  return afterLastKey(yaml, text, map, { keys: path.slice(depth), value });
}

function afterLastKey(
  yaml: Library,
  text: string,
  map: YAMLMap,
  { keys, value }: { readonly keys: readonly string[]; readonly value: JsonObject },
): string | null {
  const { key, value: held } = map.items.at(-1) as Pair<Node, Node | null>;
  const indent = indentBefore(text, key.range?.[0] ?? -1, /^([ \t]*)$/);
  if (indent === null) return null;
  const heads = keys.map((name, index) => `${indent}${'  '.repeat(index)}${name}:\n`).join('');
  const lines = itemLines(yaml, value, `${indent}${'  '.repeat(keys.length)}`);
  return insertedAfter(text, (held ?? key).range?.[1] ?? -1, heads + lines);
}

/** The start of a line up to an offset, if it is only indentation; null when there is other text. */
const indentBefore = (text: string, at: number, pattern: RegExp): string | null =>
  at < 0 ? null : (pattern.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[1] ?? null);

function itemLines(yaml: Library, value: JsonObject, indent: string): string {
  const lines = yaml.stringify(value, { lineWidth: 0 }).trimEnd().split('\n');
  return lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}\n`).join('');
}

/** A value may end with the end of its line: the next line does not belong to it. */
function insertedAfter(text: string, at: number, lines: string): string | null {
  if (at < 0) return null;
  const end = text.indexOf('\n', text[at - 1] === '\n' ? at - 1 : at);
  const own = text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
  return end === -1 ? `${text}\n${own}` : text.slice(0, end + 1) + own + text.slice(end + 1);
}

/** Whether lists are written below their key without indentation. */
const isSeqFlush = (text: string): boolean => /^( *)[^\s#-][^\n]*:[ \t]*\n\1- /m.test(text);
