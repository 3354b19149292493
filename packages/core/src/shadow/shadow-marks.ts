import type { HookEntry } from '../engine/routes.ts';
import type { Diagnostic, Hook } from '../model/index.ts';

/** One entry of `shadow` in the settings. */
export interface ShadowEntry {
  readonly id: string;
  /** The project whose hook is meant; null for a hook of the user. */
  readonly project: string | null;
  /** The definition that was put in shadow; null: whatever hook has the id. */
  readonly definition: string | null;
}

/** An entry that could be about a hook here, and where it stands. */
export interface ShadowMark extends ShadowEntry {
  readonly at: Omit<Diagnostic, 'message' | 'hint'>;
}

/** What the user's settings say about hooks in shadow. */
export interface Shadows {
  /** What to add to a hook of the running set: a mark, or nothing. */
  readonly markOf: (hook: Hook) => Pick<HookEntry, 'shadow'>;
  /** The marks that could be about hooks of this place; those of other projects and of dialects left out are not among them. */
  readonly marks: readonly ShadowMark[];
  readonly digestOf: (hook: Hook) => string;
  readonly diagnostics: readonly Diagnostic[];
}

const NOT_SHADOWED: Pick<HookEntry, 'shadow'> = {};

/** Nobody is in shadow. */
export const NO_SHADOWS: Shadows = {
  markOf: () => NOT_SHADOWED,
  marks: [],
  digestOf: () => '',
  diagnostics: [],
};
