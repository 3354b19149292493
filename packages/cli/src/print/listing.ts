import type { Diagnostic, Dialect, ListedHook } from '@hookline/core/internal';
import { NO_HOOKS } from './next-steps.ts';
import { oneLine } from './one-line.ts';
import { columns } from './columns.ts';
import type { Paint } from './paint.ts';

/** What `list --json` prints. */
export interface Listing {
  readonly hooks: readonly ListedHook[];
  readonly armed: number;
  /** Counts also the entries that could not be loaded. */
  readonly total: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** The hooks of each dialect below its name, and how many of all are armed. */
export function listingLines(listing: Listing, dialects: readonly Dialect[], paint: Paint): readonly string[] {
  const rows = columns(listing.hooks.map(cellsOf));
  const lineOf = new Map(listing.hooks.map((hook, index) => [hook, rows[index] ?? '']));
  const groups = dialects.flatMap(({ id, title }) => {
    const own = listing.hooks.filter(({ dialect }) => dialect === id);
    if (own.length === 0) return [];
    return [
      paint('bold', `${id} (${title})`),
      ...own.flatMap((hook) => hookLines(hook, lineOf.get(hook) ?? '', paint)),
      '',
    ];
  });
  return [...groups, armedLine(listing, paint)];
}

function hookLines(hook: ListedHook, line: string, paint: Paint): readonly string[] {
  if (hook.armed && hook.shadow === true)
    return [`  ${line}`, `    ${paint('yellow', 'in shadow: it runs, and decides nothing')}`];
  if (hook.armed) return [`  ${line}`];
  return [`  ${paint('dim', line)}`, `    ${paint('yellow', `not armed: ${oneLine(hook.why ?? 'unknown')}`)}`];
}

function armedLine({ armed, total, diagnostics }: Listing, paint: Paint): string {
  if (total === 0 && diagnostics.length === 0) return NO_HOOKS;
  return paint(armed === total ? 'green' : 'yellow', `armed ${armed} of ${total}`);
}

const cellsOf = (hook: ListedHook): readonly string[] => [
  hook.event,
  oneLine(hook.matcher ?? '*'),
  hook.handler,
  oneLine(hook.source),
  oneLine(hook.name),
  oneLine(hook.id),
];
