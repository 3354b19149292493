import type { Json, JsonObject } from '@hookline/core';
import type { Node } from 'jsonc-parser';
import { type Addition, whyNot } from './addition.ts';
import type { AddedEntry } from './add-entry.ts';

/**
 * Appends a value to a list in JSON text; every existing character is kept, and the addition uses the file's
 * indentation.
 */
export async function addToJson(text: string | null, addition: Addition): Promise<AddedEntry> {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const { path, value, empty } = addition;
  const given =
    text === null || text.trim() === '' ? `${JSON.stringify(empty, null, 2)}\n` : text.replace(/^\uFEFF/, '');
  const there = parse(given);
  if (there === undefined) return { ok: false, problem: 'it is not valid JSON: run "hookline validate"' };
  const problem = whyNot(there, addition);
  if (problem !== null) return { ok: false, problem };
  const { holder, key, added } = pointOf(there as JsonObject, path, value);
  const root = parseTree(given);
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...holder]);
  if (node === undefined) return { ok: false, problem: `${holder.join('.')} cannot be found in its text` };
  const next = key === null ? appended(given, node, null, added) : withKey(given, node, key, added);
  return { ok: true, text: next.endsWith('\n') ? next : `${next}\n` };
}

interface Point {
  /** The list, or the object, that is extended. */
  readonly holder: readonly string[];
  /** Null for a list. */
  readonly key: string | null;
  readonly added: Json;
}

/** Where the text changes: at the end of the list, or at the first key on the path that is missing or null. */
function pointOf(top: JsonObject, path: readonly string[], value: Json): Point {
  let object: Json = top;
  for (const [index, key] of path.entries()) {
    const next: Json = (object as JsonObject)[key] ?? null;
    if (next === null) {
      const rest = path.slice(index + 1);
      const added = rest.reduceRight<Json>((inner, name) => ({ [name]: inner }), [value]);
      return { holder: path.slice(0, index), key, added };
    }
    object = next;
  }
  return { holder: path, key: null, added: value };
}

/** An existing key has null, which is replaced. */
function withKey(text: string, object: Node, key: string, value: Json): string {
  const there = object.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1];
  if (there === undefined) return appended(text, object, key, value);
  return (
    text.slice(0, there.offset) +
    written(value, indentAt(text, there.offset), text) +
    text.slice(there.offset + there.length)
  );
}

/** The text with one more item or property at the end of a list or an object. */
function appended(text: string, holder: Node, key: string | null, value: Json): string {
  const [first] = holder.children ?? [];
  const last = holder.children?.at(-1);
  const base = indentAt(text, holder.offset);
  const isSpread = first !== undefined && text.slice(holder.offset, first.offset).includes('\n');
  const indent = isSpread ? indentAt(text, first.offset) : base + unitOf(text);
  const eol = eolOf(text);
  const piece = `${key === null ? '' : `${JSON.stringify(key)}: `}${written(value, indent, text)}`;
  const at = last === undefined ? holder.offset + 1 : last.offset + last.length;
  const rest = isSpread ? text.slice(at) : `${eol}${base}${text.slice(at).replace(/^\s+(?=[\]}])/, '')}`;
  return `${text.slice(0, at)}${last === undefined ? '' : ','}${eol}${indent}${piece}${rest}`;
}

const written = (value: Json, indent: string, text: string): string =>
  JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${eolOf(text)}${indent}`);

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The indentation of the line of an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

const unitOf = (text: string): string => (/\n([ \t]+)\S/.exec(text)?.[1] ?? '  ').replace(/^\t.*/, '\t');

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
