import { type Json, type JsonObject, parseTomlDocument } from '@hookline/core/internal';
import { isDeepStrictEqual } from 'node:util';
import type { AddedEntry } from './add-entry.ts';
import { type Addition, whyNot } from './addition.ts';

/** Appends a table to a list of tables at the end of TOML text; every other character is kept. */
export async function addToToml(text: string | null, addition: Addition): Promise<AddedEntry> {
  const given = text ?? '';
  const there = await valueOf(given);
  if (there === null) return { ok: false, problem: 'it is not valid TOML: run "hookline validate"' };
  const problem = whyNot(there, addition);
  if (problem !== null) return { ok: false, problem };
  const after = `${given}${gapAfter(given)}${tableText(addition, given.includes('\r\n') ? '\r\n' : '\n')}`;
  // A list that is written in one line cannot be continued by a table.
  return isDeepStrictEqual(await valueOf(after), withItem(there, addition))
    ? { ok: true, text: after }
    : { ok: false, problem: `write "${addition.path.join('.')}" as tables: [[${addition.path.join('.')}]]` };
}

async function valueOf(text: string): Promise<JsonObject | null> {
  const parsed = await parseTomlDocument(text);
  return parsed.ok ? (parsed.document.value as JsonObject) : null;
}

const gapAfter = (text: string): string => {
  if (text.trim() === '') return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
};

const tableText = ({ path, value }: Addition, lineBreak: string): string =>
  [
    `[[${path.join('.')}]]`,
    ...Object.entries(value).map(
      ([key, held]) => `${key} = ${typeof held === 'string' ? quoted(held) : JSON.stringify(held)}`,
    ),
    '',
  ].join(lineBreak);

/** A JSON string is one of TOML too, but for one character that TOML wants escaped. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\u007F', String.raw`\u007F`);

function withItem(there: JsonObject, { path, value }: Addition): JsonObject {
  const [key = ''] = path;
  const list = there[key];
  return { ...there, [key]: [...(Array.isArray(list) ? (list as readonly Json[]) : []), value] };
}
