import type { Diagnostic, Hooks, AnyEvent } from '@hookline/core/internal';
import { type CasePlaces, findCaseFiles } from './find-case-files.ts';
import { readCaseFile } from './read-case-file.ts';
import { hooksNamed } from './select-hooks.ts';

/** An event that a hook must block, or must let pass, according to its author. */
export interface Canary {
  readonly title: string;
  /** For people: relative to the project. */
  readonly file: string;
  readonly line: number;
  /** Name or id of the hook that it is for; null: every hook that it selects. */
  readonly hook: string | null;
  readonly must: 'block' | 'pass';
  readonly event: AnyEvent;
  /** The systems that its case file is for; null: all. */
  readonly dialects: readonly string[] | null;
}

/** The cases beside the hooks that are marked with `prove`. */
export async function readCanaries(
  places: CasePlaces,
): Promise<{ readonly canaries: readonly Canary[]; readonly diagnostics: readonly Diagnostic[] }> {
  const files = await Promise.all(findCaseFiles([], places).map((file) => readCaseFile(file, places.project)));
  const canaries = files.flatMap(({ cases }) =>
    cases.flatMap(({ title, display: file, line, hooks, prove, event, dialects }) => {
      if (prove === null) return [];
      const hook = hooks?.length === 1 ? (hooks[0] ?? null) : null;
      return { title, file, line, hook, must: prove, event, dialects };
    }),
  );
  return { canaries, diagnostics: files.flatMap(({ diagnostics }) => diagnostics) };
}

/** The canaries with their hooks given by id, for the systems of the case file; an unknown name is kept. */
export const withHookIds = (canaries: readonly Canary[], hooks: Hooks): readonly Canary[] =>
  canaries.flatMap((canary) => {
    const { hook: word, dialects, event } = canary;
    const named = word === null ? [] : hooksNamed(word, hooks, { dialects, eventOf: () => event });
    return named.length === 0 ? canary : named.map(({ id }) => ({ ...canary, hook: id }));
  });
