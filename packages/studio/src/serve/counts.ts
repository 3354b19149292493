import { listShadows } from '@hookline/core/internal';
import type { Meta } from '../api/index.ts';
import { type StudioPlace, withHooks } from '../look/project-hooks.ts';
import type { DecisionSource } from '../source/decision-source.ts';

/** Hooks that are configured, faults of the last week by hook and code, hooks in shadow. */
export async function countsOf(source: DecisionSource, place: StudioPlace): Promise<Meta['counts']> {
  const { groups } = await source.ask('faults', 'since:7d');
  const { shadows } = await listShadows(place);
  return {
    hooks: await withHooks(place, place.project, (hooks) => hooks.list().length),
    faults: groups.length,
    shadow: shadows.filter(({ state }) => state === 'in shadow').length,
  };
}
