/** Texts for the model that wait for its next turn, complete with their envelopes. */
export interface Inbox {
  readonly put: (texts: readonly string[]) => void;
  /** Removes and returns all waiting texts, in their order. */
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
