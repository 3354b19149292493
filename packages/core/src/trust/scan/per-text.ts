import { charge, perScan } from '../scan-budget.ts';

/** The answer for each name of a text, found once in a scan: a text may have thousands of strings and few names. */
export function oncePerText<Answer>(
  find: (text: string, name: string) => Answer,
): (text: string, name: string) => Answer {
  const memory = perScan(() => ({ text: '', known: new Map<string, Answer>() }));
  return (text, name) => {
    const last = memory();
    if (text !== last.text) last.known = new Map();
    last.text = text;
    const { known } = last;
    const before = known.get(name);
    if (before !== undefined) return before;
    charge('steps', 1, name);
    const answer = find(text, name);
    known.set(name, answer);
    return answer;
  };
}

/** Characters that are searched in the time of one step. */
const CHARACTERS_OF_A_STEP = 2_000;

/** The same for what looks through the whole text. */
export const searchedOnce = <Answer>(
  search: (text: string, name: string) => Answer,
): ((text: string, name: string) => Answer) =>
  oncePerText((text, name) => {
    charge('steps', text.length / CHARACTERS_OF_A_STEP, name);
    return search(text, name);
  });

/**
 * Where a name stands in a text. All names of a text are found in one pass: a search of the whole text for each of its
 * names makes a program of a megabyte take a second.
 */
export const placesOf = (text: string, name: string): readonly number[] => placesIn(text, '').get(name) ?? [];

const placesIn = searchedOnce((text): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const { 0: name, index } of text.matchAll(/(?<![\w$\\])[A-Za-z_$][\w$]*/g)) {
    const known = places.get(name);
    if (known === undefined) places.set(name, [index]);
    else known.push(index);
  }
  return places;
});
