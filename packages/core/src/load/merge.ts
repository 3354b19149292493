import path from 'node:path';
import type { Diagnostic, Dialect, Hook, MergedSources, Negation, Source } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { applySwitches } from './apply-switches.ts';
import { suggestion } from './check-keys.ts';
import { entryLabel } from './describe.ts';
import { withUniqueIds } from './source-of.ts';

/** Merges the files of one dialect by its own rule; the diagnostics are those of the merge alone. */
export function mergeSources(dialect: Dialect, sources: readonly Source[]): MergedSources {
  const merged = MERGERS[dialect.shape.merge](sources);
  const isRejected = merged.isRejected === true || sources.some(({ rejected }) => rejected);
  return {
    ...applySwitches(dialect, sources, isRejected ? [] : withUniqueIds(merged.hooks)),
    diagnostics: [...(merged.diagnostics ?? []), ...sharedFolders(dialect, sources)],
    rejected: isRejected,
  };
}

/** Warns of hooks that stand in several files of one folder, where the system does. */
function sharedFolders({ shape }: Dialect, sources: readonly Source[]): readonly Diagnostic[] {
  if (shape.kind !== 'grouped-json' || shape.filesOfFolder !== 'warned') return [];
  const withHooks = sources.filter(({ hooks }) => hooks.length > 0);
  return withHooks.flatMap(({ file, display }, index) => {
    const other = withHooks.slice(0, index).find((each) => path.dirname(each.file) === path.dirname(file));
    if (other === undefined) return [];
    const message = `there are hooks in ${other.display} too: those of both files run`;
    const hint = 'keep the hooks of one folder in one file';
    return [{ severity: 'warning' as const, file: display, line: null, column: null, message, hint }];
  });
}

interface Merged {
  readonly hooks: readonly Hook[];
  readonly diagnostics?: readonly Diagnostic[];
  readonly isRejected?: boolean;
}

const MERGERS: Readonly<Record<Dialect['shape']['merge'], (sources: readonly Source[]) => Merged>> = {
  concatenate: (sources) => ({ hooks: sources.flatMap(({ hooks }) => hooks) }),
  'sorted-by-path': (sources) => ({ hooks: sources.flatMap(({ hooks }) => hooks).toSorted(byPath) }),
  'later-name-replaces': replaceByName,
  'later-list-replaces': replaceLists,
  'concatenate-less-negated': dropNegated,
};

/** In lower case first, so that the order is that of a dictionary. */
function byPath({ file: one }: Hook, { file: other }: Hook): number {
  const [low, high] = [one.toLowerCase(), other.toLowerCase()];
  if (low !== high) return low < high ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}

function replaceByName(sources: readonly Source[]): Merged {
  const hooks = sources.flatMap((source) => source.hooks);
  const lastOf = new Map(hooks.map((hook) => [hook.name, hook]));
  const replaced = hooks.filter((hook) => lastOf.get(hook.name) !== hook);
  return { hooks: hooks.filter((hook) => lastOf.get(hook.name) === hook), diagnostics: replaced.map(sayReplaced) };

  function sayReplaced(hook: Hook): Diagnostic {
    const file = lastOf.get(hook.name)?.source ?? hook.source;
    const message = `hook ${JSON.stringify(hook.name)} replaces the one of the same name in ${hook.source}`;
    return {
      severity: 'info',
      file,
      line: null,
      column: null,
      message,
      hint: 'give it another name if both shall run',
    };
  }
}

function replaceLists(sources: readonly Source[]): Merged {
  const isReplaced = (index: number, event: string): boolean =>
    sources.slice(index + 1).some(({ lists }) => lists.includes(event));
  return { hooks: sources.flatMap(({ hooks }, index) => hooks.filter(({ event }) => !isReplaced(index, event))) };
}

function dropNegated(sources: readonly Source[]): Merged {
  const names = sources.filter(({ scope }) => scope === 'user').flatMap(({ hooks }) => hooks.map(({ name }) => name));
  // A user's file that was rejected has no hooks, so it is not reported that negations do not find them.
  const isKnown = !sources.some(({ scope, rejected }) => scope === 'user' && rejected);
  const negated = new Set(sources.flatMap(({ negations }) => negations.map(({ name }) => name)));
  const diagnostics = sources.flatMap((source) =>
    source.negations
      .filter(({ name }) => isKnown && !names.includes(name))
      .map((negation) => sayUnknown(source, negation, names)),
  );
  const hooks = sources.flatMap((source) =>
    source.hooks.filter(({ name }) => source.scope !== 'user' || !negated.has(name)),
  );
  return { hooks, diagnostics, isRejected: diagnostics.length > 0 };
}

function sayUnknown(
  { file, display }: Source,
  { name, entry, line, column }: Negation,
  names: readonly string[],
): Diagnostic {
  const nearest = suggestion(didYouMean(name, names));
  const message = `${entryLabel(file, entry, null)}: "!${name}" names no hook of the user${nearest}`;
  const hint = names.length === 0 ? 'the user has no hooks: remove it' : `hooks of the user: ${names.join(', ')}`;
  return { severity: 'error', file: display, line, column, message, hint };
}
