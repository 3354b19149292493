import { type Finding, NO_FINDING } from './compiled-matcher.ts';
import { type Owner, runDirectly, runWithin } from './time-limit.ts';

/** One step of a glob: take a character, or go on at several places at once. */
export type GlobStep =
  | { readonly takes: (code: number) => boolean }
  /** Indexes of the steps to go on at. */
  | { readonly goesOn: readonly number[] };

/** Steps in order; a text fits when it can be used up by going past the last one. */
export type GlobProgram = readonly GlobStep[];

/** Whether one of the texts fits as a whole. Takes at most length × steps, so no pattern is catastrophic. */
export function runGlob(
  program: GlobProgram,
  texts: readonly string[],
  limitMs: number,
  owner: Owner = 'user',
): Finding {
  const run = (): Finding => (texts.some((text) => fits(program, text)) ? 'accepts' : 'refuses');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const steps = length * program.length;
  return steps <= QUICK_STEPS
    ? runDirectly(owner, steps, run, NO_FINDING)
    : runWithin({ owner, limitMs }, run, NO_FINDING);
}

// Some milliseconds on a slow machine.
const QUICK_STEPS = 200_000;

function fits(program: GlobProgram, text: string): boolean {
  const reached = new Int32Array(program.length + 1).fill(-1);
  let places = goOn(program, [0], { reached, round: 0 });
  let round = 0;
  for (const character of text) {
    if (places.length === 0) return false;
    const code = character.codePointAt(0) ?? 0;
    const next: number[] = [];
    for (const place of places) {
      const step = program[place];
      if (step !== undefined && 'takes' in step && step.takes(code)) next.push(place + 1);
    }
    round += 1;
    places = goOn(program, next, { reached, round });
  }
  return places.includes(program.length);
}

interface Visits {
  /** For each step the round in which it was last reached. */
  readonly reached: Int32Array;
  readonly round: number;
}

/** All places that can be reached without taking a character. */
function goOn(program: GlobProgram, from: readonly number[], { reached, round }: Visits): readonly number[] {
  const places: number[] = [];
  const waiting = [...from];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached[place] === round) continue;
    reached[place] = round;
    const step = program[place];
    if (step !== undefined && 'goesOn' in step) waiting.push(...step.goesOn);
    else places.push(place);
  }
  return places;
}
