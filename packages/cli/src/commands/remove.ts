import { createHooks, DIALECTS } from '@hookline/core/internal';
import { type PlannedRemoval, planRemoval, removeFiles, writeChanges } from '@hookline/toolbox';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { canAsk, confirmed, DECLINED } from '../call/asking.ts';
import { carryOut, refuseOutside } from '../call/carry-out.ts';
import { chosenDialects, placeOfAll } from '../call/chosen-dialects.ts';
import type { Place } from '../call/place.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { type Removal, removalJson, removalLines } from '../print/remove.ts';

type Plan = Extract<PlannedRemoval, { readonly ok: true }>;

/** Undoes what `new` or `add` wrote for a hook; asks first, and leaves what other hooks still use. */
export async function remove(given: Arguments): Promise<number> {
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
  if (!(await isWanted(removal, given))) return DECLINED;
  carryOut('removed', () => takeOut(plan, place, root));
  return show(removal, given);
}

function show(removal: Removal, given: Arguments): number {
  if (isGiven(given, 'json')) writeJson(removalJson(removal));
  else writeOut(`${removalLines(removal, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

/** What is removed may hold a person's work: somebody has to say yes. */
async function isWanted(removal: Removal, given: Arguments): Promise<boolean> {
  if (isGiven(given, 'yes')) return true;
  if (!canAsk(given))
    throw wrongCall('nothing was removed: there is no terminal to ask on; pass --yes to remove, or --dry-run to look');
  writeErr(`${removalLines({ ...removal, fate: 'dry run' }, paintFor(2, process.env)).join('\n')}\n\n`);
  return confirmed({ question: 'Remove these files?', undone: 'Nothing was removed.', usual: null });
}

function takeOut({ changes, removed }: Plan, { home }: Place, root: string | null): void {
  writeChanges(changes, root);
  removeFiles(removed, { top: root ?? home, root });
}

/** A hook may be there and run something else: then it is not ours to take out. */
async function notFound(name: string, scope: 'user' | 'project', place: Place): Promise<Error> {
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
