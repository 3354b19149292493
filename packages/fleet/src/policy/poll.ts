import { takeAnswers } from './ask-gateway.ts';
import { fetchPolicy, type FetchedPolicy, type PolicySource } from './fetch-policy.ts';
import { readSource } from './source.ts';

const EVERY_MS = 60_000;
/** So that machines that were started together do not all come at once. */
const SPLAY = 0.2;

export interface PollPlace extends Pick<PolicySource, 'stateFolder' | 'env' | 'home'> {
  /** The mean time between two looks. */
  readonly everyMs?: number;
}

/**
 * Looks for a newer policy now and about every minute, if a repository is known here; returns what ends it. A look that
 * fails leaves everything as it is.
 */
export function pollPolicy(place: PollPlace, onResult: (result: FetchedPolicy) => void = () => undefined): () => void {
  const { everyMs = EVERY_MS } = place;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    const source = readSource(place.stateFolder);
    if (source === null || isOver) return;
    onResult(await fetchPolicy({ ...place, ...source }));
    await takeAnswers(place).catch(() => []); // asked again at the next look
    if (!isOver) timer = setTimeout(lookAgain, everyMs * (1 + SPLAY * (2 * Math.random() - 1))).unref();
  };
  const lookAgain = (): void => void look().catch(() => undefined); // a damaged source.json is shown by policy status
  lookAgain();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
