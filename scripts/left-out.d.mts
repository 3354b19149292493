import type { ProgramName } from './programs.mjs';

export interface LeftOut {
  /** Programs that a test needs and that are missing. */
  missing?: readonly ProgramName[];
  /** How many conformance cases a test left out, by the program that they need. */
  casesLeftOut?: Readonly<Partial<Record<ProgramName, number>>>;
}

export declare function leftOutLines(metas: readonly LeftOut[]): readonly string[];
