import type { Diagnostic, Dialect, Hook, Scope, Source } from '../model/index.ts';

/** The sources in force, and diagnostics where an old one stays in force. */
export interface KeptSources {
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What happens to hooks whose file is gone: users may remove their own, a project must not lose what guards it. */
type WhenGone = 'leave' | 'stay';

/**
 * For files that are read without a pin: a file, or a hook with its own file, that was valid and is now broken stays
 * in force as it was, with a diagnostic. A hook that is no longer in a valid file is removed.
 */
export function keepLastGood(
  read: readonly Source[],
  previous: readonly Source[],
  whenGone: WhenGone = 'leave',
): KeptSources {
  const before = new Map(previous.map((source) => [source.file, source]));
  const diagnostics: Diagnostic[] = [];
  const tell = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const sources = read.map((source) => {
    const old = before.get(source.file);
    if (old === undefined || !old.usable) return source;
    if (source.usable) return withLostHooks(source, old, whenGone, tell);
    if (old.entries === 0) return source;
    diagnostics.push(...source.diagnostics, staysInForce(source.display, old.entries, BROKEN));
    return old;
  });
  const there = new Set(read.map(({ file }) => file));
  const gone =
    whenGone === 'leave'
      ? []
      : previous.filter(({ file, usable, entries }) => usable && entries > 0 && !there.has(file));
  for (const { display, entries } of gone) tell(staysInForce(display, entries, GONE));
  return { sources: [...sources, ...gone], diagnostics };
}

/** Why files are read again: on request, or because a host noticed an edit. */
export type ReloadCause = 'asked' | 'edit';

/** Systems that apply edits only on request stay as they were read before. */
export function withoutEdits(
  systems: readonly Dialect[],
  read: readonly Source[],
  previous: readonly Source[],
): readonly Source[] {
  const isUntilAsked = ({ dialect }: Source): boolean =>
    systems.some(({ id, edits }) => id === dialect && edits === 'on-reload');
  return [...read.filter((source) => !isUntilAsked(source)), ...previous.filter(isUntilAsked)];
}

/** The order in which the files of a dialect apply, and their hooks run. */
export const byScope = (one: Ranked, other: Ranked): number => rankOf(one) - rankOf(other);

interface Ranked {
  readonly scope: Scope;
  readonly rank?: number;
}

const rankOf = ({ scope, rank = SCOPES.indexOf(scope) }: Ranked): number => rank;

const SCOPES: readonly Scope[] = ['managed', 'user', 'project', 'local', 'flag', 'plugin', 'session'];

/** A folder of hooks, including earlier hooks whose files are broken now, or gone where such hooks stay. */
function withLostHooks(
  source: Source,
  before: Source,
  whenGone: WhenGone,
  tell: (diagnostic: Diagnostic) => unknown,
): Source {
  const lost = before.hooks.filter(
    (hook) => hook.file !== source.file && !isStillIn(source, hook) && (whenGone === 'stay' || isToldOf(source, hook)),
  );
  if (lost.length === 0) return source;
  for (const hook of lost) tell(staysInForce(hook.source, 1, isToldOf(source, hook) ? BROKEN : GONE));
  const hooks = [...source.hooks, ...lost].toSorted((one, other) => (one.file < other.file ? -1 : 1));
  return { ...source, hooks, entries: Math.max(source.entries, hooks.length) };
}

const isStillIn = (source: Source, hook: Hook): boolean =>
  source.hooks.some(({ file, name }) => file === hook.file || name === hook.name);

/** A file that exists and defines no hook has a diagnostic; one that is gone has none. */
const isToldOf = (source: Source, hook: Hook): boolean => source.diagnostics.some(({ file }) => file === hook.source);

interface Loss {
  readonly what: string;
  readonly hint: string;
}

const BROKEN: Loss = { what: 'the file cannot be used any more', hint: 'fix the file and reload' };
const GONE: Loss = {
  what: 'the file is gone',
  hint: 'put the file back, or open the project anew to go on without its hooks',
};

const staysInForce = (file: string, entries: number, { what, hint }: Loss): Diagnostic => ({
  severity: 'error',
  file,
  line: null,
  column: null,
  message: `${what}; the ${entries} ${entries === 1 ? 'hook' : 'hooks'} read from it before stay in force`,
  hint,
});
