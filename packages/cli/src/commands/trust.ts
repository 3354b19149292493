import { listTrust, showTrust, trustProject, type TrustResult } from '@hookline/core';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { refuseDriven } from '../call/person-only.ts';
import { type Place, placeOf } from '../call/place.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { trustedProjectLines, trustResultLines } from '../print/trust.ts';
import { wrongCall } from '../call/wrong-call.ts';

/** Trusts the project as it is now, or shows what that would mean, or lists what is trusted. */
export async function trust(given: Arguments): Promise<number> {
  const place = placeOf(given);
  if (isGiven(given, 'list')) return list(place, given);
  const showsOnly = isGiven(given, 'show');
  if (!showsOnly) refuseDriven(place, 'trust', isGiven(given, 'unattended'));
  const result = showsOnly ? await showTrust(place) : await trustProject(place, { also: isGiven(given, 'also') });
  if (!showsOnly && result.problem !== null) throw wrongCall(result.problem);
  if (isGiven(given, 'json')) writeJson(jsonOf(result, showsOnly));
  else writeOut(`${trustResultLines(result, showsOnly, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

async function list(place: Place, given: Arguments): Promise<number> {
  const projects = await listTrust(place);
  if (isGiven(given, 'json')) writeJson({ projects });
  else writeOut(`${trustedProjectLines(projects, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

/** `trusted` tells how things stand after the call. */
function jsonOf({ content, already, changes, problem, switchesOff }: TrustResult, showsOnly: boolean): unknown {
  const { path, digest, files, hooks } = content;
  const trusted = already || !showsOnly;
  return { path, digest, files, hooks, already, trusted, changes, problem, switchesOff };
}
