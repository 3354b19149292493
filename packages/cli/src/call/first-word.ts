import { type WrongCall, wrongCall } from './wrong-call.ts';

const VERSION = ['--version', '-v', '-V'];

/** Whether the first word of a call asks for the version. */
export const isVersion = (word: string): boolean => VERSION.includes(word);

const KNOWN = ['--help', '--version'];

/** What is wrong with an option that stands where the command should. */
export const unknownFirstOption = (word: string): WrongCall =>
  wrongCall(`unknown option ${word}`, {
    word,
    known: KNOWN,
    otherwise: `the command comes first: hookline COMMAND ${word}`,
  });
