import { type Alphabet, alphabetOf, END, START } from './alphabet.ts';
import type { Program } from './program.ts';

/** How a program is matched against a text: found anywhere in it, or matching all of it. */
export type Covers = 'search' | 'whole';

/** The steps of a program that are reached together. */
export interface State {
  /** In order. */
  readonly steps: readonly number[];
  /** The last symbol, where the program depends on it. */
  readonly before: number;
  /** The next state for each symbol, where it is cached. */
  readonly next: State[];
  /** The result where it is already decided; null when it is not. */
  readonly isEnd: boolean | null;
}

const FOUND: State = { steps: [], before: START, next: [], isEnd: true };
const LOST: State = { steps: [], before: START, next: [], isEnd: false };

/** Gives the states of a program, each computed when it is first needed. */
export interface Machine {
  readonly alphabet: Alphabet;
  /** The cost of computing a state. */
  readonly size: number;
  readonly first: () => State;
  /** The next state for a symbol; cached. */
  readonly work: (state: State, symbol: number) => State;
}

/** A machine without states. */
export function createMachine(program: Program, covers: Covers): Machine {
  const alphabet = alphabetOf(program);
  const looks = program.some((step) => 'where' in step);
  const closure = createClosure(program, alphabet);
  const stateOf = createStates();
  const behind = (here: readonly number[], symbol: number): State => {
    const isAtEnd = symbol === END;
    if (here.includes(program.length) && (covers === 'search' || isAtEnd)) return FOUND;
    if (isAtEnd) return LOST;
    const taken = here.filter((place) => alphabet.isTaken(place, symbol)).map((place) => place + 1);
    if (covers === 'search') taken.push(0);
    if (taken.length === 0) return LOST;
    return stateOf([...new Set(taken)].toSorted(byNumber), looks ? symbol : START);
  };
  return {
    alphabet,
    size: program.length,
    first: () => stateOf([0], START),
    work: (state, symbol) => {
      const next = behind(closure(state.steps, state.before, symbol), symbol);
      state.next[symbol] = next;
      return next;
    },
  };
}

const byNumber = (one: number, other: number): number => one - other;

/** The steps after those given that accept a character, including the end of the program. */
function createClosure(
  program: Program,
  alphabet: Alphabet,
): (from: readonly number[], before: number, after: number) => readonly number[] {
  const reached = new Int32Array(program.length + 1).fill(-1);
  let round = 0;
  return (from, before, after) => {
    round += 1;
    const found: number[] = [];
    const waiting = from.toReversed();
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (reached[place] === round) continue;
      reached[place] = round;
      const step = program[place];
      if (step === undefined || 'takes' in step) found.push(place);
      else if ('goesOn' in step) for (const other of step.goesOn) waiting.push(other);
      else if (alphabet.holds(step.where, before, after)) waiting.push(place + 1);
    }
    return found;
  };
}

/** The one state of these steps. The cache is cleared when it is too large; states in use stay valid. */
function createStates(): (steps: readonly number[], before: number) => State {
  const states = new Map<string, State>();
  let held = 0;
  return (steps, before) => {
    const key = `${before},${steps.join()}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    if (held > MOST_HELD) {
      states.clear();
      held = 0;
    }
    const made: State = { steps, before, next: [], isEnd: null };
    states.set(key, made);
    held += steps.length + EACH;
    return made;
  };
}

// Total numbers in the cache, some megabytes.
const MOST_HELD = 500_000;
const EACH = 20;
