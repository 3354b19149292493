import { isJsonObject, type Json, type JsonObject, parseTomlDocument } from '@hookline/core/internal';
import { isDeepStrictEqual } from 'node:util';
import type { RemovedEntries } from './remove-from-json.ts';

/** Removes tables of a list from TOML text; every other character is kept. */
export async function removeFromToml(
  text: string,
  isMeant: (entry: JsonObject) => boolean,
  section: string,
): Promise<RemovedEntries> {
  let rest = text;
  for (;;) {
    const value = await valueOf(rest);
    if (value === null) return { ok: false, problem: 'it is not valid TOML: run "hookline validate"' };
    const list = Array.isArray(value[section]) ? (value[section] as readonly Json[]) : [];
    const index = list.findIndex((entry) => isJsonObject(entry) && isMeant(entry));
    if (index === -1) return { ok: true, text: rest, isEmpty: rest.trim() === '' };
    const cut = withoutTable(rest, section, index);
    if (cut === null || !isDeepStrictEqual(await valueOf(cut), without(value, section, index)))
      return { ok: false, problem: `${section}[${index}] cannot be cut out of its text: remove it by hand` };
    rest = cut;
  }
}

async function valueOf(text: string): Promise<JsonObject | null> {
  const parsed = await parseTomlDocument(text);
  return parsed.ok ? (parsed.document.value as JsonObject) : null;
}

/** The text without the lines from one header to the next, and without the blank lines before it. */
function withoutTable(text: string, section: string, index: number): string | null {
  const headers = [...text.matchAll(/^[ \t]*\[\[?[^\n\]]*\]\]?[ \t]*(?:#[^\n]*)?\r?$/gm)];
  const own = headers.filter(([line]) => line.replaceAll(/\s/g, '').startsWith(`[[${section}]]`))[index];
  if (own === undefined) return null;
  const next = headers.find((header) => header.index > own.index);
  const before = text.slice(0, own.index).replace(/(?:\r?\n)[ \t\r\n]*$/, '\n');
  return next === undefined
    ? before.replace(/^\s*$/, '')
    : `${before}${before.trim() === '' ? '' : '\n'}${text.slice(next.index)}`;
}

function without(value: JsonObject, section: string, index: number): JsonObject {
  const list = (value[section] as readonly Json[]).filter((_, place) => place !== index);
  const { [section]: _removed, ...others } = value;
  return list.length === 0 ? others : { ...value, [section]: list };
}
