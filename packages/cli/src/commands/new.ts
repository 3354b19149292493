import { DIALECTS } from '@hookline/core/internal';
import {
  ChangedMeanwhileError,
  LANGUAGES,
  type LanguageName,
  type NewHook,
  planHook,
  type PlannedHook,
  writeChanges,
} from '@hookline/toolbox';
import { type Arguments, isGiven, valueOf } from '../call/arguments.ts';
import { type Asking, canAsk, DECLINED, withAsking } from '../call/asking.ts';
import { type Place, placeOf } from '../call/hooks-options.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { missingLines, missingPrograms } from '../print/missing-programs.ts';
import { oneLine } from '../print/one-line.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { plannedJson, plannedLines, plannedTexts } from '../print/planned-files.ts';

type Plan = PlannedHook & { readonly ok: true };

/** Writes a hook from a template; what is not said by options is asked for where somebody can answer. */
export async function newHook(given: Arguments): Promise<number> {
  const place = placeOf(given);
  if (!canAsk(given)) return write(await requestOf(given, null), given, place, null);
  return withAsking(async (asking) => write(await requestOf(given, asking), given, place, asking));
}

async function write(request: NewHook, given: Arguments, place: Place, asking: Asking | null): Promise<number> {
  const plan = await planHook(request, place);
  if (!plan.ok) throw wrongCall(plan.problem);
  const isDry = isGiven(given, 'dry-run');
  const wantsAnswer = asking !== null && !isDry && !isGiven(given, 'yes');
  if (wantsAnswer) writeErr(`${overview(request, plan, place.project).join('\n')}\n\n`);
  if (wantsAnswer && !(await asking.confirm('Write these files?'))) return DECLINED;
  if (!isDry) carryOut(plan);
  const missing = missingPrograms(plan.needs, place.env);
  const { event, does, changes } = plan;
  if (isGiven(given, 'json'))
    writeJson({ ...request, event, does, written: !isDry, files: plannedJson(changes), missing });
  else show(request, plan, { project: place.project, isDry });
  writeErr(missingLines(missing));
  return 0;
}

/** A file that came in between is the caller's business, not an error of ours. */
export function carryOut({ changes }: Pick<Plan, 'changes'>): void {
  try {
    writeChanges(changes);
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) throw wrongCall(error.message);
    const { code, path = '' } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw wrongCall(`${path} cannot be written (${code}); nothing was changed`);
  }
}

function show(
  request: NewHook,
  plan: Plan,
  { project, isDry }: { readonly project: string; readonly isDry: boolean },
): void {
  const paint = paintFor(1, process.env);
  const told = isDry
    ? plannedTexts(plan.changes, project, paint)
    : ['', ...plannedLines(plan.changes, project, paint), '', ...nextLines(request)];
  const head = `${oneLine(request.name)} ${plan.does}`;
  writeOut(`${[head, ...(isDry ? [''] : []), ...told].join('\n').trimEnd()}\n`);
  if (isDry) writeErr('Nothing was written (--dry-run).\n');
}

const overview = (request: NewHook, plan: Plan, project: string): readonly string[] => [
  `${oneLine(request.name)} ${plan.does}`,
  ...plannedLines(plan.changes, project, paintFor(2, process.env)),
];

const nextLines = ({ scope }: NewHook): readonly string[] => [
  'Next:',
  ...(scope === 'project' ? ['  hookline trust   let the hooks of this project run'] : []),
  '  hookline test    run its cases',
  '  hookline list    see it among the others',
];

async function requestOf(given: Arguments, asking: Asking | null): Promise<NewHook> {
  const dialect = await dialectOf(valueOf(given, 'dialect'), asking);
  const known = Object.keys(DIALECTS.find(({ id }) => id === dialect)?.events ?? {});
  const event = valueOf(given, 'event') ?? (await asking?.choose('For which event?', known, usualEvent(dialect)));
  if (event === undefined) throw missing('--event NAME', `${dialect} has ${known.join(', ')}`);
  const language = await languageOf(given, asking);
  const name = valueOf(given, 'name') ?? given.words[0] ?? (await asking?.text('What is it called?', 'my-hook'));
  if (name === undefined) throw missing('a name', 'such as hookline new no-rm');
  return { dialect, event, language, name, scope: isGiven(given, 'user') ? 'user' : 'project' };
}

/** The dialect that is named or chosen. */
export async function dialectOf(asked: string | undefined, asking: Asking | null): Promise<string> {
  const known = DIALECTS.map(({ id }) => id);
  const dialect = asked ?? (await asking?.choose('For which system?', known, known[0] ?? ''));
  if (dialect === undefined) throw wrongCall(`the system is not known: give --dialect ID, one of ${known.join(', ')}`);
  if (!known.includes(dialect)) throw wrongCall(`unknown dialect "${dialect}"`, { word: dialect, known });
  return dialect;
}

/** The language that is named or chosen. */
export async function languageOf(given: Arguments, asking: Asking | null): Promise<LanguageName> {
  const known = Object.keys(LANGUAGES) as LanguageName[];
  const asked = valueOf(given, 'language') ?? (await asking?.choose('In which language?', known, 'bash')) ?? 'bash';
  const language = known.find((name) => name === asked);
  if (language === undefined) throw wrongCall(`unknown language "${asked}"`, { word: asked, known });
  return language;
}

const usualEvent = (dialect: string): string => {
  const rows = Object.entries(DIALECTS.find(({ id }) => id === dialect)?.events ?? {});
  return (rows.find(([, { means }]) => means.includes('PreToolUse')) ?? rows[0])?.[0] ?? '';
};

const missing = (what: string, hint: string): Error => wrongCall(`a new hook needs ${what}: ${hint}`);
