/** How a native field holds the value of a neutral one: a closed set of named, reversible conversions. */
export type FieldConversion =
  /** Milliseconds as seconds. */
  | 'seconds'
  /** A command as a list of one; several are joined by line breaks, `{"command": …, "args": […]}` becomes a line. */
  | 'command-list'
  /** A path as `[{"path": …}]`; of several the first, and the list stays beside it. */
  | 'list-of-paths'
  /** A path inside the project as a relative one, any other path absolute. */
  | 'project-path';

/** The native field of a neutral one; dots lead into objects: `edit.old`. */
export type NativeField = string | { readonly at: string; readonly as: FieldConversion };

/** A tool of the neutral set (`Bash`, `Read`, …) under a system's own names. */
export interface NativeTool {
  /** Its names are common words, or stand for several tools: an event of another host that has one does not mean this tool. */
  readonly elsewhere?: 'unknown';
  /** The native field by which an input is told from that of another neutral tool under the same name. */
  readonly toldBy?: string;
  /** The first is used in payloads; a matcher that accepts any of them accepts the tool. */
  readonly names: readonly [string, ...string[]];
  /** By neutral field; a field that is not listed keeps its name. */
  readonly fields?: Readonly<Record<string, NativeField>>;
  /** The neutral field that the whole input stands for, where its native field is missing or the input is no object. */
  readonly whole?: string;
  /** Whether this is from the system's hook documentation, from its program, or chosen by hookline. */
  readonly known: 'documented' | 'shown' | 'chosen';
}

/** The system's own values of one field; a value that is not listed is kept. */
export interface NativeWords {
  readonly field: string;
  readonly words: Readonly<Record<string, string>>;
}
