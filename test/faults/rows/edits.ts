import type { MatrixRow } from '../matrix.ts';
import { isFull } from '../row.ts';

/** How many random edits there are for each event: ten thousand over all of them. */
export const EDITS = isFull ? 1000 : 4;

export const EDITS_ROW: MatrixRow = {
  id: 'random-edits',
  section: 'Configuration, trust, record',
  fault: `${EDITS.toLocaleString('en')} random edits of a trusted definition or script, one after another`,
  words: () =>
    'a trusted definition stays in force and its edit is told; with an edited script the hook does not run, and a tool call is asked about; when the edit is undone it runs again',
  gap: ({ scope, stage }) => {
    if (scope === 'user') return 'the user’s own hooks need no trust';
    return stage.waits ? null : 'the hook is not waited for';
  },
};
