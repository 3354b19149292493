import { test } from 'vitest';
import { hasProgram as lookFor, type ProgramName, programsIn } from '../../scripts/programs.mjs';
import type { LeftOut } from '../../scripts/left-out.mjs';

declare module 'vitest' {
  interface TaskMeta extends LeftOut {}
}

const found = new Map<ProgramName, boolean>();

/** Whether a program is there and works; it is looked for once. */
export function hasProgram(name: ProgramName): boolean {
  const known = found.get(name) ?? lookFor(name);
  found.set(name, known);
  return known;
}

/** Options of a test or a suite that is left out where one of these programs is missing; the end of the run counts it. */
export function needs(...names: readonly ProgramName[]): {
  readonly skip?: true;
  readonly meta?: { missing: readonly ProgramName[] };
} {
  const missing = names.filter((name) => !hasProgram(name));
  return missing.length === 0 ? {} : { skip: true, meta: { missing } };
}

/** `test` for a file in which every test needs these programs. */
export function testWith(...names: readonly ProgramName[]): typeof test {
  const leftOut = needs(...names);
  if (leftOut.skip === undefined) return test;
  const skipped = (name: string): void => test(name, leftOut, () => undefined);
  const each =
    (rows: readonly unknown[]) =>
    (name: string): void =>
      test.each(rows)(name, leftOut, () => undefined);
  return Object.assign(skipped, { each }) as unknown as typeof test;
}

/** The programs that a text with hooks uses and that are missing. */
export const missingFor = (text: string): readonly ProgramName[] =>
  programsIn(text).filter((name) => !hasProgram(name));
