/** The budget for scanning one project, whoever wrote it: its hooks must not delay those of the user. */
interface Expenses {
  /** System calls. */
  readonly calls: number;
  /** Names in folders. */
  readonly names: number;
  /** Characters of scripts, searched for names. */
  readonly characters: number;
  /** Characters of shell texts, read word by word. */
  readonly shell: number;
  /** Small pieces of work: a word, a path that was examined before. */
  readonly steps: number;
}

const LIMITS: Expenses = { calls: 30_000, names: 40_000, characters: 4_194_304, shell: 262_144, steps: 300_000 };

/** More scripts than this of one hook are not covered, because each costs a stat at every event. */
export const MAX_FILES_OF_HOOK = 1_000;

/** Thrown where a project has more to scan than hooks need; the message says what and where. */
export class BudgetExceeded extends Error {}

/** Inside it every look-up is done once and counted; a nested call uses the outer one's budget and cache. */
export function withinScanBudget<Result>(work: () => Result): Result {
  if (current !== null) return work();
  current = { left: { ...LIMITS } };
  try {
    return work();
  } finally {
    current = null;
  }
}

interface BudgetedScan {
  readonly left: { -readonly [Kind in keyof Expenses]: number };
}

let current: BudgetedScan | null = null;

/** Counts work before it is done. */
export function charge(what: keyof Expenses, amount: number, place: string): void {
  if (current === null) return;
  current.left[what] -= amount;
  if (current.left[what] < 0)
    throw new BudgetExceeded(`more than ${LIMITS[what]} ${NAMES[what]} to look through, at ${place}`);
}

const NAMES: Readonly<Record<keyof Expenses, string>> = {
  calls: 'files',
  names: 'names in folders',
  characters: 'characters',
  shell: 'characters of shell texts',
  steps: 'words and places',
};

/** What is kept for the time of one scan, so that each scan costs the same; outside of one, nothing is. */
export function perScan<State extends object>(begin: () => State): () => State {
  const states = new WeakMap<BudgetedScan, State>();
  return () => {
    const state = (current === null ? undefined : states.get(current)) ?? begin();
    if (current !== null) states.set(current, state);
    return state;
  };
}

/** A question about a path that is answered once per scan, so that all results are consistent. */
export function onceEach<Answer extends NonNullable<unknown> | null>(
  ask: (path: string) => Answer,
): (path: string) => Answer {
  const once = onceFor<Answer>();
  return (path) => once(path, () => ask(path));
}

/** Cached answers by name; each is computed once per scan. */
export function onceFor<Answer extends NonNullable<unknown> | null>(): (name: string, ask: () => Answer) => Answer {
  const known = new WeakMap<BudgetedScan, Map<string, Answer>>();
  return (name, ask) => {
    if (current === null) return ask();
    const answers = known.get(current) ?? new Map<string, Answer>();
    known.set(current, answers);
    const before = answers.get(name);
    if (before !== undefined) {
      charge('steps', 1, name);
      return before;
    }
    charge('calls', 1, name);
    const answer = ask();
    answers.set(name, answer);
    return answer;
  };
}
