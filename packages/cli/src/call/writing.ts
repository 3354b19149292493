import { DIALECTS } from '@hookline/core';
import {
  ChangedMeanwhileError,
  checkPlaces,
  type LanguageName,
  LANGUAGES,
  OutsideProjectError,
} from '@hookline/toolbox';
import { type Arguments, valueOf, valuesOf } from './arguments.ts';
import type { Asking } from './asking.ts';
import type { OptionRow } from './options.ts';
import { type HooksPlace, placeOf } from './place.ts';
import { wrongCall } from './wrong-call.ts';

const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly LanguageName[];

/** The language of a new hook. */
export const LANGUAGE = {
  name: 'language',
  value: 'NAME',
  completes: LANGUAGE_NAMES,
  about: 'bash, python or node (default bash).',
} satisfies OptionRow;

/** The word that stands for every system. */
const ALL = 'all';

/** The systems that a call names, each once. */
export interface ChosenDialects {
  readonly ids: readonly string[];
  /** Whether `all` was given: then one that does not fit is left out instead of being an error. */
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
export function placeOfAll(given: Arguments): HooksPlace {
  const { dialect: _chosen, ...options } = Object.fromEntries(given.options);
  return placeOf({ ...given, options: new Map(Object.entries(options)) });
}

/** The dialect that is named or chosen. */
export async function dialectOf(asked: string | undefined, asking: Asking | null): Promise<string> {
  const known = DIALECTS.map(({ id }) => id);
  const dialect = asked ?? (await asking?.choose('For which system?', known, known[0] ?? ''));
  if (dialect === undefined) throw wrongCall(`the system is not known: give --dialect ID, one of ${known.join(', ')}`);
  if (!known.includes(dialect)) throw wrongCall(`unknown dialect "${dialect}"`, { word: dialect, known });
  return dialect;
}

/** The language that is named or chosen. */
export async function languageOf(given: Arguments, asking: Asking | null): Promise<LanguageName> {
  const asked =
    valueOf(given, LANGUAGE) ?? (await asking?.choose('In which language?', LANGUAGE_NAMES, 'bash')) ?? 'bash';
  const language = LANGUAGE_NAMES.find((name) => name === asked);
  if (language === undefined) throw wrongCall(`unknown language "${asked}"`, { word: asked, known: LANGUAGE_NAMES });
  return language;
}

/** Writes or removes; an obstacle is reported as a mistake of the caller, not as an internal error. */
export function carryOut(verb: 'written' | 'removed', work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof ChangedMeanwhileError || error instanceof OutsideProjectError) throw wrongCall(error.message);
    const { code, path = '' } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw wrongCall(
      verb === 'written'
        ? `${path} cannot be written (${code}); nothing was changed`
        : `${path} cannot be removed (${code}); run it again when that is possible`,
    );
  }
}

/** Refuses a plan, also one that is only shown, whose paths lead out of the project through a symlink. */
export function refuseOutside(paths: readonly string[], root: string | null): void {
  carryOut('written', () => checkPlaces(paths, root));
}
