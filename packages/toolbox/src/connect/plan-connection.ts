import {
  type AgentTable,
  type Diagnostic,
  dialectOfAgent,
  type HooksOptions,
  type JsonObject,
  pathOf,
  type RegistrationFile,
  sha256,
} from '@hookline/core/internal';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileChange } from '../files/write-changes.ts';
import { type Connection, connectionOf, connectionsOn, type ConnectionScope, type StatePlace } from './connections.ts';
import {
  type ConnectionChoice,
  entriesOf,
  type EntryPrograms,
  isEntryWord,
  type PlannedEntry,
  wordIn,
} from './entries.ts';
import { type FoundEntry, formatOf, type MadeParts } from './entry-format.ts';
import { readSettings, type SettingsText } from './settings-file.ts';

/** Where agents and the state of hookline are looked for. */
export type AgentPlace = HooksOptions & StatePlace & { readonly project: string };

/** How a connection is to be made. */
export interface ConnectRequest extends ConnectionChoice {
  readonly agent: AgentTable;
  readonly scope: ConnectionScope;
  readonly programs: EntryPrograms;
  /** The word of entries that are new; absent: one is made. */
  readonly word?: string;
}

/** What `connect` would do; nothing is written yet. */
export type ConnectPlan =
  | { readonly ok: false; readonly problems: readonly Diagnostic[] }
  | {
      readonly ok: true;
      readonly connection: Connection;
      readonly entries: readonly PlannedEntry[];
      /** Null: the file is as it should be. */
      readonly change: FileChange | null;
    };

/** What `disconnect` would do. */
export type DisconnectPlan =
  | { readonly ok: false; readonly problems: readonly Diagnostic[] }
  | {
      readonly ok: true;
      readonly file: string;
      /** What stands there now; null: nothing. */
      readonly before: string | null;
      /** How many entries go; none: the agent is not connected there. */
      readonly removed: number;
      readonly change: FileChange | null;
      /** The file goes as a whole: it held nothing else. */
      readonly removesFile: boolean;
      /** Whether the file was the one that `connect` had left, so that it becomes what it was before, byte for byte. */
      readonly isExact: boolean;
    };

/** The file through which an agent is connected in a scope; null: it has none here. */
export function registrationFile(agent: AgentTable, scope: RegisteredScope, place: AgentPlace): string | null {
  const platform = place.platform ?? process.platform;
  const row = agent.registration.files.find((file) => file.scope === scope && (file.on ?? platform) === platform);
  return row === undefined ? null : pathOf(row, place);
}

/** A file of an agent as it is now. */
export const settingsOf = (agent: AgentTable, file: string): Promise<SettingsText> =>
  readSettings(file, formatOf(agent), dialectOfAgent(agent));

/** The events that are registered when the user does not choose. */
export const usualEvents = ({ events }: AgentTable): readonly string[] =>
  Object.entries(events).flatMap(([event, { registered }]) => (registered === true ? [event] : []));

/** Plans the entries of a connection; one that is there already is changed to what is asked for, and keeps its word. */
export async function planConnect(request: ConnectRequest, file: string, place: AgentPlace): Promise<ConnectPlan> {
  const { agent, scope, via, fail, mayAllow, programs } = request;
  const dialect = dialectOfAgent(agent);
  const settings = await settingsOf(agent, file);
  if (settings.problems.length > 0) return { ok: false, problems: settings.problems };
  const known = connectionOf({ agent: agent.id, scope, file }, place);
  const bare = await withoutEntries(settings, agent, known);
  const taken = wordsElsewhere(agent, file, place);
  const kept = [known?.word, ...bare.words].find((each = '') => isEntryWord(each) && !taken.includes(each));
  const word = kept ?? request.word ?? randomBytes(16).toString('hex');
  const entries = entriesOf(agent, dialect, request, { word, programs });
  const format = formatOf(agent);
  const { text, made } = await format.withEntries(bare.text ?? '', entries);
  const inner = format.folder === undefined ? file : join(file, 'any');
  const connection: Connection = {
    agent: agent.id,
    scope,
    file,
    word,
    via,
    fail,
    mayAllow,
    events: entries.map(({ event }) => event),
    made: { ...made, folder: known?.made.folder ?? !existsSync(dirname(inner)), top: known?.made.top ?? topOf(inner) },
    after: sha256(text),
    before: bare.text,
  };
  const isSame = settings.text === text;
  return {
    ok: true,
    connection,
    entries,
    change: isSame ? null : { path: file, before: settings.text, after: text, executable: false, mode: OWN_FILE },
  };
}

/** By its word an entry is told from those of the agent's other files: a file that was copied must not keep it. */
const wordsElsewhere = ({ id }: AgentTable, file: string, place: AgentPlace): readonly string[] =>
  connectionsOn(place).flatMap((each) => (each.agent === id && each.file !== file ? [each.word] : []));

/** The nearest folder above a file that is there. */
function topOf(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) || folder === dirname(folder) ? folder : topOf(folder);
}

/** A file with the entries of a connection and nothing else, for an administrator to place. */
export async function managedText(request: Omit<ConnectRequest, 'scope'>): Promise<string> {
  const { agent, programs } = request;
  const word = request.word ?? randomBytes(16).toString('hex');
  const entries = entriesOf(agent, dialectOfAgent(agent), request, { word, programs });
  const { managedKeys } = agent.registration;
  const keys = managedKeys === undefined ? '' : `${JSON.stringify(managedKeys, null, 2)}\n`;
  return (await formatOf(agent).withEntries(keys, entries)).text;
}

// The word in it is for the user alone.
const OWN_FILE = 0o600;

/** Plans how the entries of an agent go out of a file again. */
export async function planDisconnect(
  agent: AgentTable,
  scope: ConnectionScope,
  file: string,
  place: AgentPlace,
): Promise<DisconnectPlan> {
  const known = connectionOf({ agent: agent.id, scope, file }, place);
  const settings = await settingsOf(agent, file);
  if (settings.value === null) return { ok: false, problems: settings.problems };
  const bare = await withoutEntries(settings, agent, known);
  const removesFile = bare.text === null && settings.text !== null;
  const isSame = bare.text === settings.text || removesFile;
  return {
    ok: true,
    file,
    before: settings.text,
    removed: bare.removed,
    isExact: bare.isExact,
    removesFile,
    change: isSame ? null : { path: file, before: settings.text, after: bare.text ?? '', executable: false },
  };
}

/** A settings file as it is without our entries. */
interface BareSettings {
  readonly text: string | null;
  readonly words: readonly string[];
  readonly removed: number;
  readonly isExact: boolean;
}

/** Where the file is unchanged since, the copy that was kept; else only our entries are taken out. */
async function withoutEntries(
  { text, value }: SettingsText,
  agent: AgentTable,
  known: Connection | null,
): Promise<BareSettings> {
  if (text === null || value === null) return { text, words: [], removed: 0, isExact: false };
  const words = ownEntries(value, agent).map(({ word }) => word);
  if (known !== null && sha256(text) === known.after)
    return { text: known.before, words, removed: words.length, isExact: true };
  if (words.length === 0) return { text, words, removed: 0, isExact: false };
  const reduced = await formatOf(agent).withoutEntries(
    text,
    (handler) => wordIn(handler, agent) !== null,
    known?.made ?? UNKNOWN_MADE(agent),
  );
  const left = reduced.isEmpty ? (known?.before ?? null) : reduced.text;
  return { text: left, words, removed: reduced.removed, isExact: false };
}

/** Without a record of what was there before, a list that holds nothing but our entry counts as ours. */
const UNKNOWN_MADE = ({ events }: AgentTable): MadeParts => ({ root: false, hooks: true, lists: Object.keys(events) });

/** An entry of ours as it stands in an agent's file. */
export interface OwnEntry extends FoundEntry {
  readonly word: string;
}

/** The entries that `connect` has written into a settings file. */
export const ownEntries = (settings: JsonObject, agent: AgentTable): readonly OwnEntry[] =>
  formatOf(agent)
    .entriesIn(settings)
    .flatMap((entry) => {
      const word = wordIn(entry.handler, agent);
      return word === null ? [] : [{ ...entry, word }];
    });

/** Where an agent can be connected, by us or by an administrator. */
export type RegisteredScope = RegistrationFile['scope'];

/** One file through which an agent can be connected, as it is now. */
export interface RegisteredFile {
  readonly scope: RegisteredScope;
  readonly settings: SettingsText;
  readonly entries: readonly OwnEntry[];
}

/** The files through which an agent can be connected, with our entries in them. */
export async function connectedBy(agent: AgentTable, place: AgentPlace): Promise<readonly RegisteredFile[]> {
  const files = (['managed', 'user', 'project'] as const).flatMap((scope) => {
    const file = registrationFile(agent, scope, place);
    return file === null ? [] : [{ scope, file }];
  });
  return Promise.all(
    files.map(async ({ scope, file }) => {
      const settings = await settingsOf(agent, file);
      return { scope, settings, entries: settings.value === null ? [] : ownEntries(settings.value, agent) };
    }),
  );
}
