import {
  checkKeys,
  type ConfigFinding,
  type Dialect,
  type GroupedJsonShape,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonDocument,
  type Path,
} from '@hookline/core/internal';
import type { EntryFormat, FoundEntry } from './entry-format.ts';
import { withGroups, withoutHandlers } from './group-text.ts';

/** Lists of groups of entries by event, in JSON; each entry of ours is a group of its own. */
export const GROUPED_JSON: EntryFormat = {
  parse: parseJsonDocument,
  problems: ({ value }, dialect) => [...shapeFindings(value as Json), ...spoilingFindings(value as Json, dialect)],
  entriesIn,
  withEntries: (text, entries) =>
    withGroups(
      text,
      entries.map(({ event, handler }) => ({ event, group: { hooks: [handler] } })),
    ),
  withoutEntries: withoutHandlers,
};

/** The same in JSON with comments, which stay where they are. */
export const GROUPED_JSON_WITH_COMMENTS: EntryFormat = {
  ...GROUPED_JSON,
  parse: async (text) => {
    const { stripComments } = await import('jsonc-parser');
    // Blanks in place of comments: every place in the text stays what it was.
    return parseJsonDocument(stripComments(text, ' '));
  },
};

/** Lists of entries by event, without groups, below the version that the file must name. */
export const LISTED_JSON: EntryFormat = {
  parse: parseJsonDocument,
  problems: ({ value }, dialect) => [...shapeFindings(value as Json), ...topFindings(value as Json, dialect)],
  entriesIn: (settings) =>
    Object.entries(isJsonObject(settings[HOOKS]) ? settings[HOOKS] : {}).flatMap(([event, list]) =>
      itemsOf(list).flatMap((handler, index) => (isJsonObject(handler) ? [{ event, handler, at: [index] }] : [])),
    ),
  withEntries: async (text, entries) => {
    const { text: extended, made } = await withGroups(
      text.replace('\uFEFF', '').trim() === '' ? NEW_LISTED : text,
      entries.map(({ event, handler }) => ({ event, group: handler })),
    );
    return { text: extended, made };
  },
  withoutEntries: withoutHandlers,
};

const NEW_LISTED = '{\n  "version": 1\n}\n';

const HOOKS = 'hooks';

function entriesIn(settings: JsonObject): readonly FoundEntry[] {
  const events = settings[HOOKS];
  if (!isJsonObject(events)) return [];
  return Object.entries(events).flatMap(([event, groups]) =>
    itemsOf(groups).flatMap((group, place) =>
      (isJsonObject(group) ? itemsOf(group[HOOKS]) : []).flatMap((handler, index) =>
        isJsonObject(handler) ? [{ event, handler, at: [place, index] }] : [],
      ),
    ),
  );
}

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const wrong = (path: Path, message: string): ConfigFinding => ({
  severity: 'error',
  at: { path, part: 'value' },
  message,
  hint: null,
});

/** Lists and objects stand where entries are put in. */
function shapeFindings(value: Json): readonly ConfigFinding[] {
  if (!isJsonObject(value)) return [wrong([], 'an object was expected at the top of the file')];
  const hooks = value[HOOKS];
  if (hooks === undefined) return [];
  if (!isJsonObject(hooks)) return [wrong([HOOKS], 'hooks must be an object')];
  return Object.entries(hooks).flatMap(([event, list]) =>
    Array.isArray(list) ? [] : [wrong([HOOKS, event], `hooks.${event} must be a list`)],
  );
}

/** What at the top of a file of hooks alone switches off all that it holds. */
function topFindings(value: Json, { locations }: Dialect): readonly ConfigFinding[] {
  const rule = locations.find(({ hooksFile }) => hooksFile !== undefined)?.hooksFile;
  if (rule === undefined || !isJsonObject(value)) return [];
  const { version, off } = rule;
  const isOld = value[version.key] !== undefined && value[version.key] !== version.value;
  return [
    ...(isOld ? [wrong([version.key], `${version.key} must be ${version.value}`)] : []),
    ...(value[off] === true ? [wrong([off], `${off} switches all hooks of this file off`)] : []),
  ];
}

/** Bad entries with which the agent drops all that the file says. */
function spoilingFindings(value: Json, { shape }: Dialect): readonly ConfigFinding[] {
  const hooks = isJsonObject(value) ? value[HOOKS] : undefined;
  if (shape.kind !== 'grouped-json' || !isJsonObject(hooks)) return [];
  const events = Object.entries(shape.badEntry?.on ?? {}).flatMap(([event, reach]) =>
    reach === 'file' ? [event] : [],
  );
  return events.flatMap((event) => {
    const list = hooks[event];
    return Array.isArray(list)
      ? (list as readonly Json[]).flatMap((group, index) => groupFindings(group, [HOOKS, event, index], shape))
      : [];
  });
}

function groupFindings(group: Json, path: Path, shape: GroupedJsonShape): readonly ConfigFinding[] {
  if (!isJsonObject(group)) return [wrong(path, 'a group must be an object')];
  const handlers = Array.isArray(group[HOOKS]) ? (group[HOOKS] as readonly Json[]) : [];
  return [
    ...errorsOf(group, shape.groupKeys, path),
    ...handlers.flatMap((handler, index) => handlerFindings(handler, [...path, HOOKS, index], shape)),
  ];
}

function handlerFindings(handler: Json, path: Path, { handlers }: GroupedJsonShape): readonly ConfigFinding[] {
  if (!isJsonObject(handler)) return [wrong(path, 'an entry must be an object')];
  const { type } = handler;
  const row = typeof type === 'string' && Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (row === undefined) return [wrong([...path, 'type'], `unknown type ${JSON.stringify(type ?? null)}`)];
  return errorsOf(handler, row.keys, path);
}

const errorsOf = (object: JsonObject, keys: Parameters<typeof checkKeys>[1], path: Path): readonly ConfigFinding[] =>
  checkKeys(
    object,
    keys,
    { path, prefix: '', shown: path },
    { badOption: 'skip-entry', unknownKey: 'only-powers' },
  ).findings.filter(({ severity }) => severity === 'error');
