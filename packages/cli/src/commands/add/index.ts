import { DIALECTS } from '@hookline/core/internal';
import { type Guard, GUARDS, readOptions } from '@hookline/guards';
import { writeChanges } from '@hookline/toolbox';
import { readFileSync } from 'node:fs';
import { type Arguments, type Command, isGiven, valuesOf } from '../../call/arguments.ts';
import { canAsk, DECLINED, mayWrite } from '../../call/asking.ts';
import { type OptionRow, OPTIONS, WRITE } from '../../call/options.ts';
import { refuseDrivenForUser } from '../../call/person-only.ts';
import type { HooksPlace } from '../../call/place.ts';
import { carryOut, chosenDialects, placeOfAll, refuseOutside } from '../../call/writing.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { SCHEMAS, shippedFile } from '../../process/this-program.ts';
import { type Added, addedJson, addedLines, type AddFate, guardsJson, guardsLines } from './lines.ts';
import { type GuardRequest, planGuard, type PlannedFiles, type ReadyGuard } from './plan-guard.ts';

const LIST = {
  name: 'list',
  about: 'Show every guard, its options and where it can be installed.',
} satisfies OptionRow;
const SETTING = {
  name: 'option',
  value: 'NAME=VALUE',
  repeatable: true,
  about: 'A setting of the guard; --list shows them. Repeatable.',
} satisfies OptionRow;
const PACKS = {
  name: 'with',
  value: 'PACKS',
  repeatable: true,
  about: 'Further rules of the guard, such as cloud,databases; --list shows them. Repeatable.',
} satisfies OptionRow;
const UPDATE = {
  name: 'update',
  about: 'Replace the program of the guards if it is another version.',
} satisfies OptionRow;

export const ADD: Command = {
  name: 'add',
  about: 'Install a ready-made guard in the project, or for yourself, in any system.',
  words: {
    usage: '[GUARD]',
    min: 0,
    max: 1,
    completes: GUARDS.map((guard) => guard.name),
    advice: 'one guard at a time',
  },
  options: [OPTIONS.newDialect, SETTING, PACKS, OPTIONS.forUser, OPTIONS.unattended, LIST, UPDATE, ...WRITE],
  examples: [
    { does: 'see what there is', line: 'hookline add --list' },
    { does: 'block dangerous commands in this project', line: 'hookline add dangerous-commands --dialect kolega' },
    { does: 'for yourself, in all projects', line: 'hookline add secrets --dialect qoder --user' },
    {
      does: 'with further rules',
      line: 'hookline add dangerous-commands --dialect kode --with cloud,databases',
    },
    {
      does: 'with a setting',
      line: 'hookline add tests-before-stop --dialect polytoken --option times=1',
    },
  ],
  exits: {
    0: 'installed, or installed already',
    1: 'nothing was written: it cannot be installed (the reason is on stderr), or the answer was no',
    130: 'interrupted at a question; nothing was written',
  },
  run: add,
};

/** Installs a guard in one system or several, or lists the guards; never overwrites, and writes nothing with --dry-run. */
async function add(given: Arguments): Promise<number> {
  if (isGiven(given, LIST)) return list(given);
  const place = placeOfAll(given);
  const guard = guardOf(given.words[0]);
  const { plans, leftOut } = await planAll(guard, given, place);
  const changes = plans.flatMap(({ plan }) => plan.changes);
  const root = scopeOf(given) === 'user' ? null : place.project;
  refuseOutside(
    changes.map(({ path }) => path),
    root,
  );
  const fate = fateOf(plans, given);
  if (fate === 'written') refuseDrivenForUser(place, 'add', given);
  if (fate === 'written' && !isGiven(given, 'yes') && canAsk(given) && !(await mayInstall(guard, plans)))
    return DECLINED;
  if (fate === 'written') carryOut('written', () => writeChanges(changes, root));
  const result: Added = { guard, scope: scopeOf(given), plans, leftOut, fate, project: place.project };
  if (isGiven(given, 'json')) writeJson(addedJson(result));
  else writeOut(`${addedLines(result, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

function list(given: Arguments): number {
  if (isGiven(given, 'json')) writeJson(guardsJson());
  else writeOut(`${guardsLines(paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

/** The plans of all systems, or a wrong call: nothing is written of a set of which one part cannot be. */
async function planAll(guard: Guard, given: Arguments, place: HooksPlace): Promise<Pick<Added, 'plans' | 'leftOut'>> {
  const { ids, isAll } = chosenDialects(given);
  const known = DIALECTS.map(({ id }) => id).join(', ');
  if (ids.length === 0) throw wrongCall(`--dialect is missing: name the system of your agent (${known}), or all`);
  const request = requestOf(guard, given);
  const files: PlannedFiles = new Map();
  const plans: { readonly dialect: GuardRequest['dialect']; readonly plan: ReadyGuard }[] = [];
  const leftOut: string[] = [];
  for (const dialect of DIALECTS.filter(({ id }) => ids.includes(id))) {
    // oxlint-disable-next-line no-await-in-loop -- what one system needs, the next one finds planned
    const plan = await planGuard({ ...request, dialect }, place, files);
    if (plan.ok) plans.push({ dialect, plan });
    else if (isAll && plan.misfit) leftOut.push(plan.problem);
    else throw wrongCall(plan.problem);
  }
  return { plans, leftOut };
}

function requestOf(guard: Guard, given: Arguments): Omit<GuardRequest, 'dialect'> {
  const settings = { ...settingsOf(valuesOf(given, SETTING)), ...packsOf(guard, valuesOf(given, PACKS)) };
  const options = readOptions(guard, settings);
  if ('why' in options) throw wrongCall(options.why, { word: options.word, known: options.known });
  return {
    guard,
    scope: scopeOf(given),
    given: settings,
    values: options.values,
    program: readFileSync(shippedFile(PROGRAM), 'utf8'),
    updates: isGiven(given, UPDATE),
    schemas: SCHEMAS,
  };
}

/** The packs of `--with` as the setting that they are. */
function packsOf(guard: Guard, lists: readonly string[]): Readonly<Record<string, string>> {
  if (lists.length === 0) return {};
  if (!guard.options.some(({ name }) => name === 'packs'))
    throw wrongCall(`${guard.name} has no packs of further rules; leave out --with`);
  return { packs: lists.join(',') };
}

const scopeOf = (given: Arguments): 'user' | 'project' => (isGiven(given, 'user') ? 'user' : 'project');

function guardOf(word: string | undefined): Guard {
  const known = GUARDS.map(({ name }) => name);
  if (word === undefined) throw wrongCall(`which guard? Name one of ${known.join(', ')}; --list shows them`);
  const guard = GUARDS.find(({ name }) => name === word);
  if (guard === undefined) throw wrongCall(`there is no guard "${word}"`, { word, known });
  return guard;
}

const settingsOf = (words: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    words.map((word) => {
      const equals = word.indexOf('=');
      if (equals <= 0) throw wrongCall(`--option takes NAME=VALUE; got "${word}"`);
      return [word.slice(0, equals), word.slice(equals + 1)];
    }),
  );

// As it is shipped with the command; in a project it has another name.
const PROGRAM = 'hookline-guards.mjs';

function fateOf(plans: Added['plans'], given: Arguments): AddFate {
  if (countOf(plans) === 0) return 'nothing';
  return isGiven(given, 'dry-run') ? 'dry run' : 'written';
}

const countOf = (plans: Added['plans']): number => plans.reduce((sum, { plan }) => sum + plan.changes.length, 0);

function mayInstall(guard: Guard, plans: Added['plans']): Promise<boolean> {
  const systems = plans.map(({ dialect }) => dialect.id).join(', ');
  return mayWrite(`Install ${guard.name} for ${systems} (${countOf(plans)} files)?`);
}
