import { type Draft, draftOf } from './editor.ts';

/** What was sent before, oldest first, and the draft that was left for it. */
export interface History {
  readonly entries: readonly string[];
  /** Which entry is shown; the number of entries while none is. */
  readonly at: number;
  readonly left: Draft;
}

/** A draft, and the history that it was taken from. */
interface Step {
  readonly history: History;
  readonly draft: Draft;
}

const MOST = 500;

/** The history with one more entry; the same text twice in a row counts once. */
export function remember({ entries }: History, text: string): History {
  const next = entries.at(-1) === text ? entries : [...entries, text].slice(-MOST);
  return { entries: next, at: next.length, left: draftOf('') };
}

export const NO_HISTORY: History = { entries: [], at: 0, left: draftOf('') };

/** One entry back; the draft is kept, to come back to it. */
export function older(history: History, draft: Draft): Step {
  const { entries, at } = history;
  const text = entries[at - 1];
  if (text === undefined) return { history, draft };
  const left = at === entries.length ? draft : history.left;
  return { history: { entries, at: at - 1, left }, draft: draftOf(text) };
}

/** One entry forward, finally to the draft itself. */
export function newer(history: History, draft: Draft): Step {
  const { entries, at, left } = history;
  if (at === entries.length) return { history, draft };
  const text = entries[at + 1];
  return { history: { entries, at: at + 1, left }, draft: text === undefined ? left : draftOf(text) };
}
