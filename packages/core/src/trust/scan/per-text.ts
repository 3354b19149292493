import { charge } from '../scan-budget.ts';

/** Characters that are searched in the time of one step. */
const CHARACTERS_OF_A_STEP = 2_000;

/**
 * A search through a whole text for a name, done once for each name of a text: one with thousands of strings must not
 * be searched again for each of them.
 */
export function oncePerText<Answer>(
  search: (text: string, name: string) => Answer,
): (text: string, name: string) => Answer {
  let last: string | null = null;
  let known = new Map<string, Answer>();
  return (text, name) => {
    if (text !== last) known = new Map();
    last = text;
    const before = known.get(name);
    if (before !== undefined) return before;
    charge('steps', 1 + text.length / CHARACTERS_OF_A_STEP, name);
    const answer = search(text, name);
    known.set(name, answer);
    return answer;
  };
}
