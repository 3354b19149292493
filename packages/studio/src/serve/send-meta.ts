import type { LiveMessage, Meta } from '../api/index.ts';
import type { DecisionSource } from '../source/decision-source.ts';
import type { ReadMeta } from './meta.ts';

/** Beside rows, as often as a person can read a count; while nothing comes, seldom; while the record is read, often. */
const [BESIDE_MS, CALM_MS, READING_MS] = [1_000, 5_000, 250];

export interface MetaSending {
  /** Rows go to the page now: what has changed goes with them, so that the page is drawn once. */
  readonly beside: () => void;
  readonly end: () => void;
}

/** Sends what is new of all but the rows. That all is read is told at once, before anything is counted of it. */
export function sendMeta(
  say: (message: LiveMessage) => boolean,
  meta: ReadMeta,
  source: Pick<DecisionSource, 'whenRead'>,
): MetaSending {
  const told = new Map<keyof Meta, unknown>();
  let [isOver, isLooking, lookedAt] = [false, false, 0];
  let timer: NodeJS.Timeout | null = null;
  const tell = (now: Meta): void => {
    const changed = changedIn(now, told);
    if (changed !== null && !isOver) say({ kind: 'meta', changed });
  };
  /** What is known at once, and counts when they are made; gives how long nothing need be looked at. */
  const tellAll = async (): Promise<number> => {
    tell(await meta('known'));
    const now = await meta('soon');
    tell(now);
    return now.index.done ? CALM_MS : READING_MS;
  };
  const look = (): void => {
    if (isLooking || isOver) return;
    if (timer !== null) clearTimeout(timer);
    [timer, isLooking, lookedAt] = [null, true, performance.now()];
    tellAll()
      .catch(() => CALM_MS) // the page asks for it too, and is told what is wrong
      .then(
        (pause) => {
          isLooking = false;
          if (!isOver) timer = setTimeout(look, pause);
        },
        () => undefined,
      );
  };
  look();
  source.whenRead().then(look, () => undefined);
  return {
    beside: () => {
      if (performance.now() - lookedAt >= BESIDE_MS) look();
    },
    end: () => {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** The parts that are others than were told; null: none is. Lists of words stay the same ones until they change. */
function changedIn(now: Meta, told: Map<keyof Meta, unknown>): Partial<Meta> | null {
  const parts = Object.entries(now) as [keyof Meta, Meta[keyof Meta]][];
  const changed = parts.filter(([name, value]) => {
    const last = told.get(name);
    return last !== value && JSON.stringify(last) !== JSON.stringify(value);
  });
  for (const [name, value] of parts) told.set(name, value);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
