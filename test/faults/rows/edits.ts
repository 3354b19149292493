import type { MatrixRow } from '../matrix.ts';
import { isFull } from '../row.ts';

/** How many random edits there are for each event: ten thousand over all of them. */
export const EDITS = isFull ? 1000 : 4;

export const EDITS_ROW: MatrixRow = {
  id: 'random-edits',
  section: 'Configuration, trust, record',
  fault: `${EDITS.toLocaleString('en')} random edits of a trusted definition or script, one after another`,
  words: () => 'every one is noticed and the hook does not run; it runs again when the edit is undone',
  gap: ({ scope, stage }) => {
    if (scope === 'user') return 'the user’s own hooks need no trust';
    return stage.waits ? null : 'nobody waits for the hook';
  },
};
