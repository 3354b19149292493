import type { Finding, SlowSearches } from '../../model/hook.ts';
import { createAutomaton } from '../linear/automaton.ts';
import type { Program } from '../linear/program.ts';
import { runLinear } from './run-linear.ts';

/** Whether one of the texts matches a glob as a whole. */
export type GlobTest = (texts: readonly string[], slow?: SlowSearches) => Finding;

/** The test of a glob; its work is bounded by the lengths of glob and text, so no pattern is catastrophic. */
export function globTest(program: Program): GlobTest {
  const automaton = createAutomaton(program, 'whole', true);
  return (texts, slow) => runLinear(automaton, texts, slow);
}
