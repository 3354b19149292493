import { mergeSources } from '../load/merge.ts';
import type { Dialect, Hook, Scope, Source } from '../model/index.ts';

/** A hook of the user that does not run where the project is trusted. */
export interface SwitchedOff {
  readonly hook: Hook;
  /** The project's file that does it. */
  readonly by: string;
  readonly how: 'same name' | 'negation' | 'list of the event' | 'switch' | 'load error';
}

/** The hooks of the user that the project's files of one dialect would switch off, each with the file and how. */
export function switchedOff(dialect: Dialect, sources: readonly Source[]): readonly SwitchedOff[] {
  const users = sources.filter((source) => !isProjects(source));
  const own = sources.filter(isProjects);
  if (own.length === 0) return [];
  const kept = new Set(mergeSources(dialect, sources).hooks.map(({ handler }) => handler));
  const lost = mergeSources(dialect, users).hooks.filter(({ handler }) => !kept.has(handler));
  return lost.map((hook) => ({ hook, ...causeOf(hook, own) }));
}

/** Whether a source or a hook is the project's own: part of a clone. */
export const isProjects = ({ scope, ofProject }: { readonly scope: Scope; readonly ofProject?: true }): boolean =>
  scope === 'project' || scope === 'local' || ofProject === true;

function causeOf(hook: Hook, own: readonly Source[]): Pick<SwitchedOff, 'by' | 'how'> {
  const display = (test: (source: Source) => boolean): string | undefined => own.find(test)?.display;
  const named = display(({ negations }) => negations.some(({ name }) => name === hook.name));
  if (named !== undefined) return { by: named, how: 'negation' };
  const off = display(({ switches }) => Object.keys(switches).length > 0);
  if (off !== undefined) return { by: off, how: 'switch' };
  const twin = display(({ hooks }) => hooks.some(({ name }) => name === hook.name));
  if (twin !== undefined) return { by: twin, how: 'same name' };
  const list = display(({ lists }) => lists.includes(hook.event));
  if (list !== undefined) return { by: list, how: 'list of the event' };
  return { by: display(({ rejected }) => rejected) ?? own[0]?.display ?? '', how: 'load error' };
}

/** Whether a file of the project has nothing that needs trust. */
export const isSilent = (source: Source, systems: readonly Dialect[]): boolean =>
  isProjects(source) &&
  source.entries === 0 &&
  source.negations.length === 0 &&
  Object.keys(source.switches).length === 0 &&
  source.diagnostics.length === 0 &&
  (source.lists.length === 0 || !doListsReplace(source.dialect, systems));

/** Whether even an empty list replaces the user's in that dialect. */
const doListsReplace = (dialect: string, systems: readonly Dialect[]): boolean =>
  systems.some(({ id, shape }) => id === dialect && shape.merge === 'later-list-replaces');
