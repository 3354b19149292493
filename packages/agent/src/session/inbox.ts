/** Texts for the model that came while it was not asked: they wait, complete with their envelopes, for its next turn. */
export interface Inbox {
  readonly put: (texts: readonly string[]) => void;
  /** Gives all that waits, in the order in which it came, and forgets it. */
  readonly take: () => readonly string[];
  readonly isEmpty: () => boolean;
}

export function createInbox(): Inbox {
  let waiting: readonly string[] = [];
  return {
    put: (texts) => {
      waiting = [...waiting, ...texts];
    },
    take: () => {
      const all = waiting;
      waiting = [];
      return all;
    },
    isEmpty: () => waiting.length === 0,
  };
}
