/**
 * Which of a project's own hooks run. `store`: those of trusted projects, as they were when trusted; `all`: all of the
 * project's hooks; a function: they run if it returns `true` and nothing else, called again whenever they change.
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
