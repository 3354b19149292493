import { type ObjectStore, ObjectsAway } from './store.ts';

const SLOW_MS = 1_000;
const AGAIN_MS = 5_000;

/**
 * Who reads an object holds a connection to the database meanwhile. Once a store has kept somebody waiting in vain, one at a
 * time tries it, every few seconds; for all others it is away at once, and the connections are free for lines that arrive.
 */
export function impatient(store: ObjectStore): ObjectStore {
  let away: { readonly why: string; again: number } | null = null;
  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    if (away !== null && began < away.again) throw new ObjectsAway(away.why);
    if (away !== null) away.again = Number.POSITIVE_INFINITY; // until this one knows
    try {
      const result = await work();
      away = null;
      return result;
    } catch (error) {
      const isSlow = error instanceof ObjectsAway && performance.now() - began > SLOW_MS;
      away = isSlow ? { why: error.message, again: performance.now() + AGAIN_MS } : null;
      throw error;
    }
  };
  return {
    ...store,
    get: (key) => tried(() => store.get(key)),
    put: (key, bytes) => tried(() => store.put(key, bytes)),
  };
}
