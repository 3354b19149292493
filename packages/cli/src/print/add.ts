import { DIALECTS } from '@hookline/core/internal';
import { type Guard, GUARDS, readOptions } from '@hookline/guards';
import { relative } from 'node:path';
import { fitGuard, type GuardFit } from '../add/guard-entries.ts';
import type { GuardPlan, GuardRequest } from '../add/plan-guard.ts';
import { columns } from './columns.ts';
import { oneLine } from './one-line.ts';
import type { Paint } from './paint.ts';

/** What became of a plan. */
export type AddFate = 'written' | 'dry run' | 'nothing';

/** A guard that was installed, or would be. */
export interface Added {
  readonly request: GuardRequest;
  readonly plan: Extract<GuardPlan, { readonly ok: true }>;
  readonly fate: AddFate;
  readonly project: string;
}

/** What was written, what the guard cannot do in that system, and what to do next. */
export function addedLines({ request, plan, fate, project }: Added, paint: Paint): readonly string[] {
  const { guard, dialect, scope } = request;
  const name = `${guard.name} for ${dialect.title} (${plan.events.join(', ')})`;
  const heading = {
    written: paint('green', `Installed ${name}`),
    'dry run': `Would install ${name}`,
    nothing: `${guard.name} is installed already: nothing to do`,
  }[fate];
  const rows = [
    ...plan.changes.map(({ path, before }) => [before === null ? 'new' : 'changed', shown(path, project)]),
    ...plan.kept.map((path) => ['kept', shown(path, project)]),
  ];
  const next =
    fate === 'written' && scope === 'project'
      ? ['Next: hookline trust, because hooks of a project run only when a person trusts them.']
      : [];
  return [
    heading,
    ...columns(rows).map((row) => `  ${row}`),
    ...plan.notes.map((note) => paint('yellow', `Note: ${note}.`)),
    ...next,
  ];
}

const shown = (path: string, project: string): string => {
  const inside = relative(project, path);
  return oneLine(inside.startsWith('..') ? path : inside);
};

/** The same for a program. */
export const addedJson = ({ request, plan, fate, project }: Added): unknown => ({
  guard: request.guard.name,
  dialect: request.dialect.id,
  scope: request.scope,
  events: plan.events,
  written: fate === 'written',
  files: [
    ...plan.changes.map(({ path, before }) => ({
      path: shown(path, project),
      state: before === null ? 'new' : 'changed',
    })),
    ...plan.kept.map((path) => ({ path: shown(path, project), state: 'kept' })),
  ],
  notes: plan.notes,
});

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
