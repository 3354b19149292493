import { TestRunner } from 'vitest';
import type { ProgramName } from '../../scripts/programs.mjs';
import { needs } from './programs.ts';

/** Leaves the test that runs out where one of these programs is missing; not for tests that run side by side. */
export function skipWithout(...names: readonly ProgramName[]): void {
  const test = TestRunner.getCurrentTest();
  const { meta } = needs(...names);
  if (test === undefined || meta === undefined) return;
  Object.assign(test.meta, meta);
  test.context.skip(`needs ${meta.missing.join(', ')}`);
}
