import type { Json, JsonObject } from '@hookline/core';
import { isDeepStrictEqual } from 'node:util';
import type { Document, Node } from 'yaml';
import { configuredEntries, type EntryPath, goesWith, saysNothing } from './configured-entries.ts';
import type { RemovedEntries } from './remove-from-json.ts';

/** Removes entries from YAML text, with lists that have nothing else; every other line is kept, comments too. */
export async function removeFromYaml(
  text: string,
  isMeant: (entry: JsonObject) => boolean,
  ownComments: readonly RegExp[],
): Promise<RemovedEntries> {
  const {
    default: { parseDocument },
  } = await import('yaml');
  const parse = (each: string): Document.Parsed =>
    parseDocument(each.replace(/^\uFEFF/, ' '), { prettyErrors: false, logLevel: 'error' });
  let rest = text;
  for (;;) {
    const document = parse(rest);
    if (document.errors.length > 0) return { ok: false, problem: 'it is not valid YAML: run "hookline validate"' };
    const value = (document.toJS() ?? {}) as Json;
    const entry = configuredEntries(value).find((each) => isMeant(each.value));
    if (entry === undefined)
      return { ok: true, text: rest, isEmpty: saysNothing(value, []) && isOnly(rest, ownComments) };
    const path = wholeOf(value, goesWith(value, entry.path));
    const wanted = parse(rest);
    wanted.deleteIn(path);
    const cut = withoutLines(rest, document, path, entry.path);
    const isSame = cut !== null && isDeepStrictEqual(parse(cut).toJS() ?? {}, wanted.toJS() ?? {});
    rest = isSame ? cut : wanted.toString({ lineWidth: 0 });
  }
}

/** The last event is removed with the key of all events, because an empty one would not be a list. */
function wholeOf(value: Json, path: EntryPath): EntryPath {
  const events = (value as JsonObject)['hooks'] as JsonObject;
  return path.length === 2 && Object.keys(events).length === 1 ? path.slice(0, 1) : path;
}

/**
 * The text without the lines of an entry, and those of the keys removed with it; null where they share lines with
 * others.
 */
function withoutLines(text: string, document: Document.Parsed, path: EntryPath, entry: EntryPath): string | null {
  const item = document.getIn([...entry], true) as Node | undefined;
  const [start = -1, end = -1] = item?.range ?? [];
  const first = text.lastIndexOf('\n', start - 1) + 1;
  if (start < 0 || !/^\s*-\s+$/.test(text.slice(first, start))) return null;
  const last = endOfLine(text, Math.max(start, end - (text[end - 1] === '\n' ? 1 : 0)));
  const keys = path.length < entry.length ? keyLines(text, path, entry) : [];
  if (keys === null) return null;
  const lines: readonly Lines[] = [[first, last], ...keys];
  return lines
    .toSorted(([one], [other]) => other - one)
    .reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), text);
}

/** The lines of the removed keys: that of the event, and of all events where it is the last. */
function keyLines(text: string, path: EntryPath, [hooks, event]: EntryPath): readonly Lines[] | null {
  const outer = lineOfKey(text, String(hooks), 0);
  const inner = outer === null ? null : lineOfKey(text, String(event), outer[1]);
  if (outer === null || inner === null) return null;
  return path.length === 1 ? [outer, inner] : [inner];
}

type Lines = readonly [start: number, end: number];

function lineOfKey(text: string, key: string, from: number): Lines | null {
  const found = new RegExp(`^[ \\t]*${escaped(key)}:[ \\t]*(?:#.*)?$`, 'm').exec(text.slice(from));
  return found === null ? null : [from + found.index, endOfLine(text, from + found.index)];
}

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const isOnly = (text: string, comments: readonly RegExp[]): boolean =>
  text.split('\n').every((line) => line.trim() === '' || comments.some((comment) => comment.test(line)));
