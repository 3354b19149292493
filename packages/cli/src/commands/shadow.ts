import { createHooks, listShadows, putInShadow, takeOutOfShadow } from '@hookline/core/internal';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { refuseDriven } from '../call/person-only.ts';
import { hooksMeant, onlyHook } from '../call/hook-names.ts';
import { type Place, placeOf } from '../call/place.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { shadowChangeLine, shadowLines } from '../print/shadow.ts';

/** Puts a hook in shadow or takes it out, or lists those in shadow. */
export async function shadow(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const [word] = given.words;
  if (isGiven(given, 'list')) return list(place, given);
  if (word === undefined) throw wrongCall('shadow needs a HOOK: its id or name, as hookline list shows it; or --list');
  const isDry = isGiven(given, 'dry-run');
  // Whoever puts a guard in shadow switches it off: that is for a person to decide, as trust is.
  if (!isDry) refuseDriven(place, 'shadow', isGiven(given, 'unattended'));
  const isOff = isGiven(given, 'off');
  const id = await idOf(word, place, isOff);
  const result = await (isOff ? takeOutOfShadow : putInShadow)(id, { ...place, dryRun: isDry });
  if (result.how === 'refused') throw wrongCall(result.why);
  if (result.how === 'unknown') throw wrongCall(`there is no hook "${id}" here`, { word: id, known: result.known });
  if (isGiven(given, 'json'))
    writeJson({ ...result.entry, shadow: !isOff, how: result.how, file: result.file, dryRun: isDry });
  else writeOut(`${shadowChangeLine(result, { isOff, isDry }, paintFor(1, process.env))}\n`);
  return 0;
}

/** The id that the word means; one in shadow can be taken out by its id although its hook is gone. */
async function idOf(word: string, place: Place, isOff: boolean): Promise<string> {
  if (isOff && (await listShadows(place)).shadows.some(({ id }) => id === word)) return word;
  const hooks = await createHooks({ ...place, record: false });
  try {
    const found = hooksMeant(word, hooks, place.project);
    const inShadow = isOff ? found.filter((hook) => hook.shadow === true) : [];
    return onlyHook(word, inShadow.length > 0 ? inShadow : found).id;
  } finally {
    await hooks.close();
  }
}

async function list(place: Place, given: Arguments): Promise<number> {
  const { shadows, file, problem } = await listShadows(place);
  if (isGiven(given, 'json')) writeJson({ file, problem, shadows });
  else {
    if (problem !== null) writeErr(`hookline: ${file}: ${problem}; no hook is in shadow\n`);
    writeOut(`${shadowLines(shadows, paintFor(1, process.env)).join('\n')}\n`);
  }
  return problem === null ? 0 : 1;
}
