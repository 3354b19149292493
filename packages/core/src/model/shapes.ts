import type { GroupedJsonShape, KeyTable } from './configuration.ts';

/** One folder per hook with front matter and an entry point. */
export interface HookFoldersShape {
  readonly kind: 'hook-folders';
  readonly file: string;
  readonly keys: KeyTable;
  readonly matcherKeys: KeyTable;
  readonly entryPoints: readonly string[];
  readonly merge: 'later-name-replaces';
}

/** A general configuration file, YAML or JSON, in which hooks are one key. */
export interface YamlConfigShape {
  readonly kind: 'yaml-config';
  readonly keys: KeyTable;
  readonly timeoutMs: number;
  readonly merge: 'later-list-replaces';
}

/** One list of entries below a key, each with its event; the rest of the file is none of ours. */
export interface EntryListShape {
  readonly kind: 'entry-list';
  /** The key of the list. */
  readonly section: string;
  /** Of an entry; `event`, `command` and `matcher` are among them, and no other key may stand in an entry. */
  readonly keys: KeyTable;
  readonly timeoutMs: number;
  readonly merge: 'concatenate';
}

/** A folder whose files are hooks when they are named after events; there is no configuration. */
export interface EventFilesShape {
  readonly kind: 'event-files';
  /** By extension, the empty one too: the words that start the file, where its first line names no interpreter. */
  readonly interpreters: Readonly<Record<string, readonly string[]>>;
  readonly timeoutMs: number;
  readonly merge: 'sorted-by-path';
}

/** One JSON array of entries; a bad one rejects the whole load. */
export interface FlatJsonShape {
  readonly kind: 'flat-json';
  readonly keys: KeyTable;
  readonly handlerKeys: KeyTable;
  /** A string entry with this prefix switches off a hook of the user by name. */
  readonly negation: string;
  readonly timeoutMs: number;
  readonly merge: 'concatenate-less-negated';
}

export type Shape =
  | GroupedJsonShape
  | HookFoldersShape
  | YamlConfigShape
  | FlatJsonShape
  | EntryListShape
  | EventFilesShape;
