import type {
  AgentTable,
  ConfigDocument,
  ConfigFinding,
  Dialect,
  EntryFormatName,
  JsonObject,
  ParsedDocument,
} from '@hookline/core/internal';
import { eventFiles } from './event-files.ts';
import { GROUPED_JSON, GROUPED_JSON_WITH_COMMENTS, LISTED_JSON } from './grouped-json.ts';
import type { FileChange } from '../files/write-changes.ts';
import { TOML_LIST } from './toml-list.ts';
import { wholeFile } from './whole-file.ts';

/** An entry of ours for one event, as it stands in a file. */
export interface WrittenEntry {
  readonly event: string;
  readonly handler: JsonObject;
}

/** The same, with the numbers that lead to it in its file. */
export interface FoundEntry extends WrittenEntry {
  readonly at: readonly number[];
}

/** The parts of a file that did not exist before entries were added: they go when nothing else is left in them. */
export interface MadeParts {
  readonly root: boolean;
  readonly hooks: boolean;
  /** Events whose lists were made. */
  readonly lists: readonly string[];
}

/** A text with more entries. */
export interface ExtendedText {
  readonly text: string;
  readonly made: MadeParts;
}

/** A text without some entries. */
export interface ReducedText {
  readonly text: string;
  readonly removed: number;
  /** Whether what was made for the entries holds nothing any more. */
  readonly isEmpty: boolean;
}

/** How entries stand in the file of an agent: read, put in and taken out as text, so that all else stays as it is. */
export interface EntryFormat {
  readonly parse: (text: string) => Promise<ParsedDocument>;
  /** What would keep an entry in the file from working. */
  readonly problems: (document: ConfigDocument, dialect: Dialect) => readonly ConfigFinding[];
  readonly entriesIn: (settings: JsonObject) => readonly FoundEntry[];
  /** The text must have no problems. */
  readonly withEntries: (text: string, entries: readonly WrittenEntry[]) => Promise<ExtendedText>;
  readonly withoutEntries: (
    text: string,
    isMeant: (handler: JsonObject, event: string) => boolean,
    made: MadeParts,
  ) => Promise<ReducedText>;
  /** Where the entries are files of a folder: how these are one text, and a change of it one of files. */
  readonly folder?: {
    readonly read: (folder: string) => FolderText;
    readonly changes: (
      folder: string,
      before: string | null,
      after: string | null,
    ) => { readonly changes: readonly FileChange[]; readonly removed: readonly string[] };
  };
}

/** The files of ours in a folder as one text, null: there are none; and those of others under the same names. */
export interface FolderText {
  readonly text: string | null;
  readonly foreign: readonly string[];
}

const FORMATS: Readonly<Record<Exclude<EntryFormatName, 'whole-file' | 'event-files'>, EntryFormat>> = {
  'grouped-json': GROUPED_JSON,
  'grouped-json-with-comments': GROUPED_JSON_WITH_COMMENTS,
  'listed-json': LISTED_JSON,
  'toml-list': TOML_LIST,
};

/** How an agent's entries are written. */
export function formatOf({ events, registration: { format, whole = '' } }: EntryAgent): EntryFormat {
  if (format === 'whole-file') return wholeFile(whole);
  return format === 'event-files' ? eventFiles(Object.keys(events)) : FORMATS[format];
}

type EntryAgent = Pick<AgentTable, 'events' | 'registration'>;
