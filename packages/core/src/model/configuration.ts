import type { HandlerKind, Scope } from './hook.ts';
import type { Json } from './json.ts';

export type Platform = 'linux' | 'darwin' | 'win32';

/** A folder that may exist on this machine; `on` limits it to one platform. */
export type BaseFolder =
  | { readonly from: 'option'; readonly name: 'stateDir' }
  | { readonly from: 'variable'; readonly name: string; readonly path: string; readonly on?: Platform }
  | { readonly from: 'home'; readonly path: string; readonly on?: Platform }
  | { readonly from: 'project' }
  | { readonly from: 'plugin' };

/** A path below the first base that is known. */
export interface BasedPath {
  readonly bases: readonly BaseFolder[];
  readonly path: string;
}

/** A location of configuration. */
export interface Location extends BasedPath {
  readonly scope: Exclude<Scope, 'host'>;
  /** Where a plugin keeps its data: in a folder of its name below this one. */
  readonly pluginData?: BasedPath;
}

/** The type of a configuration key. */
export type KeyType =
  | 'text'
  | 'filled-text'
  | 'boolean'
  | 'positive-number'
  | 'positive-integer'
  | 'integer'
  | 'texts'
  | 'text-map'
  | 'object'
  | 'list'
  | 'text-or-texts';

/** One key of a configuration object. */
export interface KeyRow {
  readonly type: KeyType;
  readonly required?: true;
  /** The only values allowed. */
  readonly words?: readonly string[];
  readonly range?: readonly [number, number];
  readonly length?: readonly [number, number];
  readonly default?: Json;
  /** For people and for the JSON Schema. */
  readonly about: string;
  /** `null` counts as absent. */
  readonly nullable?: true;
  /** The consequence of a wrong value, where it differs from the rule of the whole dialect. */
  readonly ifWrong?: BadOption;
}

export type KeyTable = Readonly<Record<string, KeyRow>>;

/** One handler type of a configuration. */
export interface HandlerRow {
  readonly runs: Exclude<HandlerKind, 'function'>;
  readonly keys: KeyTable;
  readonly timeoutMs: number;
  /** Events on which it must not be used, and the reason for the message. */
  readonly notOn?: {
    readonly events: readonly string[];
    readonly because: string;
    /** Absent: an error. */
    readonly severity?: 'warning';
  };
}

/** What happens to an entry with a bad optional value. */
export type BadOption = 'skip-entry' | 'use-default';

/** Events, each with groups of handlers under one matcher, in JSON. */
export interface GroupedJsonShape {
  readonly kind: 'grouped-json';
  /** The key that must have this value; null when the file is shared with other settings. */
  readonly version: { readonly key: string; readonly value: number } | null;
  readonly groupKeys: KeyTable;
  readonly handlers: Readonly<Record<string, HandlerRow>>;
  /** How a command without `args` is run. */
  readonly command: 'words' | 'shell';
  readonly badOption: BadOption;
  readonly merge: 'concatenate';
}

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

export type Shape = GroupedJsonShape | HookFoldersShape | YamlConfigShape | FlatJsonShape;
