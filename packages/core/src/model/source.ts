import type { Diagnostic, Position } from './diagnostic.ts';
import type { FileScope } from './configuration.ts';
import type { Hook } from './hook.ts';
import type { Json } from './json.ts';

/** The content of one configuration file (or hook folder) of a dialect, before files are merged. */
export interface Source {
  readonly dialect: string;
  readonly scope: FileScope;
  /** A file of the scope `session` that is part of the project. Absent otherwise. */
  readonly ofProject?: true;
  /** Its place among the files of its dialect, where that is not given by its scope. */
  readonly rank?: number;
  /** Absolute path of the file; for hook folders, of their parent folder. */
  readonly file: string;
  /** For people: relative to the project, absolute outside it. */
  readonly display: string;
  readonly hooks: readonly Hook[];
  /** Native events for which the file has a list, even an empty one. */
  readonly lists: readonly string[];
  /** Names of hooks of the user that the file switches off. */
  readonly negations: readonly Negation[];
  readonly diagnostics: readonly Diagnostic[];
  /** The switches and limits that the file has, by key; empty where a problem of the file voids them. */
  readonly switches: Readonly<Record<string, Json>>;
  /** Its switches are about its own hooks alone; absent: about those of every file. */
  readonly switchesItself?: true;
  /** Its switches count only where no other file has them. */
  readonly outranked?: true;
  /** By the dialect's rule, a problem of this file rejects the whole load. */
  readonly rejected: boolean;
  /** False: the file as a whole could not be used (unreadable, no JSON or YAML, wrong version, rejected). */
  readonly usable: boolean;
  /** The definitions as canonical text: what trust is given to. */
  readonly definitions: string;
  /** Entries in the file, loadable or not. */
  readonly entries: number;
  /** Only from a strict load: every hook that was understood, also those of a rejected file. */
  readonly written?: readonly WrittenHook[];
}

/** A hook, and where its file defines what it runs and when. */
export interface WrittenHook {
  readonly hook: Hook;
  /** The project of the file. */
  readonly project: string;
  /** The command, callable or module that it runs. */
  readonly handlerAt: Position;
  readonly matcherAt: Position;
}

export interface Negation {
  readonly name: string;
  readonly entry: number;
  readonly line: number | null;
  readonly column: number | null;
}

/** The hooks of one dialect after its files have been merged by its own rule. */
export interface MergedSources {
  readonly hooks: readonly Hook[];
  /** Hooks that a switch or limit of a file keeps from running, and why. */
  readonly off: readonly { readonly hook: Hook; readonly why: string }[];
  readonly diagnostics: readonly Diagnostic[];
  readonly rejected: boolean;
}
