/** Which notes of a record tell that a machine did not take what its gateway gave it: their first word. */
const REFUSED = /^(?:policy_refused|checkpoint_refused)(?=:|$)/;

export type RefusedKind = 'policy_refused' | 'checkpoint_refused';

/** Null: the note is about something else. */
export const refusedKind = (text: string): RefusedKind | null =>
  (REFUSED.exec(text)?.[0] as RefusedKind | undefined) ?? null;
