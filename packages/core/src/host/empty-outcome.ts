import { NOTHING_SAID } from '../engine/fold.ts';
import type { EventName, Outcome } from '../model/index.ts';

/** The outcome of an event that no hook has heard of: nothing is to be done about it. */
export const emptyOutcome = (event: EventName): Outcome => ({
  event,
  ...NOTHING_SAID,
  messages: [],
  hooks: [],
  diagnostics: [],
});
