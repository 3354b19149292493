import type { NewHook, PlannedHook } from '@hookline/toolbox';
import type { Paint } from '../../print/paint.ts';
import { plannedJson, plannedLines, plannedTexts } from '../../print/planned-files.ts';
import { oneLine } from '../../print/text.ts';

/** The plan of a hook that can be written. */
export type ReadyHook = Extract<PlannedHook, { readonly ok: true }>;

/** The hooks that are written from a template, one for each system. */
export interface NewHooks {
  readonly hooks: readonly { readonly request: NewHook; readonly plan: ReadyHook }[];
  /** Why systems that were not named one by one get none. */
  readonly leftOut: readonly string[];
}

/** What is about to be written, for a person who is asked. */
export const newHooksOverview = ({ hooks, leftOut }: NewHooks, project: string, paint: Paint): readonly string[] => [
  ...hooks.flatMap(({ request, plan }) => [headOf(request, plan), ...plannedLines(plan.changes, project, paint)]),
  ...leftOut.map((why) => paint('yellow', `Left out: ${why}.`)),
];

interface NewHooksView {
  readonly project: string;
  readonly isDry: boolean;
  readonly paint: Paint;
}

/** What was written, or with --dry-run all that would be, and what to do next. */
export function newHooksLines(
  { hooks, leftOut }: NewHooks,
  { project, isDry, paint }: NewHooksView,
): readonly string[] {
  const [first] = hooks;
  const own = hooks.flatMap(({ request, plan }) => [
    headOf(request, plan),
    '',
    ...(isDry ? plannedTexts(plan.changes, project, paint) : [...plannedLines(plan.changes, project, paint), '']),
  ]);
  const notes = leftOut.map((why) => paint('yellow', `Left out: ${why}.`));
  const next = isDry || first === undefined ? [] : nextLines(first.request, first.plan);
  return [...own, ...notes, ...(notes.length === 0 ? [] : ['']), ...next];
}

const headOf = (request: NewHook, { does }: { readonly does: string }): string => `${oneLine(request.name)} ${does}`;

const nextLines = (
  { scope, blocks }: NewHook,
  { event, does }: { readonly event: string; readonly does: string },
): readonly string[] => [
  'Next:',
  ...(scope === 'project' ? ['  hookline trust   let the hooks of this project run'] : []),
  '  hookline test    run its cases',
  '  hookline list    see it among the others',
  ...(blocks === undefined && does.startsWith(`refuses ${event} when`) && does.includes('.command ')
    ? ['', "A guard of another command: hookline new NAME --blocks 'git push --force'"]
    : []),
];

/** The same for a program; with one system its keys are at the top too. */
export function newHooksJson({ hooks, leftOut }: NewHooks, written: boolean, missing: readonly string[]): unknown {
  const [first, ...others] = hooks.map(({ request, plan }) => {
    const { schemas: _address, ...asked } = request;
    return { ...asked, event: plan.event, does: plan.does };
  });
  if (first === undefined) return null;
  const { dialect, event, does, ...shared } = first;
  return {
    ...(others.length === 0 ? { dialect, event, does } : {}),
    ...shared,
    written,
    hooks: [first, ...others].map((each) => ({ dialect: each.dialect, event: each.event, does: each.does })),
    leftOut,
    files: plannedJson(hooks.flatMap(({ plan }) => plan.changes)),
    missing,
  };
}
