import { type Dialect, DIALECTS } from '@hookline/core/internal';
import { type Guard, GUARDS, readOptions } from '@hookline/guards';
import { ChangedMeanwhileError, writeChanges } from '@hookline/toolbox';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../add/launcher.ts';
import { type GuardPlan, type GuardRequest, planGuard } from '../add/plan-guard.ts';
import { type Arguments, isGiven, valueOf, valuesOf } from '../call/arguments.ts';
import { canAsk, DECLINED, mayWrite } from '../call/asking.ts';
import { placeOf } from '../call/hooks-options.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { addedJson, addedLines, type AddFate, guardsJson, guardsLines } from '../print/add.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';

/** Installs a guard in a system, or lists the guards; never overwrites, and writes nothing with --dry-run. */
export async function add(given: Arguments): Promise<number> {
  if (isGiven(given, 'list')) return list(given);
  const place = placeOf(given);
  const request = requestOf(given);
  const plan = await planGuard(request, place);
  if (!plan.ok) throw wrongCall(plan.problem);
  const fate = fateOf(plan, given);
  if (fate === 'written' && !isGiven(given, 'yes') && canAsk(given) && !(await mayInstall(plan, request)))
    return DECLINED;
  if (fate === 'written') write(plan);
  const result = { request, plan, fate, project: place.project };
  if (isGiven(given, 'json')) writeJson(addedJson(result));
  else writeOut(`${addedLines(result, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

function list(given: Arguments): number {
  if (isGiven(given, 'json')) writeJson(guardsJson());
  else writeOut(`${guardsLines(paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

function requestOf(given: Arguments): GuardRequest {
  const guard = guardOf(given.words[0]);
  const settings = settingsOf(valuesOf(given, 'option'));
  const options = readOptions(guard, settings);
  if ('why' in options) throw wrongCall(options.why, { word: options.word, known: options.known });
  return {
    guard,
    dialect: dialectOf(given),
    scope: isGiven(given, 'user') ? 'user' : 'project',
    given: settings,
    values: options.values,
    program: readFileSync(programFile(), 'utf8'),
    updates: isGiven(given, 'update'),
  };
}

function guardOf(word: string | undefined): Guard {
  const known = GUARDS.map(({ name }) => name);
  if (word === undefined) throw wrongCall(`which guard? Name one of ${known.join(', ')}; --list shows them`);
  const guard = GUARDS.find(({ name }) => name === word);
  if (guard === undefined) throw wrongCall(`there is no guard "${word}"`, { word, known });
  return guard;
}

function dialectOf(given: Arguments): Dialect {
  const known = DIALECTS.map(({ id }) => id);
  const id = valueOf(given, 'dialect');
  if (id === undefined) throw wrongCall(`--dialect is missing: name the system of your agent (${known.join(', ')})`);
  const dialect = DIALECTS.find((each) => each.id === id);
  if (dialect === undefined) throw wrongCall(`unknown dialect "${id}"`, { word: id, known });
  return dialect;
}

const settingsOf = (words: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    words.map((word) => {
      const equals = word.indexOf('=');
      if (equals <= 0) throw wrongCall(`--option takes NAME=VALUE; got "${word}"`);
      return [word.slice(0, equals), word.slice(equals + 1)];
    }),
  );

/** The program is shipped with the command, which is one file, or is run from its source. */
function programFile(): string {
  const places = ['./', '../../dist/'].map((folder) => fileURLToPath(new URL(`${folder}${PROGRAM}`, import.meta.url)));
  const file = places.find((path) => existsSync(path));
  if (file === undefined) throw wrongCall(`${PROGRAM} is missing beside the command; install hookline again`);
  return file;
}

type Planned = Extract<GuardPlan, { readonly ok: true }>;

function fateOf({ changes }: Planned, given: Arguments): AddFate {
  if (changes.length === 0) return 'nothing';
  return isGiven(given, 'dry-run') ? 'dry run' : 'written';
}

const mayInstall = ({ changes }: Planned, { guard, dialect }: GuardRequest): Promise<boolean> =>
  mayWrite(`Install ${guard.name} for ${dialect.id} (${changes.length} files)?`);

function write({ changes }: Planned): void {
  try {
    writeChanges(changes);
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) throw wrongCall(error.message);
    throw error;
  }
}
