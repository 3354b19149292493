import { createHooks, DIALECTS } from '@hookline/core/internal';
import { GUARDS } from '@hookline/guards';
import { type PlannedRemoval, planRemoval, removeFiles, writeChanges } from '@hookline/toolbox';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { canAsk, confirmed, DECLINED } from '../call/asking.ts';
import { OPTIONS, WRITE_PLACE } from '../call/options.ts';
import { refuseDriven } from '../call/person-only.ts';
import type { HooksPlace } from '../call/place.ts';
import { carryOut, chosenDialects, placeOfAll, refuseOutside } from '../call/writing.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { type Paint, paintFor } from '../print/paint.ts';
import { pathFrom } from '../print/planned-files.ts';
import { columns, oneLine } from '../print/text.ts';

export const REMOVE: Command = {
  name: 'remove',
  about: 'Take out what new or add wrote for a hook: its entry, its script and its cases.',
  words: { usage: 'NAME', min: 1, max: 1, completes: GUARDS.map((guard) => guard.name), advice: 'one hook at a time' },
  options: [
    {
      ...OPTIONS.newDialect,
      about: 'Only in this system. Repeatable; in all of them by default.',
    },
    { ...OPTIONS.forUser, about: 'One of your own, in all projects, instead of one of the project.' },
    { ...OPTIONS.dryRun, about: 'Show what would be removed, and remove nothing.' },
    { ...OPTIONS.yes, about: 'Remove without asking first.' },
    OPTIONS.unattended,
    ...WRITE_PLACE,
  ],
  examples: [
    { does: 'look first', line: 'hookline remove no-force-push --dry-run' },
    { does: 'in all systems of this project', line: 'hookline remove no-force-push' },
    { does: 'a guard, in one system', line: 'hookline remove dangerous-commands --dialect kode' },
  ],
  exits: {
    0: 'removed',
    1: 'nothing was removed: no such hook was found, the answer was no, or a hook or an agent made the call',
  },
  run: remove,
};

type ReadyRemoval = Extract<PlannedRemoval, { readonly ok: true }>;

/** Undoes what `new` or `add` wrote for a hook; asks first, and leaves what other hooks still use. */
async function remove(given: Arguments): Promise<number> {
  const place = placeOfAll(given);
  const [name = ''] = given.words;
  const scope = isGiven(given, 'user') ? 'user' : 'project';
  const { ids } = chosenDialects(given);
  const dialects = ids.length === 0 ? DIALECTS.map(({ id }) => id) : ids;
  const plan = await planRemoval({ name, scope, dialects }, place);
  if (!plan.ok) throw wrongCall(plan.problem);
  if (plan.dialects.length === 0) throw await notFound(name, scope, place);
  const root = scope === 'user' ? null : place.project;
  refuseOutside([...plan.changes.map(({ path }) => path), ...plan.removed], root);
  const removal: Removal = { name, scope, plan, fate: 'removed', project: place.project };
  if (isGiven(given, 'dry-run')) return show({ ...removal, fate: 'dry run' }, given);
  // A guard that is taken out is switched off: a person decides that, as with trust.
  refuseDriven(place, 'remove', isGiven(given, 'unattended'));
  if (!(await isWanted(removal, given))) return DECLINED;
  carryOut('removed', () => takeOut(plan, place, root));
  return show(removal, given);
}

function show(removal: Removal, given: Arguments): number {
  if (isGiven(given, 'json')) writeJson(removalJson(removal));
  else writeOut(`${removalLines(removal, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

/** What is removed may hold a person's work: without --yes it is asked about. */
async function isWanted(removal: Removal, given: Arguments): Promise<boolean> {
  if (isGiven(given, 'yes')) return true;
  if (!canAsk(given))
    throw wrongCall('nothing was removed: there is no terminal to ask on; pass --yes to remove, or --dry-run to look');
  writeErr(`${removalLines({ ...removal, fate: 'dry run' }, paintFor(2, process.env)).join('\n')}\n\n`);
  return confirmed({ question: 'Remove these files?', undone: 'Nothing was removed.', usual: null });
}

function takeOut({ changes, removed }: ReadyRemoval, { home }: HooksPlace, root: string | null): void {
  writeChanges(changes, root);
  removeFiles(removed, { top: root ?? home, root });
}

/** A hook of that name may exist that neither new nor add wrote: then it is not removed. */
async function notFound(name: string, scope: 'user' | 'project', place: HooksPlace): Promise<Error> {
  const hooks = await createHooks({ ...place, trust: 'all', record: false, warm: false });
  const listed = hooks.list().filter((hook) => (hook.scope === 'user') === (scope === 'user'));
  await hooks.close();
  const known = [...new Set(listed.map((hook) => hook.label ?? hook.name))];
  const there = listed.find((hook) => known.includes(name) && (hook.label ?? hook.name) === name);
  if (there !== undefined)
    return wrongCall(
      `"${name}" of ${there.source} runs something that neither new nor add wrote: take its entry out by hand`,
    );
  const whose = scope === 'user' ? 'you have' : 'the project has';
  return wrongCall(`${whose} no hook "${name}" that new or add wrote`, {
    word: name,
    known,
    otherwise: 'hookline list shows all hooks',
  });
}

/** A hook that was removed, or would be. */
interface Removal {
  readonly name: string;
  readonly scope: 'user' | 'project';
  readonly plan: ReadyRemoval;
  readonly fate: 'removed' | 'dry run';
  readonly project: string;
}

/** What became of each file, and what to do next. */
function removalLines({ name, scope, plan, fate, project }: Removal, paint: Paint): readonly string[] {
  const systems = plan.dialects.join(', ');
  const head =
    fate === 'removed'
      ? paint('green', `Removed ${oneLine(name)} (${systems})`)
      : `Would remove ${oneLine(name)} (${systems})`;
  const rows = [
    ...plan.removed.map((path) => ['removed', oneLine(pathFrom(project, path))]),
    ...plan.changes.map(({ path }) => ['changed', oneLine(pathFrom(project, path))]),
    ...plan.kept.map((path) => ['kept', `${oneLine(pathFrom(project, path))}, which others use`]),
  ];
  const next =
    fate === 'removed' && scope === 'project'
      ? ['Next: hookline trust, because the hooks of the project are not those any more that were trusted.']
      : [];
  return [head, ...columns(rows).map((row) => `  ${row}`), ...next];
}

/** The same for a program. */
const removalJson = ({ name, scope, plan, fate, project }: Removal): unknown => ({
  name,
  scope,
  dialects: plan.dialects,
  removed: fate === 'removed',
  files: [
    ...plan.removed.map((path) => ({ path: oneLine(pathFrom(project, path)), state: 'removed' })),
    ...plan.changes.map(({ path }) => ({ path: oneLine(pathFrom(project, path)), state: 'changed' })),
    ...plan.kept.map((path) => ({ path: oneLine(pathFrom(project, path)), state: 'kept' })),
  ],
});
