import type { Diagnostic, Dialect, Hook, Scope, Source } from '../model/index.ts';

/** Sources as they count now, and what is to be said where an old one stays in force. */
export interface KeptSources {
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Of files that are read without a pin: what was good and is now broken stays in force as it was, a file or a hook with a file of its
 * own, and that is said aloud. What was taken out is taken out.
 */
export function keepLastGood(read: readonly Source[], previous: readonly Source[]): KeptSources {
  const before = new Map(previous.map((source) => [source.file, source]));
  const diagnostics: Diagnostic[] = [];
  const sources = read.map((source) => {
    const old = before.get(source.file);
    if (old === undefined || !old.usable) return source;
    if (source.usable) return withBrokenHooks(source, old, (diagnostic) => diagnostics.push(diagnostic));
    if (old.entries === 0) return source;
    diagnostics.push(...source.diagnostics, staysInForce(source.display, old.entries));
    return old;
  });
  return { sources, diagnostics };
}

/** Why files are read again: someone asks for it, or a host noticed that one was edited. */
export type ReloadCause = 'asked' | 'edit';

/** Systems that take edits over only when someone asks for it stay as they were read before. */
export function withoutEdits(
  systems: readonly Dialect[],
  read: readonly Source[],
  previous: readonly Source[],
): readonly Source[] {
  const isUntilAsked = ({ dialect }: Source): boolean =>
    systems.some(({ id, edits }) => id === dialect && edits === 'on-reload');
  return [...read.filter((source) => !isUntilAsked(source)), ...previous.filter(isUntilAsked)];
}

/** The order in which the files of a dialect count, and their hooks run. */
export const byScope = (one: { readonly scope: Scope }, other: { readonly scope: Scope }): number =>
  SCOPES.indexOf(one.scope) - SCOPES.indexOf(other.scope);

const SCOPES: readonly Scope[] = ['user', 'project', 'local', 'plugin'];

/** A folder of hooks with those that it held before and whose files are broken now. */
function withBrokenHooks(source: Source, before: Source, tell: (diagnostic: Diagnostic) => void): Source {
  const broken = before.hooks.filter(
    (hook) => hook.file !== source.file && !isStillIn(source, hook) && isToldOf(source, hook),
  );
  if (broken.length === 0) return source;
  for (const hook of broken) tell(staysInForce(hook.source, 1));
  const hooks = [...source.hooks, ...broken].toSorted((one, other) => (one.file < other.file ? -1 : 1));
  return { ...source, hooks, entries: Math.max(source.entries, hooks.length) };
}

const isStillIn = (source: Source, hook: Hook): boolean =>
  source.hooks.some(({ file, name }) => file === hook.file || name === hook.name);

/** A file that is there and gives no hook has its diagnostic; one that is gone has none. */
const isToldOf = (source: Source, hook: Hook): boolean => source.diagnostics.some(({ file }) => file === hook.source);

const staysInForce = (file: string, entries: number): Diagnostic => ({
  severity: 'error',
  file,
  line: null,
  column: null,
  message: `the file cannot be used any more; the ${entries} ${entries === 1 ? 'hook' : 'hooks'} read from it before stay in force`,
  hint: 'fix the file and reload',
});
