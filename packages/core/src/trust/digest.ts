import { relative, sep } from 'node:path';
import type { CoveredFile, ProjectContent, Source } from '../model/index.ts';
import { fingerprint } from './fingerprint.ts';
import { MAX_SCRIPTS } from './folder.ts';
import { resolvedPath } from './paths.ts';
import { scriptsOf } from './scripts.ts';
import { newSha256 } from '../text/sha256.ts';

/** A covered file and what a person should know about it; null when there is nothing. */
interface NotedFile extends CoveredFile {
  readonly note: string | null;
}

/** What trust in a project would cover. */
export interface CoveredContent extends ProjectContent {
  readonly files: readonly NotedFile[];
  /** Why the project cannot be trusted at all; null when it can. */
  readonly refusal: string | null;
}

/** The digest of a project that cannot be covered: equal to no digest that was ever trusted. */
const NOT_COVERED = 'not-covered';

const MAX_PROJECT_BYTES = 256 * 1024 * 1024;

/**
 * One digest over the definitions of a project's own sources (others are left out) and every script that they name.
 * `projectVariables` are the environment variables that hold the project's path when hooks run.
 */
export function projectContent(
  sources: readonly Source[],
  project: string,
  projectVariables: readonly string[],
): CoveredContent {
  const path = resolvedPath(project);
  const own = sources.filter(({ scope }) => scope === 'project' || scope === 'local');
  const named = own.flatMap((source) => source.hooks.flatMap((hook) => scriptsOf(hook, path, projectVariables)));
  const scripts = readScripts([...new Set(named)].sort(), path);
  const files = [...own.map(definitionsOf).sort(byPath), ...scripts.files];
  const digest =
    scripts.refusal === null
      ? digestOf(['hookline trust 1', ...files.map((file) => [file.path, file.digest])])
      : NOT_COVERED;
  return { path, digest, files, refusal: scripts.refusal };
}

function definitionsOf({ dialect, scope, display, definitions }: Source): NotedFile {
  return { path: display, digest: digestOf([dialect, scope, display, definitions]), note: null };
}

function readScripts(paths: readonly string[], project: string): Pick<CoveredContent, 'files' | 'refusal'> {
  const files: NotedFile[] = [];
  if (paths.length > MAX_SCRIPTS) return { files, refusal: `its hooks name more than ${MAX_SCRIPTS} scripts` };
  let bytes = 0;
  for (const path of paths) {
    const script = fingerprint(path, project);
    const shown = relative(project, path).split(sep).join('/');
    bytes += script.bytes;
    if (!script.isCovered) return { files, refusal: `${shown}: ${script.note ?? 'cannot be covered'}` };
    if (bytes > MAX_PROJECT_BYTES) return { files, refusal: 'its scripts are larger than 256 MiB together' };
    files.push({ path: shown, digest: script.digest, note: script.note });
  }
  return { files, refusal: null };
}

const digestOf = (value: unknown): string => newSha256().update(JSON.stringify(value)).digest('hex');

const byPath = (left: CoveredFile, right: CoveredFile): number =>
  compare(left.path, right.path) || compare(left.digest, right.digest);

const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right));
