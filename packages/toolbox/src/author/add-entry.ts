import { type Dialect, DIALECTS, type GroupedJsonShape, type Json, type JsonObject } from '@hookline/core/internal';
import { findEvent } from '../cases/event-name.ts';
import { addToJson } from './add-to-json.ts';
import { addToToml } from './add-to-toml.ts';
import { addToYaml } from './add-to-yaml.ts';
import type { Addition } from './addition.ts';
import { commandEntry, commandKey, headOf } from './command-entry.ts';
import { frontMatter } from './front-matter.ts';
import { schemaKey, schemaLine } from './schema-reference.ts';

/** A hook to be added to a configuration file. */
export interface NewEntry {
  /** Id of the dialect. */
  readonly dialect: string;
  /** Native or neutral name. */
  readonly event: string;
  readonly name: string;
  /** What the hook is for; hook folders require it, the others do not use it. */
  readonly description: string;
  /** In the dialect's own syntax: names, a regular expression or a glob; null for everything. */
  readonly matcher: string | null;
  /** A pattern over the input of a tool; only hook folders support it. */
  readonly pattern?: string;
  /** Null: the dialect's default. */
  readonly timeoutMs: number | null;
  /** Its failures shall count as refusals, where the dialect lets an entry say so. */
  readonly failsClosed?: boolean;
  /** Where the schemas are, for a new file; absent: it names none. */
  readonly schemas?: string;
  /** What runs: a command line, or shell text where the dialect has a shell; `hookPlace` gives it for a script. */
  readonly command: string;
}

/** The text of a configuration file with one more hook, or one line about why that is impossible. */
export type AddedEntry =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Adds a hook to the text of a dialect's configuration file (null: there is none yet); everything else in it, comments
 * too, is kept.
 */
export async function addEntry(text: string | null, entry: NewEntry): Promise<AddedEntry> {
  const dialect = DIALECTS.find(({ id }) => id === entry.dialect);
  const event = findEvent(entry.event, entry.dialect);
  if (!event.ok) return { ok: false, problem: event.problem };
  if (dialect === undefined || event.native === null)
    return { ok: false, problem: `unknown dialect "${entry.dialect}"` };
  return WRITERS[dialect.shape.kind](text, { ...entry, event: event.native }, dialect);
}

type EntryWriter = (text: string | null, entry: NewEntry, dialect: Dialect) => Promise<AddedEntry>;

const WRITERS: Readonly<Record<Dialect['shape']['kind'], EntryWriter>> = {
  'grouped-json': (text, entry, dialect) => addToGroups(text, entry, dialect),
  'flat-json': (text, entry) => addToList(text, entry),
  'yaml-config': (text, entry, dialect) => addToConfig(text, entry, dialect),
  'hook-folders': (text, entry) => Promise.resolve(newFolder(text, entry)),
  'event-files': () =>
    Promise.resolve({ ok: false, problem: 'its hooks are files named after events: write one there' }),
  'entry-list': (text, entry, dialect) => addToEntries(text, entry, dialect),
};

/** The top of a new file of hooks. */
export const newFileHead = (shape: GroupedJsonShape, locations: Dialect['locations']): JsonObject =>
  headOf(shape, locations.find(({ hooksFile }) => hooksFile !== undefined)?.hooksFile?.version);

/** The key by which an entry makes its failures count as refusals; nothing where there is none. */
export const failClosedKey = (shape: Dialect['shape']): JsonObject =>
  shape.kind === 'grouped-json' && shape.failClosed !== undefined
    ? { [shape.failClosed.key]: shape.failClosed.value }
    : {};

function addToGroups(text: string | null, entry: NewEntry, { shape, id, locations }: Dialect): Promise<AddedEntry> {
  if (shape.kind !== 'grouped-json') return Promise.resolve({ ok: false, problem: 'it has no groups' });
  const more = entry.failsClosed === true ? failClosedKey(shape) : {};
  return addToJson(text, {
    empty: { ...schemaKey(entry.schemas, { shape, id }), ...newFileHead(shape, locations) },
    must: headOf(shape, null),
    path: ['hooks', entry.event],
    value: commandEntry(shape, { ...entry, more }),
    isTaken: (there) => holds(there, (value) => value[commandKey(shape)] === entry.command),
    taken: `a hook that runs ${entry.command}`,
  });
}

function addToList(text: string | null, entry: NewEntry): Promise<AddedEntry> {
  const value = {
    name: entry.name,
    event: entry.event,
    ...(entry.matcher === null ? {} : { matcher: entry.matcher }),
    handler: { bash: entry.command },
  };
  const isTaken = (there: Json): boolean =>
    holds(there, ({ name, handler }) => name === entry.name && handler !== undefined);
  return addToJson(text, { empty: [], must: {}, path: [], value, isTaken, taken: `a hook named "${entry.name}"` });
}

function addToConfig(text: string | null, entry: NewEntry, { id }: Dialect): Promise<AddedEntry> {
  const value = {
    exec: entry.command,
    ...(entry.timeoutMs === null ? {} : { timeout_ms: entry.timeoutMs }),
  };
  const addition = {
    empty: {},
    must: {},
    path: ['hooks', entry.event],
    value,
    isTaken: (there: Json) => holds(there, ({ exec }) => exec === entry.command),
    taken: `a hook that runs ${entry.command}`,
  };
  if (text !== null && /^\s*[[{]/.test(text)) return addToJson(text, addition);
  const head = [...schemaLine(entry.schemas, id), YAML_HEAD, '', ''].join('\n');
  return addToYaml(text ?? head, addition);
}

function addToEntries(text: string | null, entry: NewEntry, dialect: Dialect): Promise<AddedEntry> {
  const { shape } = dialect;
  return addToListed(text, dialect, {
    value: listedEntry(entry, shape),
    isTaken: (there) => holds(there, ({ command, event }) => command === entry.command && event === entry.event),
    taken: `a hook that runs ${entry.command}`,
    path: [shape.kind === 'entry-list' ? shape.section : ''],
  });
}

/** An entry of a list of entries that name their events. */
export function listedEntry(
  { event, matcher, command, timeoutMs }: Pick<NewEntry, 'event' | 'matcher' | 'command' | 'timeoutMs'>,
  shape: Dialect['shape'],
): JsonObject {
  const [, most = Infinity] = (shape.kind === 'entry-list' ? shape.keys['timeout']?.range : undefined) ?? [];
  const timeout = timeoutMs === null ? {} : { timeout: Math.min(Math.ceil(timeoutMs / 1000), most) };
  return { event, ...(matcher === null ? {} : { matcher }), command, ...timeout };
}

/** Adds to such a list, in the format of the user's file. */
export const addToListed = (
  text: string | null,
  { locations }: Dialect,
  addition: Omit<Addition, 'empty' | 'must'>,
): Promise<AddedEntry> =>
  (locations.some(({ format }) => format === 'toml') ? addToToml : addToJson)(text, {
    empty: {},
    must: {},
    ...addition,
  });

const YAML_HEAD = '# Hooks run in the order in which they stand here; exec is run without a shell.';

function newFolder(text: string | null, entry: NewEntry): AddedEntry {
  if (text !== null) return { ok: false, problem: `there is a hook "${entry.name}" already` };
  return { ok: true, text: frontMatter(entry) };
}

/** Whether an object somewhere inside fits. */
function holds(value: Json, fits: (object: JsonObject) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return (value as readonly Json[]).some((item) => holds(item, fits));
  return fits(value as JsonObject) || Object.values(value as JsonObject).some((item) => holds(item, fits));
}
