import type { FileScope } from './configuration.ts';

/**
 * A key beside the hooks that switches hooks off. Of several files that have it, one counts; files of other scopes
 * than those in `wins` are not asked.
 */
export interface SwitchRow {
  /** Steps to the key, separated by dots. */
  readonly key: string;
  /** The value that switches hooks off. */
  readonly off: boolean;
  /** The scopes whose files may have it, the one that counts first; of one scope the last file counts. */
  readonly wins: readonly FileScope[];
  /** Whether managed hooks stay on: always, or unless the switch stands in a managed file. */
  readonly sparesManaged: 'always' | 'unless-set-there' | 'never';
  /** For people and for the JSON Schema. */
  readonly about: string;
}

/** A table beside the hooks that switches single hooks off, each by a name made of its place. */
export interface EntrySwitchRow {
  /** Steps to the table, separated by dots. */
  readonly key: string;
  /** `{file}` is the absolute path, `{event}` the name with underscores, `{group}` and `{entry}` are counted from 0. */
  readonly name: string;
  /** The key of an entry of the table, and the value that switches the hook off. */
  readonly off: { readonly key: string; readonly is: boolean };
  /** The scopes whose files may have it; of several that name a hook the last counts. */
  readonly scopes: readonly FileScope[];
  /** For people and for the JSON Schema. */
  readonly about: string;
}

/** A key beside the hooks whose lists, joined over all files, limit what hooks of every source may use. */
export interface LimitRow {
  readonly key: string;
  /**
   * `http-url`: patterns with `*` that an http hook's address must fit; `http-variables`: names that its headers may
   * use; `names`: hooks that are off, by their names, else by what they run.
   */
  readonly limits: 'http-url' | 'http-variables' | 'names';
  /** The project's list counts only where no other file has one; absent: all count. */
  readonly projects?: 'alone';
  readonly scopes: readonly FileScope[];
  /** For people and for the JSON Schema. */
  readonly about: string;
}
