import type { HandlerKind, HookUse, Scope } from './hook.ts';
import type { Json } from './json.ts';
import type { ExtensionRule, LoadVariables } from './load-rules.ts';
import type { EntrySwitchRow, LimitRow, SwitchRow } from './switch-rows.ts';

export type Platform = 'linux' | 'darwin' | 'win32';

/** The scope of a configuration file. */
export type FileScope = Exclude<Scope, 'host'>;

/** A folder that may exist on this machine; `on` limits it to one platform. */
export type BaseFolder =
  /** What the caller gives: a folder, or (`settings`) a file or a JSON text. */
  | { readonly from: 'option'; readonly name: 'stateDir' | 'settings' }
  /** An absolute path that only an administrator can write to. */
  | { readonly from: 'system'; readonly path: string; readonly on: Platform }
  | { readonly from: 'variable'; readonly name: string; readonly path: string; readonly on?: Platform }
  | { readonly from: 'home'; readonly path: string; readonly on?: Platform }
  | { readonly from: 'project' }
  | { readonly from: 'plugin' };

/** A path below the first base that is known. */
export interface BasedPath {
  readonly bases: readonly BaseFolder[];
  readonly path: string;
}

/**
 * A location of configuration. A step of its path may hold `*`: every file that fits is read, in the order of their
 * names; hidden names never fit. A step `**` is any number of folders.
 */
export interface Location extends BasedPath {
  readonly scope: FileScope;
  /** How the file is written; absent: as the shape says. */
  readonly format?: 'front-matter' | 'toml' | 'json-with-comments';
  /** What is replaced in its texts when it is read; absent: nothing. */
  readonly variables?: LoadVariables;
  /** Without a key `hooks` the events stand at the top of the file. */
  readonly mayBeBare?: true;
  /** The first step with `*` is the folder of an extension, which has this file. */
  readonly extension?: ExtensionRule;
  /**
   * Below each folder from the root of the repository, which holds this name, down to the working directory; without
   * such a folder only below the working directory. The outer comes first. Absent: only below its base.
   */
  readonly eachFolderFrom?: string;
  /** What tells the ids of its hooks from those of another file of the same scope; absent: nothing. */
  readonly idPart?: string;
  /** The only keys at the top of the file beside the hooks; with another one nothing of it applies. Absent: any. */
  readonly onlyKeys?: KeyTable;
  /** For a plugin: a path that is read where the first one does not exist. */
  readonly orPath?: string;
  /**
   * What a bad entry costs here: `entry`: of an entry list, itself alone; `hooks`: all hooks of the file, but none of its
   * switches. Absent: as the shape says.
   */
  readonly badEntry?: 'entry' | 'hooks';
  /** A file of hooks alone; absent: as the shape says. */
  readonly hooksFile?: HooksFileRule;
  /** The file of a path with `*` into which new hooks are written; absent: none is. */
  readonly newFile?: string;
  /** Files that others than the administrator could have written are not read, with a warning; absent: all are. */
  readonly ownedBy?: 'administrator';
  /** Its switches count only where no other file has them. Absent: as the scopes of a switch say. */
  readonly switches?: 'outranked';
  /** Only the switches of the file count: its hooks are those of another system. */
  readonly reads?: 'switches';
  /** What other programs that read the file make of a key of an entry, for those who check it. Absent: nothing. */
  readonly readElsewhere?: Readonly<Record<string, string>>;
  /** For a plugin: where it keeps its data, and the file that gives its name. */
  readonly plugin?: PluginPlaces;
  /** For front matter: what must be in use for its hooks to be in force, and how they differ from others. */
  readonly during?: UseRule;
}

/** What the top of a file of hooks alone says. */
export interface HooksFileRule {
  /** The key that must have this value, where the file has it. */
  readonly version: { readonly key: string; readonly value: number };
  /** The key whose `true` switches the hooks of this file off, and of no other. */
  readonly off: string;
}

/** The places of a plugin that its hooks know. */
export interface PluginPlaces {
  /** The folder of all plugins' data; a plugin has its own in it, named after it, unless they share it. */
  readonly data: BasedPath;
  /** What follows the plugin's name in the name of its folder. */
  readonly suffix?: string;
  /** All plugins share the folder; absent: each has its own in it. */
  readonly shared?: true;
  /**
   * A JSON file below the plugin, in a folder `.<system>-plugin` of its own: it marks the plugin as one of this system
   * alone, and its `name` is the plugin's. Absent: all plugins are the system's.
   */
  readonly manifest?: string;
  /** The key of the manifest that names the file with the hooks; absent, or without that key: the path of the location. */
  readonly hooksKey?: string;
  /**
   * A plugin without the manifest of any system is the system's: `taken`: each; `by-its-file`: if its hooks stand at the
   * first path of the location, or are written as this system alone has them. Absent: only if they name its variables.
   */
  readonly unmarked?: 'taken' | 'by-its-file';
}

/** Front matter whose hooks are in force only while something is in use. */
export interface UseRule {
  readonly of: HookUse['of'];
  /** Whether a hook may be limited to one run. */
  readonly once: boolean;
  /** Events that are told to these hooks under another name. */
  readonly events?: Readonly<Record<string, string>>;
}

/** The type of a configuration key. */
export type KeyType =
  | 'text'
  | 'filled-text'
  | 'boolean'
  | 'positive-number'
  | 'whole-number'
  /** A positive number, also as a text. */
  | 'numeric'
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
  /** What a blank text means: the entry is skipped with a warning, and the rest applies. Absent: as any other text. */
  readonly ifBlank?: 'skip-entry';
  /** The consequence of a wrong value, where it differs from the rule of the whole dialect. */
  readonly ifWrong?: BadOption;
  /** Variables in it are not replaced when the file is read. */
  readonly variables?: 'kept';
}

export type KeyTable = Readonly<Record<string, KeyRow>>;

/** One handler type of a configuration. */
export interface HandlerRow {
  readonly runs: Exclude<HandlerKind, 'function'>;
  readonly keys: KeyTable;
  readonly timeoutMs: number;
  /** The keys that hold its time limit, the first that is there; absent: `timeout`. */
  readonly timeoutKeys?: readonly string[];
  /** The keys that hold what a command runs; absent: `command`, with `args` where they are there. */
  readonly commandKeys?: CommandKeys;
  /** A shorter time limit is raised to this one. */
  readonly leastTimeoutMs?: number;
  /** Events on which its `async` has no effect, with a warning. */
  readonly waitedForOn?: readonly string[];
  /** The unit of the key `timeout`; absent: seconds. */
  readonly timeoutUnit?: 'milliseconds' | 'milliseconds-from-1000';
  /** The key `once` counts in every file; absent: in front matter alone. */
  readonly once?: true;
  /** Events on which it must not be used, and the reason for the message. */
  readonly notOn?: { readonly events: readonly string[]; readonly because: string };
  /** The only events on which it may be used, and the reason for the message; absent: all. */
  readonly onlyOn?: { readonly events: readonly string[]; readonly because: string };
}

/**
 * Where a command stands: one key for each shell, one that stands for whichever of them is missing, and one for a program
 * that is started without a shell, with `args`. A program stands alone; without any of them the entry cannot be used.
 */
export interface CommandKeys {
  readonly bash: string;
  readonly powershell: string;
  readonly either: string;
  readonly program: string;
}

/** What happens to an entry with a bad optional value. */
export type BadOption = 'skip-entry' | 'use-default';

/** What is lost by an entry that cannot be used: the entry, all hooks of its file, or everything that its file says. */
export type BadEntryReach = 'entry' | 'hooks' | 'file';

export interface BadEntryRule {
  readonly usual: BadEntryReach;
  /** By native event. */
  readonly on?: Readonly<Record<string, BadEntryReach>>;
  /** Of an event that has no list; absent: as of any entry. */
  readonly noList?: BadEntryReach;
}

/** Events, each with groups of handlers under one matcher, in JSON. */
export interface GroupedJsonShape {
  readonly kind: 'grouped-json';
  /** The key that must have this value, or may be left out; null when the file is shared with other settings. */
  readonly version: { readonly key: string; readonly value: number; readonly optional?: true } | null;
  /**
   * `flat`: the items of an event are entries, each with its own matcher; `flat-or-grouped`: these, or groups. Absent:
   * groups of entries under one matcher.
   */
  readonly items?: 'flat' | 'flat-or-grouped';
  /** The type of an entry that names none; absent: every entry must name its type. */
  readonly usualType?: string;
  /** `reserved`: the system itself gives `$schema` a meaning, so that none of ours is written; absent: one may be. */
  readonly schemaKey?: 'reserved';
  readonly groupKeys: KeyTable;
  readonly handlers: Readonly<Record<string, HandlerRow>>;
  /** Types of handlers that are known and never run: such an entry is skipped with a warning, with the reason here. */
  readonly restingTypes?: Readonly<Record<string, string>>;
  /** Hooks in several files of one folder: all count, and a warning says so. Absent: without a word. */
  readonly filesOfFolder?: 'warned';
  /** How a command without `args` is run. */
  readonly command: 'words' | 'shell';
  readonly badOption: BadOption;
  /** The key and value by which an entry makes its failures count as refusals; absent: there is none. */
  readonly failClosed?: { readonly key: string; readonly value: string | true };
  /** Absent: a bad entry is skipped alone. */
  readonly badEntry?: BadEntryRule;
  /** The key by which an entry says how often in a row it may keep the agent working, null: ever again; and the usual. */
  readonly inARow?: { readonly key: string; readonly usual: number };
  /** How a handler on an event that does not take its type is told; it is skipped. Absent: as an error. */
  readonly wrongType?: 'warning';
  /** How an unknown event is told; absent: as an error. */
  readonly unknownEvent?: 'warning' | 'ignored';
  /** Keys beside the events that are none, and have no effect. */
  readonly notEvents?: readonly string[];
  readonly switches?: readonly SwitchRow[];
  readonly entrySwitch?: EntrySwitchRow;
  readonly limits?: readonly LimitRow[];
  readonly merge: 'concatenate';
}
