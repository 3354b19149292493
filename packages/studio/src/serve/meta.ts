import { errorText } from '@hookline/core/internal';
import type { ChainState, Meta } from '../api/index.ts';
import type { StudioPlace } from '../look/project-hooks.ts';
import type { DecisionSource, FilterWords } from '../source/decision-source.ts';

export interface MetaFacts {
  readonly version: string;
  readonly mode: Meta['mode'];
  readonly demo: boolean;
  readonly folders: Meta['folders'];
}

/** Which counts: those of now, where a page is opened; those made soon enough, for one that is open; or what is known. */
export type ReadMeta = (counts?: 'now' | 'soon' | 'known') => Promise<Meta>;

const FRESH_MS = 5_000;
/** Hook files change seldom, and to read them all costs more than to read a thousand lines of the record. */
const HOOKS_FRESH_MS = 60_000;
const MOST_WORDS = 1_000;

/** Counts cost time: they are made again only when they are old and something is new. */
export function createMeta(
  source: DecisionSource,
  place: StudioPlace,
  facts: MetaFacts,
  chain: () => ChainState | null,
): ReadMeta {
  const here = (): string => `${source.place()} ${source.state().done}`;
  // What counts hooks is loaded when there is something to count.
  const faults = createCount(here, async () => (await import('./counts.ts')).faultsIn(source));
  const hooks = createCount(here, async () => (await import('./counts.ts')).hooksOf(place));
  const words = createWords(place);
  const made = async (hooksFreshMs: number): Promise<Meta['counts']> => {
    const [found, configured] = await Promise.all([faults.now(FRESH_MS), hooks.now(hooksFreshMs)]);
    return { faults: found, ...configured };
  };
  const known = (): Meta['counts'] => ({ ...NO_COUNTS, faults: faults.known() ?? 0, ...hooks.known() });
  return async (counts = 'now') => {
    const index = source.state();
    // Faults are counted over all files: as long as these are being read, nothing waits for that.
    const isReading = !index.done && index.problem === null;
    const freshMs = counts === 'now' ? FRESH_MS : HOOKS_FRESH_MS;
    const counted = isReading ? NO_COUNTS : counts === 'known' ? known() : await made(freshMs).catch(errorText);
    return {
      ...facts,
      index: { ...index, problem: index.problem ?? (typeof counted === 'string' ? counted : null) },
      chain: chain(),
      ...words(source.words()),
      counts: typeof counted === 'string' ? NO_COUNTS : counted,
    };
  };
}

interface Count<T> {
  /** Made again where it is older than this and something is new. */
  readonly now: (freshMs: number) => Promise<T>;
  /** What was made last. */
  readonly known: () => T | null;
}

function createCount<T>(here: () => string, make: () => Promise<T>): Count<T> {
  let last: { readonly at: number; readonly here: string; readonly made: Promise<T> } | null = null;
  let known: T | null = null;
  const now = (freshMs: number): Promise<T> => {
    const place = here();
    if (last === null || (last.here !== place && Date.now() - last.at >= freshMs)) {
      last = { at: Date.now(), here: place, made: make() };
      last.made.then(
        (made) => (known = made),
        () => undefined, // said to those who wait for it
      );
    }
    return last.made;
  };
  return { now, known: () => known };
}

/** The words for filters, as many as a page can offer: the same ones as long as the record has no others. */
function createWords(place: StudioPlace): (words: FilterWords) => FilterWords {
  let made: { readonly from: FilterWords; readonly words: FilterWords } | null = null;
  return (from) => {
    if (made?.from === from) return made.words;
    const { events, projects, hooks, sessions } = from;
    const words = {
      events,
      projects: projects.includes(place.project) ? projects : [place.project, ...projects],
      hooks: hooks.slice(0, MOST_WORDS),
      sessions: sessions.slice(-MOST_WORDS),
    };
    made = { from, words };
    return words;
  };
}

const NO_COUNTS: Meta['counts'] = { hooks: 0, faults: 0, shadow: 0 };
