import {
  type ConfigFinding,
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
  problems: ({ value }) => problemsIn((value as JsonObject)[HOOKS]),
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

/** Tables stand where entries are put in. */
function problemsIn(list: Json | undefined): readonly ConfigFinding[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [wrong([HOOKS], `${HOOKS} must be a list of tables`)];
  return (list as readonly Json[]).flatMap((entry, index) =>
    isJsonObject(entry) ? [] : [wrong([HOOKS, index], 'an entry must be a table')],
  );
}

const wrong = (path: readonly (string | number)[], message: string): ConfigFinding => ({
  severity: 'error',
  at: { path, part: 'value' },
  message,
  hint: null,
});
