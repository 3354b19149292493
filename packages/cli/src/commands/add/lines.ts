import { type Dialect, DIALECTS } from '@hookline/core/internal';
import { type Guard, GUARDS, readOptions } from '@hookline/guards';
import type { Paint } from '../../print/paint.ts';
import { pathFrom } from '../../print/planned-files.ts';
import { columns, oneLine } from '../../print/text.ts';
import { fitGuard, type GuardFit } from './guard-entries.ts';
import type { ReadyGuard } from './plan-guard.ts';

/** What became of a plan. */
export type AddFate = 'written' | 'dry run' | 'nothing';

/** A guard that was installed, or would be. */
export interface Added {
  readonly guard: Guard;
  readonly scope: 'user' | 'project';
  /** One for each system. */
  readonly plans: readonly {
    readonly dialect: Dialect;
    readonly plan: ReadyGuard;
  }[];
  /** Why systems that were not named one by one get none. */
  readonly leftOut: readonly string[];
  readonly fate: AddFate;
  readonly project: string;
}

/** What was written, what the guard cannot do in each system, and what to do next. */
export function addedLines(added: Added, paint: Paint): readonly string[] {
  const { plans, leftOut, fate, scope } = added;
  const next =
    fate === 'written' && scope === 'project'
      ? ['Next: hookline trust, because hooks of a project run only when a person trusts them.']
      : [];
  return [
    ...plans.flatMap((each) => planLines(each, added, paint)),
    ...leftOut.map((why) => paint('yellow', `Left out: ${why}.`)),
    ...next,
  ];
}

function planLines(
  { dialect, plan }: Added['plans'][number],
  { guard, fate, project, plans }: Added,
  paint: Paint,
): readonly string[] {
  const name = `${guard.name} for ${dialect.title} (${plan.events.join(', ')})`;
  const already = `${guard.name} is installed already${plans.length > 1 ? ` for ${dialect.title}` : ''}: nothing to do`;
  const headings: Readonly<Record<AddFate, string>> = {
    written: paint('green', `Installed ${name}`),
    'dry run': `Would install ${name}`,
    nothing: already,
  };
  const rows = [
    ...plan.changes.map(({ path, before }) => [before === null ? 'new' : 'changed', oneLine(pathFrom(project, path))]),
    ...plan.kept.map((path) => ['kept', oneLine(pathFrom(project, path))]),
  ];
  return [
    plan.changes.length === 0 ? already : headings[fate],
    ...columns(rows).map((row) => `  ${row}`),
    ...plan.notes.map((note) => paint('yellow', `Note: ${note}.`)),
  ];
}

/** The same for a program; with one system its keys are at the top too. */
export function addedJson({ guard, scope, plans, leftOut, fate, project }: Added): unknown {
  const [first, ...others] = plans;
  const isOne = first !== undefined && others.length === 0;
  return {
    guard: guard.name,
    ...(isOne ? { dialect: first.dialect.id } : {}),
    scope,
    ...(isOne ? { events: first.plan.events } : {}),
    written: fate === 'written',
    files: plans.flatMap(({ plan }) => [
      ...plan.changes.map(({ path, before }) => ({
        path: oneLine(pathFrom(project, path)),
        state: before === null ? 'new' : 'changed',
      })),
      ...plan.kept.map((path) => ({ path: oneLine(pathFrom(project, path)), state: 'kept' })),
    ]),
    ...(isOne ? { notes: first.plan.notes } : {}),
    dialects: plans.map(({ dialect, plan: { events, notes } }) => ({ dialect: dialect.id, events, notes })),
    leftOut,
  };
}

/** Every guard with its options, and the systems in which it works. */
export const guardsLines = (paint: Paint): readonly string[] =>
  GUARDS.flatMap((guard) => [
    paint('bold', guard.name),
    `  ${guard.about}`,
    `  works in: ${DIALECTS.filter(({ id }) => fits(guard)[id]?.entries.length !== 0)
      .map(({ id }) => id)
      .join(', ')}`,
    ...columns(guard.options.map(({ name, default: value, about }) => [`  ${name}=${value}`, about])),
    '',
  ]).slice(0, -1);

/** The same for a program. */
export const guardsJson = (): unknown => ({
  guards: GUARDS.map((guard) => ({
    name: guard.name,
    about: guard.about,
    options: guard.options,
    dialects: Object.fromEntries(
      Object.entries(fits(guard)).map(([id, { entries, notes }]) => [
        id,
        { events: entries.map(({ native }) => native), notes },
      ]),
    ),
  })),
});

function fits(guard: Guard): Readonly<Record<string, GuardFit>> {
  const options = readOptions(guard, {});
  const values = 'values' in options ? options.values : {};
  return Object.fromEntries(DIALECTS.map((dialect) => [dialect.id, fitGuard(guard, dialect, {}, values)]));
}
