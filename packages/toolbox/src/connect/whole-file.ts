import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonDocument,
  type ParsedDocument,
} from '@hookline/core/internal';
import type { EntryFormat, FoundEntry } from './entry-format.ts';

const PLACE = '<entries>';

/** A file that is ours alone: a text around our entries, each of which is a line of JSON. */
export function wholeFile(template: string): EntryFormat {
  const [before = '', after = ''] = template.split(PLACE);
  return {
    parse: (text) => parsed(text, before, after),
    problems: () => [],
    entriesIn,
    withEntries: (given, entries) =>
      Promise.resolve({
        text: `${before}${entries.map(({ event, handler }) => `  ${JSON.stringify({ event, handler })}`).join(',\n')}${after}`,
        made: { root: given === '', hooks: true, lists: [] },
      }),
    withoutEntries: async (text) => {
      const found = await parsed(text, before, after);
      const removed = found.ok ? entriesIn(found.document.value as JsonObject).length : 0;
      return { text: '', removed, isEmpty: true };
    },
  };
}

/** The text around the entries may be that of another version: only its two edges count. */
async function parsed(text: string, before: string, after: string): Promise<ParsedDocument> {
  const [first = ''] = before.split('\n');
  const last = before.trimEnd().split('\n').at(-1) ?? '';
  const [end = ''] = after.trimStart().split('\n');
  const from = text.indexOf(`\n${last}\n`) + last.length + 2;
  const to = text.indexOf(`\n${end}`, from - 1);
  if (!text.startsWith(first) || from < last.length + 2 || to < 0) return FOREIGN;
  return parseJsonDocument(`{"entries":[${text.slice(from, to)}]}`);
}

const FOREIGN: ParsedDocument = {
  ok: false,
  finding: {
    severity: 'error',
    at: null,
    message: 'a file of this name is there already, and hookline has not written it',
    hint: 'rename it, then connect again',
  },
};

function entriesIn({ entries }: JsonObject): readonly FoundEntry[] {
  const items = Array.isArray(entries) ? (entries as readonly Json[]) : [];
  return items.flatMap((item, index) => {
    if (!isJsonObject(item)) return [];
    const { event, handler } = item;
    return typeof event === 'string' && isJsonObject(handler) ? [{ event, handler, at: [index] }] : [];
  });
}
