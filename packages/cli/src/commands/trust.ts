import { listTrust, trustProject } from '@hookline/core';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { placeOf } from '../call/hooks-options.ts';
import { refuseInsideHook } from '../call/inside-hook.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { trustedProjectLines, trustResultLines } from '../print/trust.ts';
import { wrongCall } from '../call/wrong-call.ts';

/** Trusts the project as it is now, or lists what is trusted. */
export async function trust(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const paint = paintFor(1, process.env);
  if (isGiven(given, 'list')) {
    const projects = await listTrust(place);
    if (isGiven(given, 'json')) writeJson({ projects });
    else writeOut(`${trustedProjectLines(projects, paint).join('\n')}\n`);
    return 0;
  }
  refuseInsideHook(place.env, 'trust');
  const result = await trustProject(place);
  if (result.problem !== null) throw wrongCall(result.problem);
  const { content, already, changes } = result;
  const { path, digest, files } = content;
  if (isGiven(given, 'json')) writeJson({ path, digest, files, already, changes });
  else writeOut(`${trustResultLines(result, paint).join('\n')}\n`);
  return 0;
}
