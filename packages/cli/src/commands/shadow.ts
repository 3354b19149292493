import {
  createHooks,
  type ListedShadow,
  listShadows,
  putInShadow,
  type ShadowChange,
  takeOutOfShadow,
} from '@hookline/core/internal';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { hooksMeant, onlyHook } from '../call/hook-names.ts';
import { LAST, type OptionRow, OPTIONS, PLACE } from '../call/options.ts';
import { refuseDriven } from '../call/person-only.ts';
import { type HooksPlace, placeOf } from '../call/place.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { type Paint, paintFor, type Style } from '../print/paint.ts';
import { columns, oneLine } from '../print/text.ts';

const OFF = { name: 'off', about: 'Let the hook decide again.' } satisfies OptionRow;
const LIST = { name: 'list', about: 'Show every hook in shadow.' } satisfies OptionRow;

export const SHADOW: Command = {
  name: 'shadow',
  about: 'Let a hook run without deciding, or let it decide again; hookline log shows what it would have done.',
  words: { usage: '[HOOK]', min: 0, max: 1, completes: [] },
  options: [OFF, LIST, OPTIONS.dryRun, OPTIONS.unattended, ...PLACE, ...LAST],
  examples: [
    {
      does: 'let a hook run for a while without deciding',
      line: 'hookline shadow block-rm',
    },
    {
      does: 'by its id, where several hooks have that name; let it decide again',
      line: `hookline shadow 'kolega:project:PreToolUse[0].hooks[0]' --off`,
    },
    { does: 'every hook in shadow', line: 'hookline shadow --list' },
  ],
  exits: {
    0: 'done, or nothing to do',
    1: 'no such hook, a name of several hooks, or the settings cannot be used',
  },
  run: shadow,
};

/** Puts a hook in shadow or takes it out, or lists those in shadow. */
async function shadow(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const [word] = given.words;
  if (isGiven(given, LIST)) return list(place, given);
  if (word === undefined) throw wrongCall('shadow needs a HOOK: its id or name, as hookline list shows it; or --list');
  const isDry = isGiven(given, 'dry-run');
  // A guard in shadow is switched off: a person decides that, as with trust.
  if (!isDry) refuseDriven(place, 'shadow', isGiven(given, 'unattended'));
  const isOff = isGiven(given, OFF);
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
async function idOf(word: string, place: HooksPlace, isOff: boolean): Promise<string> {
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

async function list(place: HooksPlace, given: Arguments): Promise<number> {
  const { shadows, file, problem } = await listShadows(place);
  if (isGiven(given, 'json')) writeJson({ file, problem, shadows });
  else {
    if (problem !== null) writeErr(`hookline: ${file}: ${problem}; no hook is in shadow\n`);
    writeOut(`${shadowLines(shadows, paintFor(1, process.env)).join('\n')}\n`);
  }
  return problem === null ? 0 : 1;
}

type Done = Extract<ShadowChange, { readonly how: 'changed' | 'already' }>;

/** What was changed, in one line. */
function shadowChangeLine(
  { how, entry, file }: Done,
  { isOff, isDry }: { readonly isOff: boolean; readonly isDry: boolean },
  paint: Paint,
): string {
  const id = oneLine(entry.id);
  if (how === 'already') return `${id} ${isOff ? 'was not in shadow' : 'is in shadow already'}.`;
  const said = isOff ? 'decides again' : 'is in shadow: it runs and is recorded, and decides nothing';
  if (isDry) return `Would write ${oneLine(file)}: ${id} ${said}.`;
  return paint(isOff ? 'green' : 'yellow', `${id} ${said}.`);
}

const STATES: Readonly<Record<ListedShadow['state'], { readonly style: Style; readonly about: string }>> = {
  'in shadow': { style: 'yellow', about: '' },
  changed: { style: 'red', about: 'another definition is there now, and decides' },
  gone: { style: 'dim', about: 'there is no such hook here' },
  elsewhere: { style: 'dim', about: '' },
};

/** One line per hook in shadow: its state, its id and its project. */
export function shadowLines(shadows: readonly ListedShadow[], paint: Paint): readonly string[] {
  if (shadows.length === 0) return ['No hook is in shadow.'];
  const rows = columns(
    shadows.map(({ id, state, project }) => [
      state,
      oneLine(id),
      [oneLine(project ?? ''), STATES[state].about].filter((part) => part !== '').join('; '),
    ]),
  );
  return rows.map((row, index) => paint(STATES[shadows[index]?.state ?? 'gone'].style, row));
}
