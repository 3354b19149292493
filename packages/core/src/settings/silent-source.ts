import type { Dialect, Source } from '../model/index.ts';
import { isProjects } from './switched-off.ts';

/** Whether a file of the project holds nothing that trust would be about. */
export const isSilent = (source: Source, systems: readonly Dialect[]): boolean =>
  isProjects(source) &&
  source.entries === 0 &&
  source.negations.length === 0 &&
  source.diagnostics.length === 0 &&
  (source.lists.length === 0 || !doListsReplace(source.dialect, systems));

/** Whether even an empty list takes the place of the user's in that dialect. */
const doListsReplace = (dialect: string, systems: readonly Dialect[]): boolean =>
  systems.some(({ id, shape }) => id === dialect && shape.merge === 'later-list-replaces');
