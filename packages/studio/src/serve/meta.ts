import { errorText } from '@hookline/core/internal';
import type { ChainState, Meta } from '../api/index.ts';
import type { StudioPlace } from '../look/project-hooks.ts';
import type { DecisionSource } from '../source/decision-source.ts';

export interface MetaFacts {
  readonly version: string;
  readonly mode: Meta['mode'];
  readonly demo: boolean;
  readonly folders: Meta['folders'];
}

/** `isHurried`: with the counts that are known, so that nothing waits until these are made. */
export type ReadMeta = (isHurried?: boolean) => Promise<Meta>;

const FRESH_MS = 5_000;
const MOST_WORDS = 1_000;

/** Counts cost time: they are made again only when they are old and something is new. */
export function createMeta(
  source: DecisionSource,
  place: StudioPlace,
  facts: MetaFacts,
  chain: () => ChainState | null,
): ReadMeta {
  let counts: { readonly at: number; readonly place: string; readonly made: Promise<Meta['counts']> } | null = null;
  let known = NO_COUNTS;
  const countsNow = (): Promise<Meta['counts']> => {
    const here = `${source.place()} ${source.state().done}`;
    const isFresh = counts !== null && (Date.now() - counts.at < FRESH_MS || counts.place === here);
    if (counts === null || !isFresh) counts = { at: Date.now(), place: here, made: countsLoaded(source, place) };
    return counts.made;
  };
  const knownCounts = (): Meta['counts'] => {
    countsNow().then(
      (made) => (known = made),
      () => undefined, // said to those who wait for it
    );
    return known;
  };
  return async (isHurried = false) => {
    const { events, projects, hooks, sessions } = source.words();
    const index = source.state();
    // Faults are counted over all files: as long as these are being read, nothing waits for that.
    const isReading = !index.done && index.problem === null;
    const counted = isReading ? NO_COUNTS : isHurried ? knownCounts() : await countsNow().catch(errorText);
    return {
      ...facts,
      index: { ...index, problem: index.problem ?? (typeof counted === 'string' ? counted : null) },
      chain: chain(),
      events,
      projects: projects.includes(place.project) ? projects : [place.project, ...projects],
      hooks: hooks.slice(0, MOST_WORDS),
      sessions: sessions.slice(-MOST_WORDS),
      counts: typeof counted === 'string' ? NO_COUNTS : counted,
    };
  };
}

/** What counts hooks is loaded when there is something to count. */
const countsLoaded = async (source: DecisionSource, place: StudioPlace): Promise<Meta['counts']> =>
  (await import('./counts.ts')).countsOf(source, place);

const NO_COUNTS: Meta['counts'] = { hooks: 0, faults: 0, shadow: 0 };
