import { DIALECTS } from '@hookline/core/internal';
import { type NewHook, planHook, writeChanges } from '@hookline/toolbox';
import { type Arguments, type Command, isGiven, valueOf, valuesOf } from '../../call/arguments.ts';
import { type Asking, canAsk, DECLINED, withAsking } from '../../call/asking.ts';
import { type OptionRow, OPTIONS, WRITE } from '../../call/options.ts';
import { refuseDrivenForUser } from '../../call/person-only.ts';
import type { HooksPlace } from '../../call/place.ts';
import {
  carryOut,
  chosenDialects,
  dialectOf,
  LANGUAGE,
  languageOf,
  placeOfAll,
  refuseOutside,
} from '../../call/writing.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { missingLines, missingPrograms } from '../../print/planned-files.ts';
import { SCHEMAS } from '../../process/this-program.ts';
import { type NewHooks, newHooksJson, newHooksLines, newHooksOverview, type ReadyHook } from './lines.ts';

const EVENT_NAME = {
  name: 'event',
  value: 'NAME',
  completes: 'events',
  about: 'The event that the hook waits for: neutral, such as PreToolUse, or native.',
} satisfies OptionRow;
const BLOCKS = {
  name: 'blocks',
  value: 'COMMAND',
  repeatable: true,
  about: "A command that the hook shall refuse, such as 'git push --force'. Repeatable.",
} satisfies OptionRow;
const NAME = { name: 'name', value: 'NAME', about: 'Name of the hook and of its files.' } satisfies OptionRow;

export const NEW: Command = {
  name: 'new',
  about: 'Write a working, commented hook and its cases from a template.',
  words: {
    usage: '[NAME]',
    min: 0,
    max: 1,
    completes: [],
    advice: 'a hook has one name; give the rest as options',
  },
  options: [OPTIONS.newDialect, EVENT_NAME, BLOCKS, LANGUAGE, NAME, OPTIONS.forUser, OPTIONS.unattended, ...WRITE],
  examples: [
    { does: 'answer a few questions', line: 'hookline new' },
    {
      does: 'a guard of a command, in every system',
      line: "hookline new no-force-push --blocks 'git push --force' --dialect all",
    },
    {
      does: 'a hook for Kolega Code, in Python',
      line: 'hookline new greet --dialect kolega --event SessionStart --language python',
    },
    {
      does: 'see what would be written',
      line: 'hookline new check-prompt --dialect kode --event user_prompt_submit --dry-run',
    },
  ],
  exits: {
    0: 'written',
    1: 'nothing was written: something is missing, unknown or there already, or the answer was no',
    130: 'interrupted at a question; nothing was written',
  },
  run: newHook,
};

/** Writes a hook from a template, for one system or several; what options do not say is asked for on a terminal. */
async function newHook(given: Arguments): Promise<number> {
  const place = placeOfAll(given);
  if (!canAsk(given)) return write(given, place, null);
  return withAsking((asking) => write(given, place, asking));
}

async function write(given: Arguments, place: HooksPlace, asking: Asking | null): Promise<number> {
  const planned = await planAll(given, place, asking);
  const changes = planned.hooks.flatMap(({ plan }) => plan.changes);
  const root = isGiven(given, 'user') ? null : place.project;
  refuseOutside(
    changes.map(({ path }) => path),
    root,
  );
  const isDry = isGiven(given, 'dry-run');
  if (!isDry) refuseDrivenForUser(place, 'new', given);
  if (asking !== null && !isDry && !isGiven(given, 'yes')) {
    writeErr(`${newHooksOverview(planned, place.project, paintFor(2, process.env)).join('\n')}\n\n`);
    if (!(await asking.confirm('Write these files?'))) return DECLINED;
  }
  if (!isDry) carryOut('written', () => writeChanges(changes, root));
  const needs = planned.hooks.flatMap(({ plan }) => plan.needs);
  const lacking = missingPrograms(needs, place.env);
  if (isGiven(given, 'json')) writeJson(newHooksJson(planned, !isDry, lacking));
  else {
    const shown = { project: place.project, isDry, paint: paintFor(1, process.env) };
    writeOut(`${newHooksLines(planned, shown).join('\n').trimEnd()}\n`);
  }
  if (isDry && !isGiven(given, 'json')) writeErr('Nothing was written (--dry-run).\n');
  writeErr(missingLines(lacking));
  return 0;
}

/** Everything that is asked for, or a wrong call: nothing is written of a set of which one part cannot be. */
async function planAll(given: Arguments, place: HooksPlace, asking: Asking | null): Promise<NewHooks> {
  const { ids, isAll } = chosenDialects(given);
  const dialects = ids.length > 0 ? ids : [await dialectOf(undefined, asking)];
  const request = await requestOf(given, dialects, asking);
  const hooks: { readonly request: NewHook; readonly plan: ReadyHook }[] = [];
  const leftOut: string[] = [];
  for (const dialect of dialects) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, in the order in which they are shown
    const plan = await planHook({ ...request, dialect }, place);
    if (plan.ok) hooks.push({ request: { ...request, dialect }, plan });
    else if (isAll && (plan.hasNoPlace === true || (!plan.exists && hasNoSuchEvent(dialect, request.event))))
      leftOut.push(plan.problem);
    else throw wrongCall(plan.problem);
  }
  if (hooks.length === 0) throw wrongCall(leftOut.join('; '));
  return { hooks, leftOut };
}

const hasNoSuchEvent = (dialect: string, event: string): boolean => {
  const rows = DIALECTS.find(({ id }) => id === dialect)?.events ?? {};
  return !Object.hasOwn(rows, event) && !Object.values(rows).some(({ means }) => means.some((name) => name === event));
};

async function requestOf(given: Arguments, dialects: readonly string[], asking: Asking | null): Promise<NewHook> {
  const [dialect = ''] = dialects;
  const known = Object.keys(DIALECTS.find(({ id }) => id === dialect)?.events ?? {});
  const usual = dialects.length > 1 ? 'PreToolUse' : usualEvent(dialect);
  const named = valuesOf(given, BLOCKS);
  const asked = valueOf(given, EVENT_NAME) ?? (named.length > 0 ? usual : undefined);
  const event = asked ?? (await asking?.choose('For which event?', dialects.length > 1 ? [usual] : known, usual));
  if (event === undefined) throw missing('--event NAME', `${dialect} has ${known.join(', ')}; or --blocks COMMAND`);
  const language = await languageOf(given, asking);
  const name = valueOf(given, NAME) ?? given.words[0] ?? (await asking?.text('What is it called?', 'my-hook'));
  if (name === undefined) throw missing('a name', 'such as hookline new no-rm');
  const blocks = await blocksOf(named, event, asking);
  const scope = isGiven(given, 'user') ? 'user' : 'project';
  return { dialect, event, language, name, scope, schemas: SCHEMAS, ...(blocks.length === 0 ? {} : { blocks }) };
}

/** The commands that a guard is to refuse; asked for where the event is about commands. */
async function blocksOf(named: readonly string[], event: string, asking: Asking | null): Promise<readonly string[]> {
  const isAboutCommands = DIALECTS.some(
    ({ events }) => event === 'PreToolUse' || events[event]?.means.includes('PreToolUse'),
  );
  if (named.length > 0 || asking === null || !isAboutCommands) return named;
  return [await asking.text('Which command shall it refuse?', 'rm -rf')];
}

const usualEvent = (dialect: string): string => {
  const rows = Object.entries(DIALECTS.find(({ id }) => id === dialect)?.events ?? {});
  return (rows.find(([, { means }]) => means.includes('PreToolUse')) ?? rows[0])?.[0] ?? '';
};

const missing = (what: string, hint: string): Error => wrongCall(`a new hook needs ${what}: ${hint}`);
