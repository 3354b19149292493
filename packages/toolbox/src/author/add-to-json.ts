import type { Json, JsonObject } from '@hookline/core';
import { type Addition, whyNot } from './addition.ts';
import type { AddedEntry } from './add-entry.ts';

/** Appends a value to a list in JSON text; the rest keeps its form, and the addition takes up the file's indentation. */
export async function addToJson(text: string | null, addition: Addition): Promise<AddedEntry> {
  const { modify, applyEdits } = await import('jsonc-parser');
  const { path, value, empty } = addition;
  const given =
    text === null || text.trim() === '' ? `${JSON.stringify(empty, null, 2)}\n` : text.replace(/^\uFEFF/, '');
  const there = parse(given);
  if (there === undefined) return { ok: false, problem: 'it is not valid JSON: run "hookline validate"' };
  const problem = whyNot(there, addition);
  if (problem !== null) return { ok: false, problem };
  const formattingOptions = { ...indentationOf(given), eol: given.includes('\r\n') ? '\r\n' : '\n' };
  const [at, added] = pointOf(there as JsonObject, path, value);
  const isArrayInsertion = at.at(-1) === END;
  const edits = modify(given, [...at], added, { formattingOptions, isArrayInsertion });
  const next = applyEdits(given, edits);
  return { ok: true, text: next.endsWith('\n') ? next : `${next}\n` };
}

const END = -1;

/** Where the text changes: at the end of the list, or at the first key on the way to it that is missing or null. */
function pointOf(top: JsonObject, path: readonly string[], value: Json): readonly [readonly (string | number)[], Json] {
  let object: Json = top;
  for (const [index, key] of path.entries()) {
    const next: Json = (object as JsonObject)[key] ?? null;
    if (next === null) {
      const rest = path.slice(index + 1);
      return [path.slice(0, index + 1), rest.reduceRight<Json>((inner, name) => ({ [name]: inner }), [value])];
    }
    object = next;
  }
  return [[...path, END], value];
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function indentationOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length };
}
