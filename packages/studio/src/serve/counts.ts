import { listShadows } from '@hookline/core/internal';
import type { Meta } from '../api/index.ts';
import { type StudioPlace, withHooks } from '../look/project-hooks.ts';
import type { DecisionSource } from '../source/decision-source.ts';

/** Faults of the last week, by hook and code. */
export const faultsIn = async (source: DecisionSource): Promise<number> =>
  (await source.ask('faults', 'since:7d')).groups.length;

/** Hooks that are configured, and those in shadow. */
export async function hooksOf(place: StudioPlace): Promise<Pick<Meta['counts'], 'hooks' | 'shadow'>> {
  const { shadows } = await listShadows(place);
  return {
    hooks: await withHooks(place, place.project, (hooks) => hooks.list().length),
    shadow: shadows.filter(({ state }) => state === 'in shadow').length,
  };
}
