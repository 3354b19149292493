import type { BasedPath, Platform } from './configuration.ts';
import type { Dialect } from './dialect.ts';
import type { Json, JsonObject } from './json.ts';

/** Where a fact about an agent comes from: its documents, its published types, or the program itself, run. */
export type FactSource = 'document' | 'types' | 'live';

/** One scope in which an agent can be connected. */
export interface RegistrationFile extends BasedPath {
  readonly scope: 'user' | 'project' | 'managed';
  readonly on?: Platform;
}

/** One event that the agent sends to its hooks. */
export interface AgentEventRow {
  /** Seconds that the agent waits for the entry. */
  readonly timeoutSeconds: number;
  /** The ways in which an entry of this event can be reached. */
  readonly ways: readonly EntryWay[];
  /** Whether `connect` registers the event when the user does not choose; if not, why. */
  readonly registered: true | { readonly because: string };
  /** What must be answered when there is nothing to say; absent: nothing. */
  readonly silence?: JsonObject;
  /** The payload field and its value, or any other, by which the agent tells that the event has not happened; absent: it always has. */
  readonly noEventWhen?: { readonly field: string } & ({ readonly is: Json } | { readonly isNot: Json });
}

/** How a refusal is given: in the answer, or by exit code 2 with the reason on stderr. */
export type RefusalMeans = 'answer' | 'exit';

/** How the agent reaches hookline: a request to the resident server, its small client, or the command itself. */
export type EntryWay = 'http' | 'client' | 'command';

/** How the entries of an agent are written in its file. */
export type EntryFormatName =
  | 'grouped-json'
  | 'grouped-json-with-comments'
  | 'listed-json'
  | 'toml-list'
  | 'whole-file'
  /** The path is a folder: a file for each event, named after it, that starts our program. */
  | 'event-files';

/**
 * A key of an entry with its value; or, where the agent has none, a line of shell around our program that turns every
 * end but an answer into exit code 2, before the agent's own time is over. `plain-line`: the same without variables, for
 * agents that replace those when they read their file, or read an answer beside the exit code; the refusal is given too.
 */
export type FailClosedMeans = { readonly key: string; readonly value: string | true } | 'shell-line' | 'plain-line';

/** What stands in for an answer that the agent cannot carry out. */
export interface Substitutes {
  readonly ask: 'ask' | 'block';
  readonly rewriteInput: 'rewrite' | 'block';
}

/**
 * A hash of each entry stands in a TOML file of the agent: below `table`, under the entry's file, event, group and place,
 * as `trusted_hash`.
 */
export interface ConsentRule {
  readonly of: 'each-entry-by-hash';
  readonly file: BasedPath;
  readonly table: readonly string[];
  /** What the user does for it, as a sentence. */
  readonly how: string;
  /** What of an entry is hashed. */
  readonly hashed: {
    /** Keys that every entry has, and their values where it does not give them. */
    readonly always: JsonObject;
    /** Keys that count only with another value than this one. */
    readonly unlessUsual: JsonObject;
    /** Events whose matcher does not count. */
    readonly withoutMatcher: readonly string[];
    /** Where it is not known how the agent fills in an entry: its events, and keys of entries. */
    readonly unknownFor: { readonly events: readonly string[]; readonly keys: readonly string[] };
  };
}

/** What can switch a connection off, and whether a project can do it. */
export interface DisarmingFact {
  readonly id: string;
  readonly by: 'user' | 'project' | 'managed';
  readonly about: string;
  readonly known: FactSource;
  /** The value in a TOML file that does it, where `doctor` can look; absent: it looks elsewhere, or cannot. */
  readonly in?: BasedPath & { readonly key: readonly string[]; readonly is: Json };
}

/**
 * The shape in which an agent takes the replaced output of one of its tools: the tool's own result, in which these
 * values are replaced; dots lead into objects. The string `{text}` stands for the text that replaces the output.
 */
export interface OutputShape {
  readonly replaces: Readonly<Record<string, Json>>;
  readonly known: FactSource;
}

/** Where a call of a tool has the text of its patch. */
export interface PatchTool {
  /** The field of its input; null: the input is the text itself. */
  readonly field: string | null;
  readonly known: FactSource;
}

/** An agent that people use, as data: how it is connected, heard and answered. Nothing here is ever called. */
export interface AgentTable {
  readonly id: string;
  readonly title: string;
  /** The dialect in which it writes payloads and reads answers. */
  readonly dialect: string;
  /** How it speaks where no dialect does: a program of ours in it writes the payloads and reads the answers. */
  readonly protocol?: Dialect;
  /** The version that was run, and how; null: from documents only. */
  readonly tested: { readonly version: string; readonly day: string } | null;
  readonly program: {
    readonly command: string;
    readonly versionArguments: readonly string[];
    /** The variable with the number of its process, in the environment of an entry. */
    readonly pidVariable?: string;
    /** Variables that it adds to the environment of an entry; a name that ends in `*` is a beginning. */
    readonly variables: readonly string[];
    /** Variables that it sets for the programs of its tools, and that no other program sets. */
    readonly marks?: readonly string[];
  };
  readonly registration: {
    readonly files: readonly RegistrationFile[];
    readonly format: EntryFormatName;
    /** For `whole-file`: the text of a file that is ours alone; the entries, as lines of JSON, replace `<entries>`. */
    readonly whole?: string;
    /**
     * For a file that no dialect reads: a program for Node that loads its text as the agent does, sends a call, and prints
     * the reason of the refusal. It gets the text on stdin, and as words the project, the tool and its input.
     */
    readonly proof?: string;
    /** How an entry names our program: with a list of arguments, or as one line for a shell. */
    readonly commands: 'arguments' | 'shell-line';
    /** The unit of an entry's time limit; absent: seconds. */
    readonly timeoutUnit?: 'milliseconds';
    /** Keys that a file of an administrator must have beside the entries, lest a project switches them off. */
    readonly managedKeys?: JsonObject;
    /** Files of the project whose variables reach entries that are programs; absent: none do. */
    readonly environmentFiles?: readonly string[];
    /** The key of a settings file whose variables reach entries that are programs; null: there is none. */
    readonly environmentKey: string | null;
    /** What makes the agent refuse when its entry fails; null: nothing does. */
    readonly failClosed: FailClosedMeans | null;
    /** Events on which that has no effect. */
    readonly failClosedNotOn: readonly string[];
    /** What the user must agree to in the agent itself before an entry runs; absent: nothing. It is only ever reported. */
    readonly consent?: ConsentRule;
  };
  readonly events: Readonly<Record<string, AgentEventRow>>;
  /** How a refusal is given, unless the dialect has an event that is refused by exit code only. */
  readonly refuses: RefusalMeans;
  /** What may stand beside a refusal in an answer; absent: all that its dialect takes there. */
  readonly besideRefusal?: 'nothing';
  /** How context is given on an event that also takes plain text; absent: by its key, if it has one. */
  readonly contexts?: 'plain-text';
  readonly substitutes: Substitutes;
  /** Whether the agent runs a tool in spite of an end of the turn, so that a refusal must stand beside it. */
  readonly endTurnLetsToolRun: boolean;
  /** By native tool name; the output of any other tool cannot be replaced by a text. `text`: all outputs are texts. */
  readonly outputs: Readonly<Record<string, OutputShape>> | 'text';
  /** Longest text that the agent gives to its model whole. */
  readonly longestContext: number | null;
  readonly disarmedBy: readonly DisarmingFact[];
  /**
   * Environment variables, and fields of payloads as dotted paths, that must reach neither record nor hooks of other
   * systems.
   */
  readonly secrets: { readonly variables: readonly string[]; readonly fields: readonly string[] };
  /**
   * Tools that change several files at once by a patch, by native name; absent: none. Hooks are asked about each file:
   * about a new one as by `Write`, about others as by `Edit`.
   */
  readonly patchTools?: Readonly<Record<string, PatchTool>>;
  /** Dialects of others whose files the agent reads by itself. */
  readonly alsoReads: readonly string[];
}
