/** A text of the project, and the folders that its paths may be relative to. */
export interface Passage {
  readonly file: string;
  readonly text: string;
  /** Resolved. */
  readonly project: string;
  /** Folders, the most likely first. */
  readonly bases: readonly string[];
  /** Folders that its commands may be started in; absent: the first of the bases. */
  readonly starts?: readonly string[];
}
