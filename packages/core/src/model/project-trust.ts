/**
 * How much a project's own hooks are believed. `store`: those of projects that were trusted, as they were then; `all`: whatever the
 * project brings; a function: what it says about the project's hooks, asked again whenever they change.
 */
export type TrustPolicy = 'store' | 'all' | ((project: ProjectContent) => boolean | Promise<boolean>);

/** What trust in a project would cover. */
export interface ProjectContent {
  /** Resolved path. */
  readonly path: string;
  readonly digest: string;
  /** Every definition and script that the digest covers, relative to the project. */
  readonly files: readonly CoveredFile[];
}

export interface CoveredFile {
  readonly path: string;
  readonly digest: string;
}
