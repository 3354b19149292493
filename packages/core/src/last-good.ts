import type { Diagnostic, Hook, Source } from './model/index.ts';

/** Sources as they count now, and what is to be said where an old one stays in force. */
export interface KeptSources {
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What was good and is now gone or broken stays in force as it was, a file or a hook with a file of its own, and that is said aloud. */
export function keepLastGood(read: readonly Source[], previous: readonly Source[]): KeptSources {
  const now = new Map(read.map((source) => [source.file, source]));
  const diagnostics: Diagnostic[] = [];
  const stays = previous.filter(
    (source) => source.usable && source.entries > 0 && now.get(source.file)?.usable !== true,
  );
  for (const source of stays)
    diagnostics.push(
      ...(now.get(source.file)?.diagnostics ?? []),
      staysInForce(source.display, source.entries, now.has(source.file)),
    );
  const replaced = new Set(stays.map((source) => source.file));
  const before = new Map(previous.map((source) => [source.file, source]));
  const others = read
    .filter((source) => !replaced.has(source.file))
    .map((source) => withLostHooks(source, before.get(source.file), (diagnostic) => diagnostics.push(diagnostic)));
  return {
    sources: [...stays, ...others].toSorted((one, other) => SCOPES.indexOf(one.scope) - SCOPES.indexOf(other.scope)),
    diagnostics,
  };
}

/** Within a dialect, files count in this order. */
const SCOPES: readonly Source['scope'][] = ['user', 'project', 'local', 'plugin'];

/** A folder of hooks with those that it held before and whose files are gone or broken; one that has moved is not lost. */
function withLostHooks(source: Source, before: Source | undefined, tell: (diagnostic: Diagnostic) => void): Source {
  const lost = (before?.hooks ?? []).filter((hook) => hook.file !== source.file && !isStillIn(source, hook));
  if (lost.length === 0) return source;
  for (const hook of lost) tell(staysInForce(hook.source, 1, isToldOf(source, hook)));
  const hooks = [...source.hooks, ...lost].toSorted((one, other) => (one.file < other.file ? -1 : 1));
  return { ...source, hooks, entries: Math.max(source.entries, hooks.length) };
}

const isStillIn = (source: Source, hook: Hook): boolean =>
  source.hooks.some(({ file, name }) => file === hook.file || name === hook.name);

/** A file that is there and gives no hook has its diagnostic; one that is gone has none. */
const isToldOf = (source: Source, hook: Hook): boolean => source.diagnostics.some(({ file }) => file === hook.source);

const staysInForce = (file: string, entries: number, exists: boolean): Diagnostic => ({
  severity: 'error',
  file,
  line: null,
  column: null,
  message: `the file ${exists ? 'cannot be used any more' : 'is gone'}; the ${entries} ${entries === 1 ? 'hook' : 'hooks'} read from it before stay in force`,
  hint: exists ? 'mend the file and reload' : 'to take its hooks out, leave a valid file without hooks, or start again',
});
