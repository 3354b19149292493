import type { Diagnostic, Hook, Scope, Source } from './model/index.ts';
import { isSilent } from './silent-source.ts';

/** Sources as they count now, and what is to be said where an old one stays in force. */
export interface KeptSources {
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What was good and is now broken stays in force as it was, a file or a hook with a file of its own, and that is said aloud. A
 * project's file stays in force when it is gone, too, and so does what the project has taken out, unless it is believed in
 * everything: it was not trusted without its hooks. A file of the user's own that is gone counts as gone at once.
 */
export function keepLastGood(
  read: readonly Source[],
  previous: readonly Source[],
  isProjectBelieved: boolean,
): KeptSources {
  const now = new Map(read.map((source) => [source.file, source]));
  const diagnostics: Diagnostic[] = [];
  const isGood = (source: Source | undefined): boolean =>
    source?.usable === true && (isProjectBelieved || !isSilent(source));
  const isTakenOut = ({ scope, file }: Source): boolean => scope === 'user' && !now.has(file);
  const stays = previous.filter(
    (source) => source.usable && source.entries > 0 && !isGood(now.get(source.file)) && !isTakenOut(source),
  );
  for (const source of stays)
    diagnostics.push(
      ...(now.get(source.file)?.diagnostics ?? []),
      staysInForce(source.display, source.entries, stateOf(now.get(source.file))),
    );
  const replaced = new Set(stays.map((source) => source.file));
  const before = new Map(previous.map((source) => [source.file, source]));
  const others = read
    .filter((source) => !replaced.has(source.file))
    .map((source) => withLostHooks(source, before.get(source.file), (diagnostic) => diagnostics.push(diagnostic)));
  return {
    sources: [...stays, ...others].toSorted(byScope),
    diagnostics,
  };
}

/** The order in which the files of a dialect count, and their hooks run. */
export const byScope = (one: { readonly scope: Scope }, other: { readonly scope: Scope }): number =>
  SCOPES.indexOf(one.scope) - SCOPES.indexOf(other.scope);

const SCOPES: readonly Scope[] = ['user', 'project', 'local', 'plugin'];

/** A folder of hooks with those that it held before and whose files are gone or broken; one that has moved is not lost. */
function withLostHooks(source: Source, before: Source | undefined, tell: (diagnostic: Diagnostic) => void): Source {
  const isTakenOut = (hook: Hook): boolean => source.scope === 'user' && !isToldOf(source, hook);
  const lost = (before?.hooks ?? []).filter(
    (hook) => hook.file !== source.file && !isStillIn(source, hook) && !isTakenOut(hook),
  );
  if (lost.length === 0) return source;
  for (const hook of lost) tell(staysInForce(hook.source, 1, isToldOf(source, hook) ? 'broken' : 'gone'));
  const hooks = [...source.hooks, ...lost].toSorted((one, other) => (one.file < other.file ? -1 : 1));
  return { ...source, hooks, entries: Math.max(source.entries, hooks.length) };
}

const isStillIn = (source: Source, hook: Hook): boolean =>
  source.hooks.some(({ file, name }) => file === hook.file || name === hook.name);

/** A file that is there and gives no hook has its diagnostic; one that is gone has none. */
const isToldOf = (source: Source, hook: Hook): boolean => source.diagnostics.some(({ file }) => file === hook.source);

type State = 'broken' | 'gone' | 'silent';

const stateOf = (source: Source | undefined): State =>
  source === undefined ? 'gone' : source.usable ? 'silent' : 'broken';

const staysInForce = (file: string, entries: number, state: State): Diagnostic => ({
  severity: 'error',
  file,
  line: null,
  column: null,
  message: `the file ${WHAT[state].happened}; the ${entries} ${entries === 1 ? 'hook' : 'hooks'} read from it before stay in force`,
  hint: WHAT[state].hint,
});

const WHAT: Readonly<Record<State, { readonly happened: string; readonly hint: string }>> = {
  broken: { happened: 'cannot be used any more', hint: 'fix the file and reload' },
  gone: { happened: 'is gone', hint: 'to take its hooks out, leave a valid file without hooks, or start again' },
  silent: {
    happened: 'has no hooks any more, and nobody has trusted the project without them',
    hint: 'to take its hooks out, start again',
  },
};
