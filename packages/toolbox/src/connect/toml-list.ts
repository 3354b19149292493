import {
  checkKeys,
  type ConfigFinding,
  type Dialect,
  isJsonObject,
  type Json,
  type JsonObject,
  parseTomlDocument,
} from '@hookline/core/internal';
import type { EntryFormat, FoundEntry } from './entry-format.ts';
import { withoutTables, withTables } from './toml-text.ts';

/** One list of entries in TOML, each with its event; ours have no other keys than `command` and `timeout`. */
export const TOML_LIST: EntryFormat = {
  parse: parseTomlDocument,
  problems: ({ value }, dialect) => problemsIn((value as JsonObject)[HOOKS], dialect),
  entriesIn,
  withEntries: (text, entries) =>
    withTables(
      text,
      entries.map(({ event, handler: { command = '', timeout = 0 } }) => ({ event, command, timeout })),
    ),
  withoutEntries: (text, isMeant, made) => withoutTables(text, (table) => isMeant(table, eventOf(table)), made),
};

const HOOKS = 'hooks';

const eventOf = ({ event }: JsonObject): string => (typeof event === 'string' ? event : '');

function entriesIn(settings: JsonObject): readonly FoundEntry[] {
  const list = settings[HOOKS];
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((entry, index) =>
    isJsonObject(entry) ? [{ event: eventOf(entry), handler: entry, at: [index] }] : [],
  );
}

/** A bad entry spoils the whole list. */
function problemsIn(list: Json | undefined, dialect: Dialect): readonly ConfigFinding[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [wrong([HOOKS], `${HOOKS} must be a list of tables`)];
  return (list as readonly Json[]).flatMap((entry, index) => entryProblems(entry, index, dialect));
}

const wrong = (path: readonly (string | number)[], message: string): ConfigFinding => ({
  severity: 'error',
  at: { path, part: 'value' },
  message,
  hint: null,
});

function entryProblems(entry: Json, index: number, { shape, events, title }: Dialect): readonly ConfigFinding[] {
  const path = [HOOKS, index];
  if (!isJsonObject(entry)) return [wrong(path, 'an entry must be a table')];
  if (shape.kind !== 'entry-list') return [];
  const other = Object.keys(entry).find((key) => !Object.hasOwn(shape.keys, key));
  const event = eventOf(entry);
  const { findings } = checkKeys(
    entry,
    shape.keys,
    { path, prefix: '', shown: path },
    { badOption: 'skip-entry', unknownKey: 'only-powers' },
  );
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...(other === undefined ? [] : [wrong([...path, other], `unknown key "${other}"`)]),
    ...(event === '' || Object.hasOwn(events, event)
      ? []
      : [wrong([...path, 'event'], `${title} has no event "${event}"`)]),
  ];
}
