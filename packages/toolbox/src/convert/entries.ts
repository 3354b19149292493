import type { Dialect, GroupedJsonShape, JsonObject } from '@hookline/core/internal';
import type { AddedEntry } from '../author/add-entry.ts';
import { addToJson } from '../author/add-to-json.ts';
import { addToYaml } from '../author/add-to-yaml.ts';
import { addToListed, failClosedKey, listedEntry, newFileHead } from '../author/add-entry.ts';
import { commandEntry, groupedEntry, headOf } from '../author/command-entry.ts';
import { schemaKey, schemaLine } from '../author/schema-reference.ts';

/** One entry of the target's configuration. */
export interface TargetEntry {
  /** Native name. */
  readonly event: string;
  readonly name: string;
  readonly description: string;
  readonly matcher: string | null;
  readonly background: boolean;
  /** Whether hooks of the event must run in order. */
  readonly inOrder: boolean;
  readonly timeoutMs: number;
  /** Its failures count as refusals. */
  readonly failsClosed: boolean;
  /** Where the schemas are, for a file that is new. */
  readonly schemas?: string;
  readonly runs: { readonly command: string } | { readonly entry: JsonObject };
}

/** The text of a configuration file with one more entry; everything else in it is kept. */
export const addTargetEntry = (text: string | null, entry: TargetEntry, dialect: Dialect): Promise<AddedEntry> =>
  WRITERS[dialect.shape.kind](text, entry, dialect);

// Wrappers are new files, so no entry can run one yet.
const NEVER_TAKEN = { isTaken: () => false, taken: '' } as const;

type TargetEntryWriter = (text: string | null, entry: TargetEntry, dialect: Dialect) => Promise<AddedEntry>;

const WRITERS: Readonly<Record<Dialect['shape']['kind'], TargetEntryWriter>> = {
  'grouped-json': addGroup,
  'flat-json': (text, entry) =>
    addToJson(text, {
      empty: [],
      must: {},
      path: [],
      value: {
        name: entry.name,
        event: entry.event,
        ...matcherOf(entry),
        handler: { bash: commandOf(entry) },
      },
      ...NEVER_TAKEN,
    }),
  'yaml-config': (text, entry, { id }) => {
    const addition = {
      empty: {},
      must: {},
      path: ['hooks', entry.event],
      value: { exec: commandOf(entry), timeout_ms: Math.ceil(entry.timeoutMs) },
      ...NEVER_TAKEN,
    };
    if (text !== null && /^\s*[[{]/.test(text)) return addToJson(text, addition);
    const head = schemaLine(entry.schemas, id).map((line) => `${line}\n\n`);
    return addToYaml(text ?? head.join(''), addition);
  },
  'event-files': () =>
    Promise.resolve({ ok: false, problem: 'its hooks are files named after events: write one there' }),
  'entry-list': (text, entry, dialect) =>
    addToListed(text, dialect, {
      path: [dialect.shape.kind === 'entry-list' ? dialect.shape.section : ''],
      value: listedEntry({ ...entry, command: commandOf(entry) }, dialect.shape),
      ...NEVER_TAKEN,
    }),
  'hook-folders': (text, entry, { id }) =>
    Promise.resolve(
      text === null ? { ok: true, text: hookFile(entry, id) } : { ok: false, problem: 'it is there already' },
    ),
};

function addGroup(text: string | null, entry: TargetEntry, { shape, id, locations }: Dialect): Promise<AddedEntry> {
  if (shape.kind !== 'grouped-json') return Promise.resolve({ ok: false, problem: 'it has no groups' });
  return addToJson(text, {
    empty: { ...schemaKey(entry.schemas, { shape, id }), ...newFileHead(shape, locations) },
    must: headOf(shape, null),
    path: ['hooks', entry.event],
    value: valueOf(entry, shape),
    ...NEVER_TAKEN,
  });
}

function valueOf({ runs, ...entry }: TargetEntry, shape: GroupedJsonShape): JsonObject {
  const keys = shape.handlers['command']?.keys ?? {};
  const ofGroup = entry.inOrder && Object.hasOwn(shape.groupKeys, 'sequential') ? { sequential: true } : {};
  if ('entry' in runs) return groupedEntry(shape, runs.entry, { ...matcherOf(entry), ...ofGroup });
  const more = {
    ...(entry.background && Object.hasOwn(keys, 'async') ? { async: true } : {}),
    ...(entry.failsClosed ? failClosedKey(shape) : {}),
  };
  const timeoutMs = Math.ceil(entry.timeoutMs / 1000) * 1000;
  return commandEntry(shape, { ...entry, command: runs.command, timeoutMs, more, ofGroup });
}

const matcherOf = ({ matcher }: Pick<TargetEntry, 'matcher'>): JsonObject => (matcher === null ? {} : { matcher });

const commandOf = ({ runs }: TargetEntry): string => ('command' in runs ? runs.command : JSON.stringify(runs.entry));

/** JSON strings are YAML too, and a pattern keeps its backslashes in them. */
function hookFile(entry: TargetEntry, dialect: string): string {
  const { name, description, event, matcher, background, timeoutMs, schemas } = entry;
  return [
    '---',
    ...schemaLine(schemas, dialect),
    `name: ${JSON.stringify(name)}`,
    `description: ${JSON.stringify(description)}`,
    `trigger: ${event}`,
    ...(matcher === null ? [] : ['matcher:', `  tool: ${JSON.stringify(matcher)}`]),
    `timeout: ${Math.ceil(timeoutMs)}`,
    ...(background ? ['async: true'] : []),
    '---',
    '',
    description,
    '',
  ].join('\n');
}
