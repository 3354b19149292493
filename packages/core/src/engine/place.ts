import type { Dialect } from '../model/index.ts';
import type { EventSearches } from './rules/slow-searches.ts';

/** The machine and project of an event; the same for all hooks of one fire. */
export interface Place {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly nonInteractive: boolean;
  /** The shell of the user's account; absent: it is not known. */
  readonly accountShell?: string;
  /** Whether this process was itself started by a hook; then nothing runs. */
  readonly isInsideHook: boolean;
  /** Whether a background hook could wake the model. */
  readonly canWake: boolean;
  /** Whether each dialect sees tools under its own names; absent: as given. */
  readonly toolNames?: 'given' | 'native';
  /** Under `native`: a hook that accepts a tool by its given name sees it under that name. */
  readonly givenFirst?: boolean;
  /** The systems whose names for tools are known; absent: the dialect's own. */
  readonly systems?: readonly Dialect[];
  /** Whether code of the project may be imported by hooks of the user; absent: it may. */
  readonly isProjectTrusted?: boolean;
  /** The beginning of a file's text; undefined where it cannot be read. Absent: no file is read. */
  readonly fileText?: (path: string) => string | undefined;
  /** The variables that hooks of a session have given to its later ones; absent: none. */
  readonly sessionVariables?: (session: string) => Readonly<Record<string, string>>;
  /** The folder for files that hooks write in a session; absent: there is none. */
  readonly sessionFiles?: string;
  /** Runs the slow searches of this fire; absent: matchers run them synchronously. */
  readonly slow?: EventSearches | undefined;
}
