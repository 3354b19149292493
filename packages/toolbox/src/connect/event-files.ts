import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonDocument,
  type ParsedDocument,
} from '@hookline/core/internal';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../files/write-changes.ts';
import type { EntryFormat, FoundEntry, FolderText } from './entry-format.ts';

/** The extension of our files: all files of an event run, so that ours needs a name that few use. */
const EXTENSION = '.bash';

const HEAD = '#!/bin/sh\n# Written by "hookline connect"; "hookline disconnect" takes it away.\n';

/** What stands above each file where the files of a folder are shown as one text. */
const titleOf = (event: string): string => `==> ${event}${EXTENSION} <==\n`;

/** A folder with one file for each event, named after it: each of ours is ours alone, all others stay as they are. */
export const eventFiles = (events: readonly string[]): EntryFormat => ({
  parse: parsed,
  problems: () => [],
  entriesIn,
  withEntries: (_text, entries) =>
    Promise.resolve({
      text: entries.map(({ event, handler }) => `${titleOf(event)}${HEAD}${lineOf(handler)}\n`).join(''),
      made: { root: false, hooks: false, lists: [] },
    }),
  withoutEntries: (text) => Promise.resolve({ text: '', removed: partsOf(text).length, isEmpty: true }),
  folder: { read: (folder) => readFolder(folder, events), changes },
});

const lineOf = ({ command }: JsonObject): string => (typeof command === 'string' ? command : '');

interface FilePart {
  readonly event: string;
  readonly text: string;
}

/** The files in such a text. */
function partsOf(text: string | null): readonly FilePart[] {
  const [, ...parts] = (text ?? '').split(/^==> (\w+)\.bash <==\n/m);
  return parts.flatMap((event, index) => (index % 2 === 0 ? [{ event, text: parts[index + 1] ?? '' }] : []));
}

/** All files of ours in a folder, as one text; a file of the same name that is not ours is a problem. */
function readFolder(folder: string, events: readonly string[]): FolderText {
  const there = events
    .map((event) => ({ event, path: join(folder, `${event}${EXTENSION}`) }))
    .filter(({ path }) => existsSync(path))
    .map(({ event, path }) => ({ event, path, text: readFileSync(path, 'utf8') }));
  const own = there.filter(({ text }) => text.startsWith(HEAD));
  return {
    text: own.length === 0 ? null : own.map(({ event, text }) => `${titleOf(event)}${text}`).join(''),
    foreign: there.filter((each) => !own.includes(each)).map(({ path }) => path),
  };
}

/** The change of the text as changes of files, and the files that go. */
function changes(
  folder: string,
  before: string | null,
  after: string | null,
): { readonly changes: readonly FileChange[]; readonly removed: readonly string[] } {
  const pathOf = (event: string): string => join(folder, `${event}${EXTENSION}`);
  const old = new Map(partsOf(before).map(({ event, text }) => [event, text]));
  const wanted = partsOf(after);
  const kept = new Set(wanted.map(({ event }) => event));
  return {
    changes: wanted
      .filter(({ event, text }) => old.get(event) !== text)
      .map(({ event, text }) => ({
        path: pathOf(event),
        before: old.get(event) ?? null,
        after: text,
        executable: true,
        mode: 0o700, // the word in it is for the user alone
      })),
    removed: [...old.keys()].filter((event) => !kept.has(event)).map(pathOf),
  };
}

const parsed = (text: string): Promise<ParsedDocument> =>
  parseJsonDocument(
    JSON.stringify({
      entries: partsOf(text).map(({ event, text: file }) => ({
        event,
        handler: { type: 'command', command: file.slice(HEAD.length).trimEnd() },
      })),
    }),
  );

function entriesIn({ entries }: JsonObject): readonly FoundEntry[] {
  const items = Array.isArray(entries) ? (entries as readonly Json[]) : [];
  return items.flatMap((item, index) => {
    const { event, handler } = isJsonObject(item) ? item : {};
    return typeof event === 'string' && isJsonObject(handler) ? [{ event, handler, at: [index] }] : [];
  });
}
