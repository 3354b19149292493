import { listShadows } from '@hookline/core/internal';
import type { Shadow, ShadowHook } from '../api/index.ts';
import type { DecisionSource, ShadowCounts } from '../source/decision-source.ts';
import type { StudioPlace } from './project-hooks.ts';

/** What hooks in shadow would have done, beside what was done. */
export async function shadowOf(
  source: DecisionSource,
  q: string,
  place: StudioPlace,
  signal: AbortSignal,
): Promise<Shadow> {
  const { shadows } = await listShadows(place);
  const now = new Set(shadows.filter(({ state }) => state === 'in shadow').map(({ id }) => id));
  const { looked, hooks } = await source.ask('shadow', q, signal);
  const seen = new Set(hooks.map(({ hook }) => hook.id));
  const unseen = [...now].filter((id) => !seen.has(id)).map(neverSeen);
  return {
    looked,
    hooks: [...hooks, ...unseen]
      .map((counts) => viewOf(counts, now))
      .toSorted((one, other) => Number(other.isNow) - Number(one.isNow) || other.runs - one.runs),
  };
}

const neverSeen = (id: string): ShadowCounts => ({
  hook: { id, name: id, dialect: id.split(':')[0] ?? '', handler: '' },
  runs: 0,
  wouldBlock: 0,
  wouldAsk: 0,
  wouldRewrite: 0,
  alike: 0,
  otherwise: 0,
  differing: [],
  matrix: [],
});

const viewOf = ({ hook: { id, name, dialect }, ...counts }: ShadowCounts, now: ReadonlySet<string>): ShadowHook => ({
  hook: id,
  name,
  dialect,
  ...counts,
  isNow: now.has(id),
  command: `hookline shadow '${id}' --off`,
});
