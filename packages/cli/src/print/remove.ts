import type { PlannedRemoval } from '@hookline/toolbox';
import { relative } from 'node:path';
import { columns, oneLine } from './text.ts';
import type { Paint } from './paint.ts';

/** A hook that was removed, or would be. */
export interface Removal {
  readonly name: string;
  readonly scope: 'user' | 'project';
  readonly plan: Extract<PlannedRemoval, { readonly ok: true }>;
  readonly fate: 'removed' | 'dry run';
  readonly project: string;
}

/** What became of each file, and what to do next. */
export function removalLines({ name, scope, plan, fate, project }: Removal, paint: Paint): readonly string[] {
  const systems = plan.dialects.join(', ');
  const head =
    fate === 'removed'
      ? paint('green', `Removed ${oneLine(name)} (${systems})`)
      : `Would remove ${oneLine(name)} (${systems})`;
  const rows = [
    ...plan.removed.map((path) => ['removed', shown(path, project)]),
    ...plan.changes.map(({ path }) => ['changed', shown(path, project)]),
    ...plan.kept.map((path) => ['kept', `${shown(path, project)}, which others use`]),
  ];
  const next =
    fate === 'removed' && scope === 'project'
      ? ['Next: hookline trust, because the hooks of the project are not those any more that were trusted.']
      : [];
  return [head, ...columns(rows).map((row) => `  ${row}`), ...next];
}

const shown = (path: string, project: string): string => {
  const inside = relative(project, path);
  return oneLine(inside.startsWith('..') ? path : inside);
};

/** The same for a program. */
export const removalJson = ({ name, scope, plan, fate, project }: Removal): unknown => ({
  name,
  scope,
  dialects: plan.dialects,
  removed: fate === 'removed',
  files: [
    ...plan.removed.map((path) => ({ path: shown(path, project), state: 'removed' })),
    ...plan.changes.map(({ path }) => ({ path: shown(path, project), state: 'changed' })),
    ...plan.kept.map((path) => ({ path: shown(path, project), state: 'kept' })),
  ],
});
