import { untrustProject } from '@hookline/core';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { placeOf } from '../call/place.ts';
import { refuseDriven } from '../call/person-only.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { oneLine } from '../print/one-line.ts';

/** Takes every trust in the project back. */
export async function untrust(given: Arguments): Promise<number> {
  const place = placeOf(given);
  refuseDriven(place, 'untrust', isGiven(given, 'unattended'));
  const result = await untrustProject(place).catch((error: Error) => {
    throw wrongCall(error.message); // what the store says is meant for the user
  });
  if (isGiven(given, 'json')) writeJson(result);
  else writeOut(`${oneLine(result.path)} ${result.removed === 0 ? 'was not trusted' : 'is no longer trusted'}\n`);
  return 0;
}
