import type { Program } from './program.ts';
import { type Alphabet, alphabetOf, END, LAST_NEWLINE, START } from './alphabet.ts';

/** How a program is held against a text: found anywhere in it, or fitting all of it. */
export type Covers = 'search' | 'whole';

/** A search that can be interrupted. */
export interface Run {
  /** Goes on for about so many steps; null when that was not enough. */
  readonly goOn: (steps: number) => boolean | null;
}

/** Runs a program over texts; what it has found out about one text is kept for the next. */
export interface Automaton {
  /** Whether one of the texts matches. */
  readonly begin: (texts: readonly string[]) => Run;
}

/**
 * The states of a program that are reached together are one state here, made when a text first leads there: each character is
 * one look-up in the end, and never more work than the program has steps.
 */
export function createAutomaton(program: Program, covers: Covers, isUnicode: boolean): Automaton {
  const machine = createMachine(program, covers);
  return {
    begin: (texts) => {
      let text = 0;
      let place: Place = { at: 0, state: machine.first() };
      return {
        goOn: (steps) => {
          for (let left = steps; left > 0;) {
            const current = texts[text];
            if (current === undefined) return false;
            const { isFound, used } = advance(machine, current, place, { left, isUnicode });
            left -= used + 1;
            if (isFound === true) return true;
            if (isFound === null) continue;
            text += 1;
            place = { at: 0, state: machine.first() };
          }
          return texts[text] === undefined ? false : null;
        },
      };
    },
  };
}

interface Place {
  at: number;
  state: State;
}

/** Goes over a part of a text. What is looked up costs a step, what must be worked out as many as the program has. */
function advance(
  machine: Machine,
  text: string,
  place: Place,
  { left, isUnicode }: { readonly left: number; readonly isUnicode: boolean },
): { readonly isFound: boolean | null; readonly used: number } {
  const { alphabet } = machine;
  const last = text.endsWith('\n') ? text.length - 1 : -1;
  let { at, state } = place;
  let used = 0;
  while (at < text.length && used < left) {
    const code = isUnicode ? (text.codePointAt(at) ?? 0) : text.charCodeAt(at);
    const symbol = at === last ? LAST_NEWLINE : alphabet.symbolOf(code);
    let next = state.next[symbol];
    used += 1;
    if (next === undefined) {
      next = machine.work(state, symbol);
      used += machine.size;
    }
    if (next.isEnd !== null) return { isFound: next.isEnd, used };
    state = next;
    at += code > LAST_UNIT ? 2 : 1;
  }
  place.at = at;
  place.state = state;
  if (at < text.length) return { isFound: null, used };
  return { isFound: (state.next[END] ?? machine.work(state, END)).isEnd === true, used };
}

const LAST_UNIT = 0xffff;

interface State {
  /** Steps of the program that are reached, in order. */
  readonly steps: readonly number[];
  /** What was taken last. */
  readonly before: number;
  /** The state behind each symbol, where it is known. */
  readonly next: State[];
  /** Whether all is decided here; null when it is not. */
  readonly isEnd: boolean | null;
}

const FOUND: State = { steps: [], before: START, next: [], isEnd: true };
const LOST: State = { steps: [], before: START, next: [], isEnd: false };

interface Machine {
  readonly alphabet: Alphabet;
  /** What it costs to work out a state. */
  readonly size: number;
  readonly first: () => State;
  /** The state behind a symbol, which is remembered. */
  readonly work: (state: State, symbol: number) => State;
}

function createMachine(program: Program, covers: Covers): Machine {
  const alphabet = alphabetOf(program);
  const looks = program.some((step) => 'where' in step);
  const reached = new Int32Array(program.length + 1).fill(-1);
  let round = 0;
  let states = new Map<string, State>();
  let held = 0;
  let first: State | null = null;
  const stateOf = (steps: readonly number[], before: number): State => {
    const key = `${before},${steps.join()}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    // What was found out before is forgotten when it is too much; the states in use are still right.
    if (held > MOST_HELD) {
      states = new Map();
      held = 0;
      first = null;
    }
    const made: State = { steps, before, next: [], isEnd: null };
    states.set(key, made);
    held += steps.length + EACH;
    return made;
  };
  /** The steps behind those given that take a character, with the end of the program as the last one. */
  const closure = (from: readonly number[], before: number, after: number): readonly number[] => {
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
  const work = (state: State, symbol: number): State => {
    const here = closure(state.steps, state.before, symbol);
    const next = behind(here, symbol);
    state.next[symbol] = next;
    return next;
  };
  const behind = (here: readonly number[], symbol: number): State => {
    const isAtEnd = symbol === END;
    if (here.includes(program.length) && (covers === 'search' || isAtEnd)) return FOUND;
    if (isAtEnd) return LOST;
    const taken = here.filter((place) => alphabet.isTaken(place, symbol)).map((place) => place + 1);
    if (covers === 'search') taken.push(0);
    if (taken.length === 0) return LOST;
    return stateOf([...new Set(taken)].toSorted(byNumber), looks ? symbol : START);
  };
  return { alphabet, size: program.length, work, first: () => (first ??= stateOf([0], START)) };
}

const byNumber = (one: number, other: number): number => one - other;

// Numbers in all that are remembered, some megabytes.
const MOST_HELD = 500_000;
const EACH = 20;
