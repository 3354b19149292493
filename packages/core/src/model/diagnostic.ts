export type Severity = 'error' | 'warning' | 'info';

/** Where in a file something stands; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with, or worth knowing about, a configuration; a value, never thrown. */
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
