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
  // What counts is loaded when there is something to count.
  const faults = createCount(
    () => `${source.place()} ${source.state().done}`,
    async () => (await import('./counts.ts')).faultsIn(source),
  );
  // No decision tells of a hook file that has changed.
  const hooks = createCount(
    () => String(Date.now()),
    async () => (await import('./counts.ts')).hooksOf(place),
  );
  let problem: string | null = null;
  const words = createWords(place);
  const make = async (hooksFreshMs: number): Promise<void> => {
    problem = await Promise.all([faults.now(FRESH_MS), hooks.now(hooksFreshMs)]).then(() => null, errorText);
  };
  return async (counts = 'now') => {
    const index = source.state();
    // Faults are counted over all files: as long as these are being read, nothing waits for that.
    const isReading = !index.done && index.problem === null;
    if (!isReading && counts !== 'known') await make(counts === 'now' ? FRESH_MS : HOOKS_FRESH_MS);
    return {
      ...facts,
      index: { ...index, problem: index.problem ?? problem },
      chain: chain(),
      ...words(source.words()),
      counts: isReading ? NO_COUNTS : { ...NO_COUNTS, faults: faults.known() ?? 0, ...hooks.known() },
    };
  };
}

const NO_COUNTS: Meta['counts'] = { hooks: 0, faults: 0, shadow: 0 };

interface Count<T> {
  /** Made again where it is older than this and something is new. */
  readonly now: (freshMs: number) => Promise<void>;
  /** What was made last. */
  readonly known: () => T | null;
}

/** `newest` is another text when something may be new. */
function createCount<T>(newest: () => string, make: () => Promise<T>): Count<T> {
  let last: { readonly at: number; readonly newest: string; readonly made: Promise<void> } | null = null;
  let known: T | null = null;
  return {
    now: (freshMs) => {
      const here = newest();
      if (last === null || (last.newest !== here && Date.now() - last.at >= freshMs))
        last = { at: Date.now(), newest: here, made: make().then((made) => void (known = made)) };
      return last.made;
    },
    known: () => known,
  };
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
