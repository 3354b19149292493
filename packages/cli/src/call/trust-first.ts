import { trustProject } from '@hookline/core';
import { type Arguments, isGiven } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { Place } from './place.ts';
import { oneLine } from '../print/one-line.ts';
import { refuseDriven } from './person-only.ts';
import { wrongCall } from './wrong-call.ts';

/** Trusts the project as `trust` does; says so unless the output is for a program. */
export async function trustBeforeFiring(place: Place, given: Arguments, caller: Caller): Promise<void> {
  refuseDriven(place, '--trust-hooks');
  const { content, already, problem } = await trustProject(place);
  if (problem !== null) throw wrongCall(problem);
  if (already || content.files.length === 0 || isGiven(given, 'json')) return;
  caller.writeErr(
    `hookline: trusted ${oneLine(content.path)} (${content.files.length === 1 ? '1 file' : `${content.files.length} files`})\n`,
  );
}
