import type { Takes, Where } from './nodes.ts';
import type { Program } from './program.ts';

/** Before the first character, or a character that the program does not distinguish. */
export const START = 0;
/** After the last character. */
export const END = 1;
/** A line feed that is the last character. */
export const LAST_NEWLINE = 2;

/** The characters that a program distinguishes: two that are accepted in the same places are one symbol. */
export interface Alphabet {
  readonly symbolOf: (code: number) => number;
  /** Whether the step at an index accepts a symbol. */
  readonly isTaken: (place: number, symbol: number) => boolean;
  /** Whether something holds between two symbols. */
  readonly holds: (where: Where, before: number, after: number) => boolean;
}

/** Symbols are created when their characters are first seen. */
export function alphabetOf(program: Program): Alphabet {
  const kinds = [...new Set(program.flatMap(kindsIn))];
  const numbers = new Map(kinds.map((takes, index) => [takes, index]));
  const kindAt = program.map((step) => ('takes' in step ? (numbers.get(step.takes) ?? -1) : -1));
  const members: (readonly boolean[])[] = [[], [], kinds.map((takes) => takes(NEWLINE))];
  const bySignature = new Map<string, number>();
  const others = new Map<number, number>();
  const ascii = new Int32Array(ASCII).fill(-1);
  const make = (code: number): number => {
    const taken = kinds.map((takes) => takes(code));
    const signature = taken.map(Number).join('');
    const symbol = bySignature.get(signature) ?? members.push(taken) - 1;
    bySignature.set(signature, symbol);
    if (code < ASCII) ascii[code] = symbol;
    else others.set(code, symbol);
    return symbol;
  };
  const isMember = (takes: Takes, symbol: number): boolean => members[symbol]?.[numbers.get(takes) ?? -1] === true;
  return {
    symbolOf: (code) => {
      const known = code < ASCII ? ascii[code] : others.get(code);
      return known === undefined || known < 0 ? make(code) : known;
    },
    isTaken: (place, symbol) => members[symbol]?.[kindAt[place] ?? -1] === true,
    holds: (where, before, after) => isTrue(where, before, after, isMember) !== where.not,
  };
}

const ASCII = 128;
const NEWLINE = 10;

const kindsIn = (step: Program[number]): readonly Takes[] => {
  if ('takes' in step) return [step.takes];
  return 'where' in step && 'takes' in step.where ? [step.where.takes] : [];
};

function isTrue(
  where: Where,
  before: number,
  after: number,
  isMember: (takes: Takes, symbol: number) => boolean,
): boolean {
  switch (where.at) {
    case 'start':
      return before === START;
    case 'end':
      return after === END;
    case 'end-or-last-newline':
      return after === END || after === LAST_NEWLINE;
    case 'after':
      return isMember(where.takes, before);
    case 'before':
      return isMember(where.takes, after);
  }
}
