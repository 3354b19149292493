export type Severity = 'error' | 'warning' | 'info';

/** A location in a file; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A problem of, or a note about, a configuration; a value, never thrown. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Relative to the project, absolute outside it. */
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | null;
}
