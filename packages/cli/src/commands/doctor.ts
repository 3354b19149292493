import { examine } from '@hookline/toolbox';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { placeOf } from '../call/place.ts';
import { doctorLines } from '../print/doctor.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { defaultSocket } from '../resident/socket-place.ts';
import { version } from '../process/version.ts';

/** Looks at the whole set-up and runs nothing of it; anything that is wrong makes the status 1. */
export async function doctor(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const found = await examine({ hooks: place, version, socket: defaultSocket(place.env) });
  if (isGiven(given, 'json')) writeJson(found);
  else writeOut(`${doctorLines(found, paintFor(1, process.env)).join('\n')}\n`);
  return found.ok ? 0 : 1;
}
