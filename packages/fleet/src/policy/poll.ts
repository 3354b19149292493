import { fetchPolicy, type FetchedPolicy, type PolicySource } from './fetch-policy.ts';
import { readSource } from './source.ts';

const EVERY_MS = 60_000;
/** So that machines that were started together do not all come at once. */
const SPLAY = 0.2;

type PollPlace = Pick<PolicySource, 'stateFolder' | 'env' | 'home'>;

/**
 * Looks for a newer policy now and about every minute, if a repository is known here; returns what ends it. A look that
 * fails leaves everything as it is.
 */
export function pollPolicy(place: PollPlace, onResult: (result: FetchedPolicy) => void = () => undefined): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    const source = readSource(place.stateFolder);
    if (source === null || isOver) return;
    onResult(await fetchPolicy({ ...place, ...source }));
    if (!isOver) timer = setTimeout(lookAgain, EVERY_MS * (1 + SPLAY * (2 * Math.random() - 1))).unref();
  };
  const lookAgain = (): void => void look().catch(() => undefined); // a damaged source.json is shown by policy status
  lookAgain();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
