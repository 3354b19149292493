import { END, LAST_NEWLINE } from './alphabet.ts';
import { type Covers, createMachine, type Machine, type State } from './machine.ts';
import type { Program } from './program.ts';

/** A search that can be interrupted. */
interface AutomatonRun {
  /** Continues for about this many steps; null when that was not enough. */
  readonly goOn: (steps: number) => boolean | null;
}

/** Runs a program over texts; states found for one text are cached for the next. */
export interface Automaton {
  /** Whether one of the texts matches. */
  readonly begin: (texts: readonly string[]) => AutomatonRun;
}

/**
 * The states of a program that are reached together are one state here, created when a text first leads there: each
 * character costs one look-up once cached, and never more work than the program has steps.
 */
export function createAutomaton(program: Program, covers: Covers, isUnicode: boolean): Automaton {
  const machine = createMachine(program, covers);
  return {
    begin: (texts) => {
      let text = 0;
      let place: TextPosition = { at: 0, state: machine.first() };
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

interface TextPosition {
  at: number;
  state: State;
}

/** Processes a part of a text. A cached transition costs one step, a new one as many as the program has. */
function advance(
  machine: Machine,
  text: string,
  place: TextPosition,
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
