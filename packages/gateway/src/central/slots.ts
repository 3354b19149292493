/** How many decisions are made at once, and how long others wait for their turn. */
export interface Slots {
  /** Gives the slot back; null: none was free in time. */
  readonly enter: () => Promise<(() => void) | null>;
}

export interface SlotOptions {
  readonly atOnce: number;
  readonly queueMs: number;
}

/** The longest that a decision waits for its turn: a machine that waits longer is better told at once. */
export const QUEUE_MS = 50;

export function createSlots({ atOnce, queueMs }: SlotOptions): Slots {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) busy -= 1;
    else next(); // it takes the slot over
  };
  return {
    enter: async () => {
      if (busy < atOnce) {
        busy += 1;
        return leave;
      }
      // More cannot have their turn within the time that they wait.
      if (waiting.length >= atOnce * MOST_WAITING) return null;
      return new Promise((resolve) => {
        const take = (): void => {
          clearTimeout(timer);
          resolve(leave);
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(take), 1);
          resolve(null);
        }, queueMs);
        waiting.push(take);
      });
    },
  };
}

const MOST_WAITING = 8;
