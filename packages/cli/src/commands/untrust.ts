import { untrustProject } from '@hookline/core';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { LAST, OPTIONS } from '../call/options.ts';
import { refuseDriven } from '../call/person-only.ts';
import { placeOf } from '../call/place.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { oneLine } from '../print/text.ts';

export const UNTRUST: Command = {
  name: 'untrust',
  about: 'Stop trusting the project.',
  options: [OPTIONS.project, OPTIONS.home, OPTIONS.unattended, ...LAST],
  examples: [{ does: 'the project in the working directory', line: 'hookline untrust' }],
  run: untrust,
};

/** Takes every trust in the project back. */
async function untrust(given: Arguments): Promise<number> {
  const place = placeOf(given);
  refuseDriven(place, 'untrust', isGiven(given, 'unattended'));
  const result = await untrustProject(place).catch((error: Error) => {
    throw wrongCall(error.message); // what the store says is meant for the user
  });
  if (isGiven(given, 'json')) writeJson(result);
  else writeOut(`${oneLine(result.path)} ${result.removed === 0 ? 'was not trusted' : 'is no longer trusted'}\n`);
  return 0;
}
