import { DIALECTS } from '@hookline/core';
import { type Arguments, valuesOf } from './arguments.ts';
import { type Place, placeOf } from './place.ts';
import { wrongCall } from './wrong-call.ts';

/** The word that stands for every system. */
const ALL = 'all';

/** The systems that a call names, each once. */
export interface ChosenDialects {
  readonly ids: readonly string[];
  /** Whether they were meant all together: then one that does not fit is left out instead of being an error. */
  readonly isAll: boolean;
}

/** Reads `--dialect`, which can be given several times or be `all`; throws a wrong call on one that does not exist. */
export function chosenDialects(given: Arguments): ChosenDialects {
  const known = DIALECTS.map(({ id }) => id);
  const named = [...new Set(valuesOf(given, 'dialect'))];
  if (named.includes(ALL)) return { ids: known, isAll: true };
  const unknown = named.find((id) => !known.includes(id));
  if (unknown !== undefined) throw wrongCall(`unknown dialect "${unknown}"`, { word: unknown, known: [...known, ALL] });
  return { ids: named, isAll: false };
}

/** Where to look and write, whichever systems are meant. */
export function placeOfAll(given: Arguments): Place {
  const { dialect: _chosen, ...options } = Object.fromEntries(given.options);
  return placeOf({ ...given, options: new Map(Object.entries(options)) });
}
