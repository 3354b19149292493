import { LANGUAGE_RUNNERS } from './language-runners.ts';
import { OPTION_RUNNERS } from './option-runners.ts';
import { PREFIX_RUNNERS } from './prefix-runners.ts';
import { REMOTE_RUNNERS } from './remote-runners.ts';
import type { ProgramRunner } from './run-way.ts';

/** Every program that is known to run other programs, by its bare name, with how it is told which. */
const PROGRAM_RUNNERS: Readonly<Record<string, ProgramRunner>> = {
  ...PREFIX_RUNNERS,
  ...REMOTE_RUNNERS,
  ...LANGUAGE_RUNNERS,
  ...OPTION_RUNNERS,
};

/** How a program runs others; null when it is not known to run any. */
export function programRunner(name: string): ProgramRunner | null {
  if (Object.hasOwn(PROGRAM_RUNNERS, name)) return PROGRAM_RUNNERS[name] ?? null;
  // `python3.12` and `lua5.4` are the programs without the numbers.
  const plain = /^(python|perl|ruby|php|lua|pypy|tclsh)[\d.]+$/.exec(name)?.[1];
  return plain === undefined ? null : (PROGRAM_RUNNERS[plain] ?? null);
}
