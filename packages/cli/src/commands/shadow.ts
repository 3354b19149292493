import { listShadows, putInShadow, type ShadowChange, takeOutOfShadow } from '@hookline/core/internal';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { refuseDriven } from '../call/driver.ts';
import { type Place, placeOf } from '../call/hooks-options.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { shadowChangeLine, shadowLines } from '../print/shadow.ts';

/** Puts a hook in shadow or takes it out, or lists those in shadow. */
export async function shadow(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const [id] = given.words;
  if (isGiven(given, 'list')) return list(place, given);
  if (id === undefined) throw wrongCall('shadow needs the ID of a hook, as hookline list shows it, or --list');
  const isDry = isGiven(given, 'dry-run');
  // Whoever puts a guard in shadow switches it off: that is for a person to decide, as trust is.
  if (!isDry) refuseDriven(place.env, 'shadow', isGiven(given, 'unattended'));
  const isOff = isGiven(given, 'off');
  const result = await (isOff ? takeOutOfShadow : putInShadow)(id, { ...place, dryRun: isDry });
  if (result.how === 'refused') throw wrongCall(result.why);
  if (result.how === 'unknown') throw unknownHook(id, result);
  if (isGiven(given, 'json'))
    writeJson({ ...result.entry, shadow: !isOff, how: result.how, file: result.file, dryRun: isDry });
  else writeOut(`${shadowChangeLine(result, { isOff, isDry }, paintFor(1, process.env))}\n`);
  return 0;
}

const unknownHook = (id: string, { known }: Extract<ShadowChange, { readonly how: 'unknown' }>): Error =>
  wrongCall(`there is no hook "${id}" here`, { word: id, known, otherwise: 'hookline list shows the ids' });

async function list(place: Place, given: Arguments): Promise<number> {
  const { shadows, file, problem } = await listShadows(place);
  if (isGiven(given, 'json')) writeJson({ file, problem, shadows });
  else {
    if (problem !== null) writeErr(`hookline: ${file}: ${problem}; no hook is in shadow\n`);
    writeOut(`${shadowLines(shadows, paintFor(1, process.env)).join('\n')}\n`);
  }
  return problem === null ? 0 : 1;
}
