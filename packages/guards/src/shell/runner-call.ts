import type { ProgramRunner } from '@hookline/core/internal';
import type { FlagStyle } from './flags.ts';
import type { Invocation, Shell } from './shell.ts';

/** A call of a program that runs others, in its shell. */
export interface RunnerCall {
  readonly name: string;
  readonly runner: ProgramRunner;
  /** The arguments for the current way: those after its sub-commands. */
  readonly args: readonly string[];
  readonly invocation: Invocation;
  readonly shell: Shell;
}

/** How the options of a runner are parsed. */
export const styleOf = ({ valued, optional = [], longDash }: ProgramRunner): FlagStyle => ({
  valued,
  optional,
  ...(longDash === true ? { dash: 'long' } : {}),
});
