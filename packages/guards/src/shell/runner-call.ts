import type { ProgramRunner } from '@hookline/core/internal';
import type { FlagStyle } from './flags.ts';
import type { Invocation, Shell } from './shell.ts';

/** A call of a program that runs others, in the shell that knows it as such. */
export interface RunnerCall {
  readonly name: string;
  readonly runner: ProgramRunner;
  /** The arguments that the way at hand looks at: those after its sub-commands. */
  readonly args: readonly string[];
  readonly invocation: Invocation;
  readonly shell: Shell;
}

/** How the options of a runner are told apart. */
export const styleOf = ({ valued, optional = [], longDash }: ProgramRunner): FlagStyle => ({
  valued,
  optional,
  ...(longDash === true ? { dash: 'long' } : {}),
});
