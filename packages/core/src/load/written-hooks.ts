import type { Hook, Source } from '../model/index.ts';
import type { FoundFile } from './discover.ts';
import type { ConfigDocument, ConfigFinding, Path } from './document.ts';

/** A hook with the paths of the keys for what it runs and for its matcher. */
export interface NotedHook {
  readonly hook: Hook;
  /** False: read only to find its problems. */
  readonly isUsable: boolean;
  readonly handler: Path;
  readonly matcher: Path;
}

/** Those that are used. */
export const usableHooks = (noted: readonly NotedHook[]): readonly Hook[] =>
  noted.flatMap(({ hook, isUsable }) => (isUsable ? [hook] : []));

/**
 * The hooks of a file with their locations, for a strict load; nothing for any other load, which must not pay for it.
 */
export async function writtenHooks(
  noted: readonly NotedHook[],
  { place, within }: FoundFile,
  document: ConfigDocument,
): Promise<Pick<Source, 'written'>> {
  if (place.strict !== true) return {};
  const locate = await document.locator();
  const written = noted.map(({ hook, handler, matcher }) => ({
    hook,
    project: within ?? place.project,
    handlerAt: locate(handler, 'value'),
    matcherAt: locate(matcher, 'value'),
  }));
  return { written };
}

/**
 * Why a project's file has more hooks than are read; null when it has not. There is no limit for the user's own files.
 */
export function tooManyHooks({ scope }: Pick<FoundFile, 'scope'>, entries: number): ConfigFinding | null {
  if ((scope !== 'project' && scope !== 'local') || entries <= MOST_HOOKS) return null;
  const message = `the file was not read: it holds ${entries} hooks; at most ${MOST_HOOKS} of a project are read`;
  return { severity: 'error', at: null, message, hint: 'join hooks that do the same, with a pattern for all of them' };
}

// Per file: reading and covering this many takes some tenths of a second.
const MOST_HOOKS = 2000;
