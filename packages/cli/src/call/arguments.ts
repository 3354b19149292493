import type { Completion, OptionName, OptionRow } from './options.ts';
import { type WrongCall, wrongCall } from './wrong-call.ts';

/** The words of a call, checked against the command's table. */
export interface Arguments {
  readonly words: readonly string[];
  /** The values of each option given, in order; a switch has one empty value per use. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** Reads what follows the name of a command; throws a wrong call. */
export function parseArguments(command: CommandRow, rest: readonly string[]): Arguments {
  const words: string[] = [];
  const options = new Map<string, readonly string[]>();
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] ?? '';
    if (word === '--') {
      words.push(...rest.slice(index + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      words.push(word);
      continue;
    }
    const option = readOption(command, word, rest[index + 1]);
    options.set(option.name, [...(options.get(option.name) ?? []), option.value]);
    if (option.tookNext) index += 1;
  }
  if (!options.has('help')) checkWords(command, words);
  return { words, options };
}

/** An option by the name that several commands have for it, or by the row of the one command that has it. */
type Option = OptionName | OptionRow;

const nameOf = (option: Option): string => (typeof option === 'string' ? option : option.name);

export const isGiven = (given: Arguments, option: Option): boolean => given.options.has(nameOf(option));

/** Of an option that is given twice, the last value counts. */
export const valueOf = (given: Arguments, option: Option): string | undefined => valuesOf(given, option).at(-1);

export const valuesOf = (given: Arguments, option: Option): readonly string[] =>
  given.options.get(nameOf(option)) ?? [];

interface ReadOption {
  readonly name: string;
  readonly value: string;
  readonly tookNext: boolean;
}

function readOption(command: CommandRow, word: string, next: string | undefined): ReadOption {
  const equals = word.indexOf('=');
  const spelled = word === '-h' ? '--help' : equals < 0 ? word : word.slice(0, equals);
  const row = command.options.find((option) => `--${option.name}` === spelled);
  if (row === undefined) throw unknownOption(command, spelled);
  if (row.value === undefined) {
    if (equals >= 0) throw wrongCall(`option --${row.name} takes no value`);
    return { name: row.name, value: '', tookNext: false };
  }
  if (equals >= 0) return { name: row.name, value: word.slice(equals + 1), tookNext: false };
  if (next === undefined || isOptionOf(command, next))
    throw wrongCall(`option --${row.name} needs a value: ${row.value}`);
  return { name: row.name, value: next, tookNext: true };
}

// A value may well begin with a dash, but not be an option of the same command.
const isOptionOf = (command: CommandRow, word: string): boolean =>
  command.options.some((option: OptionRow) => word === `--${option.name}` || word.startsWith(`--${option.name}=`));

function unknownOption(command: CommandRow, spelled: string): WrongCall {
  const known = command.options.map((option) => `--${option.name}`);
  const otherwise = `see hookline ${command.name} --help`;
  return wrongCall(`unknown option ${spelled}`, { word: spelled, known, otherwise });
}

function checkWords(command: CommandRow, words: readonly string[]): void {
  const { min, max, usage, advice } = command.words ?? NO_WORDS;
  if (words.length < min) throw wrongCall(`${command.name} needs ${usage}`);
  if (words.length > max)
    throw wrongCall(`unexpected word "${words[max] ?? ''}"; ${advice ?? `see hookline ${command.name} --help`}`);
}

const NO_WORDS: NonNullable<CommandRow['words']> = { usage: '', min: 0, max: 0, completes: [] };

/** The plain words that a command takes. */
interface WordsRow {
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  /** What to do about a word too many; without it the help is named. */
  readonly advice?: string;
  readonly completes: Completion;
}

interface Example {
  readonly does: string;
  readonly line: string;
}

/** One command of the command line, as help, parser and completion know it. */
export interface CommandRow {
  readonly name: string;
  readonly about: string;
  readonly words?: WordsRow;
  readonly options: readonly OptionRow[];
  readonly examples: readonly Example[];
  readonly exits?: Readonly<Record<number, string>>;
  /** Left out of help and completion. */
  readonly hidden?: true;
}

/** A command: how it is called, and what it does with a call; the result is the exit status. */
export interface Command extends CommandRow {
  readonly run: (given: Arguments) => number | Promise<number>;
}
