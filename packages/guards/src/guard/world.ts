/** How a program that a guard ran has ended. */
export interface ProgramEnd {
  /** Null when it was killed, timed out or could not be started. */
  readonly status: number | null;
  /** The end of its output. */
  readonly output: string;
  /** Why there is no status; null when there is one. */
  readonly problem: string | null;
}

/** A program and its arguments, or a line for the shell. */
export type ProgramCall = { readonly program: string; readonly args: readonly string[] } | { readonly line: string };

/** The few things that a guard may read from, or do to, its environment. */
export interface World {
  readonly project: string;
  readonly home: string;
  /** The environment that the guard runs in. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the host's system lets a hook do on this event. */
  readonly can: {
    readonly block: boolean;
    readonly ask: boolean;
    readonly rewriteInput: boolean;
    readonly rewritePrompt: boolean;
    readonly tellModel: boolean;
  };
  /** The text of a file; null when it is missing, not a regular file, or larger than a megabyte. */
  readonly readText: (path: string) => Promise<string | null>;
  /** The path with all symlinks resolved, as far as it exists. */
  readonly realPath: (path: string) => Promise<string>;
  /** Whether a person has trusted the project; false when that is unknown. */
  readonly isTrusted: () => Promise<boolean>;
  readonly run: (
    call: ProgramCall,
    limits: { readonly cwd: string; readonly timeoutMs: number },
  ) => Promise<ProgramEnd>;
  readonly notify: (title: string, text: string) => Promise<void>;
  /** What a guard stored for this project, or null. */
  readonly recall: (key: string) => Promise<string | null>;
  readonly note: (key: string, value: string) => Promise<void>;
}
