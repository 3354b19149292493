import { takeAnswers } from './ask-gateway.ts';
import { fetchPolicy, type FetchedPolicy, type PolicySource } from './fetch-policy.ts';
import { readSource } from './source.ts';

const EVERY_MS = 60_000;
/** So that machines that were started together do not all come at once. */
const SPLAY = 0.2;
const LEAST_MS = 1_000;
/** Of the time between two looks a gateway may keep a look waiting. */
const WAITED = 5 / 6;

export interface PollPlace extends Pick<PolicySource, 'stateFolder' | 'env' | 'home'> {
  /** The mean time between two looks. */
  readonly everyMs?: number;
}

/**
 * Looks for a newer policy now and about every minute, if a repository is known here; returns what ends it. A look that
 * fails leaves everything as it is. A gateway may hold a look back until there is something new: that shortens the time
 * until it is here, and changes nothing else. Where none does, there are as many looks as before.
 */
export function pollPolicy(place: PollPlace, onResult: (result: FetchedPolicy) => void = () => undefined): () => void {
  const { everyMs = EVERY_MS } = place;
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const source = readSource(place.stateFolder);
    if (source === null || over.signal.aborted) return;
    const began = performance.now();
    const waitSeconds = Math.floor((everyMs * WAITED) / 1000);
    const result = await fetchPolicy({ ...place, ...source, waitSeconds, signal: over.signal });
    if (over.signal.aborted) return;
    onResult(result);
    await takeAnswers(place).catch(() => []); // asked again at the next look
    const nextMs = everyMs * (1 + SPLAY * (2 * Math.random() - 1)) - (performance.now() - began);
    if (!over.signal.aborted) timer = setTimeout(lookAgain, Math.max(LEAST_MS, nextMs)).unref();
  };
  const lookAgain = (): void => void look().catch(() => undefined); // a damaged source.json is shown by policy status
  lookAgain();
  return () => {
    over.abort();
    clearTimeout(timer);
  };
}
