/** How a native field holds the value of a neutral one: a closed set of named conversions, each of which can be undone. */
export type FieldConversion =
  /** Milliseconds as seconds. */
  | 'seconds'
  /** A path inside the project as seen from it, any other path absolute. */
  | 'project-path';

/** Where a native tool keeps a neutral field; dots lead into objects: `edit.old`. */
export type NativeField = string | { readonly at: string; readonly as: FieldConversion };

/** A tool of the neutral set (`Bash`, `Read`, …) under a system's own names. */
export interface NativeTool {
  /** Payloads carry the first; a matcher that accepts any of them accepts the tool. */
  readonly names: readonly [string, ...string[]];
  /** By neutral field; a field that is not named here keeps its name. */
  readonly fields?: Readonly<Record<string, NativeField>>;
  /** Whether the system's hook documentation tells it, its program shows it, or we chose it. */
  readonly known: 'documented' | 'shown' | 'chosen';
}

/** The system's own words for the values of one field; a value that is not named here stands as it is. */
export interface NativeWords {
  readonly field: string;
  readonly words: Readonly<Record<string, string>>;
}
