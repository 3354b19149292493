import { configurationFiles } from '@hookline/core/internal';
import { type LanguageName, planHook, type PlannedHook, writeChanges } from '@hookline/toolbox';
import { existsSync } from 'node:fs';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { type Asking, canAsk, DECLINED, withAsking } from '../call/asking.ts';
import { OPTIONS, WRITE } from '../call/options.ts';
import type { HooksPlace } from '../call/place.ts';
import {
  carryOut,
  chosenDialects,
  dialectOf,
  LANGUAGE,
  languageOf,
  placeOfAll,
  refuseOutside,
} from '../call/writing.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { type Paint, paintFor } from '../print/paint.ts';
import { missingLines, missingPrograms, plannedJson, plannedLines, plannedTexts } from '../print/planned-files.ts';
import { SCHEMAS } from '../process/this-program.ts';

export const INIT: Command = {
  name: 'init',
  about: 'Make a project ready for hooks: a configuration, an example guard and its cases.',
  options: [{ ...OPTIONS.newDialect, about: 'The system to make ready, or all. Repeatable.' }, LANGUAGE, ...WRITE],
  examples: [
    { does: 'choose the system when asked', line: 'hookline init' },
    { does: 'two systems at once', line: 'hookline init --dialect kolega --dialect qoder' },
    { does: 'see what would be written', line: 'hookline init --dialect kode --dry-run' },
  ],
  exits: {
    0: 'ready, now or already',
    1: 'nothing was written: no system is named, a file is in the way, or the answer was no',
    130: 'interrupted at a question; nothing was written',
  },
  run: init,
};

const GUARD = 'no-rm-rf';

/** Gives a project a configuration, an example guard and its cases; what is there already stays as it is. */
async function init(given: Arguments): Promise<number> {
  const place = placeOfAll(given);
  if (!canAsk(given)) return make(given, place, null);
  return withAsking((asking) => make(given, place, asking));
}

interface Part {
  readonly dialect: string;
  readonly plan: PlannedHook;
}

async function make(given: Arguments, place: HooksPlace, asking: Asking | null): Promise<number> {
  const dialects = await dialectsOf(given, place, asking);
  const language = isGiven(given, LANGUAGE) ? await languageOf(given, null) : 'bash';
  const parts = await Promise.all(dialects.map((dialect) => planPart(dialect, language, place)));
  const { isAll } = chosenDialects(given);
  const bad = parts.find(({ plan }) => !plan.ok && !plan.exists && !(isAll && plan.hasNoPlace === true));
  if (bad?.plan.ok === false) throw wrongCall(bad.plan.problem);
  const changes = parts.flatMap(({ plan }) => (plan.ok ? plan.changes : []));
  refuseOutside(
    changes.map(({ path }) => path),
    place.project,
  );
  const isDry = isGiven(given, 'dry-run');
  if (asking !== null && changes.length > 0 && !isDry && !isGiven(given, 'yes')) {
    writeErr(`${plannedLines(changes, place.project, paintFor(2, process.env)).join('\n')}\n\n`);
    if (!(await asking.confirm('Write these files?'))) return DECLINED;
  }
  if (!isDry) carryOut('written', () => writeChanges(changes, place.project));
  const needs = parts.flatMap(({ plan }) => (plan.ok ? plan.needs : []));
  const missing = missingPrograms(needs, place.env);
  if (isGiven(given, 'json'))
    writeJson({ dialects, written: !isDry && changes.length > 0, files: plannedJson(changes), missing });
  else show(parts, { project: place.project, isDry });
  writeErr(missingLines(missing));
  return 0;
}

const planPart = async (dialect: string, language: LanguageName, places: HooksPlace): Promise<Part> => ({
  dialect,
  plan: await planHook(
    { dialect, event: 'PreToolUse', language, name: GUARD, scope: 'project', schemas: SCHEMAS },
    places,
  ),
});

/** Those that are named; else those that the project has files of; else the one that is chosen. */
async function dialectsOf(given: Arguments, place: HooksPlace, asking: Asking | null): Promise<readonly string[]> {
  const named = chosenDialects(given).ids;
  if (named.length > 0) return named;
  const found = configurationFiles(place).filter(({ scope, path }) => scope === 'project' && existsSync(path));
  if (found.length > 0) return [...new Set(found.map(({ dialect }) => dialect))];
  return [await dialectOf(undefined, asking)];
}

function show(parts: readonly Part[], { project, isDry }: { readonly project: string; readonly isDry: boolean }): void {
  const paint = paintFor(1, process.env);
  const lines = parts.flatMap(({ dialect, plan }) => [
    paint('bold', `${dialect}${plan.ok ? ` (${plan.event})` : ''}`),
    ...partLines(plan, project, { paint, isDry }),
    '',
  ]);
  writeOut(`${[...lines, ...(isDry ? [] : NEXT)].join('\n').trimEnd()}\n`);
  if (isDry) writeErr('Nothing was written (--dry-run).\n');
}

function partLines(
  plan: PlannedHook,
  project: string,
  { paint, isDry }: { readonly paint: Paint; readonly isDry: boolean },
): readonly string[] {
  if (!plan.ok) return [plan.exists ? `  ready already: there is a hook ${GUARD}` : `  left out: ${plan.problem}`];
  return (isDry ? plannedTexts : plannedLines)(plan.changes, project, paint);
}

const NEXT = [
  'Next:',
  '  hookline trust   let the hooks of this project run',
  '  hookline test    run the cases of the example guard',
  '  hookline new     write a hook of your own',
  '',
  'In CI:',
  '  npx hookline test --trust-hooks --reporter github',
];
