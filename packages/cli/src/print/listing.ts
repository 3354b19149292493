import type { Diagnostic, Dialect, ListedHook } from '@hookline/core/internal';
import { NO_HOOKS } from './next-steps.ts';
import type { Paint, Shown } from './paint.ts';
import { type TableColumn, tableLines } from './table.ts';
import { oneLine, wrapped } from './text.ts';

/** What `list --json` prints. */
export interface Listing {
  readonly hooks: readonly ListedHook[];
  readonly armed: number;
  /** Counts also the entries that could not be loaded. */
  readonly total: number;
  readonly diagnostics: readonly Diagnostic[];
}

const INDENT = '  ';

/** The hooks of each dialect below its name, and how many of all are armed. */
export function listingLines(listing: Listing, dialects: readonly Dialect[], shown: Shown): readonly string[] {
  const { paint } = shown;
  const room = shown.width === null ? null : shown.width - INDENT.length;
  const { head, rows } = tableLines(COLUMNS, listing.hooks.map(cellsOf), room);
  const linesOf = new Map(listing.hooks.map((hook, index) => [hook, rows[index] ?? []]));
  const groups = dialects.flatMap(({ id, title }) => {
    const own = listing.hooks.filter(({ dialect }) => dialect === id);
    if (own.length === 0) return [];
    return [
      paint('bold', `${id} (${title})`),
      ...own.flatMap((hook, index) => hookLines(hook, linesOf.get(hook) ?? [], { ...shown, isFirst: index === 0 })),
      '',
    ];
  });
  return [...head.map((line) => paint('dim', `${INDENT}${line}`)), ...groups, armedLine(listing, paint)];
}

function hookLines(
  hook: ListedHook,
  lines: readonly string[],
  { paint, width, isFirst }: Shown & { readonly isFirst: boolean },
): readonly string[] {
  const remark = remarkOn(hook);
  const room = width === null ? null : width - 2 * INDENT.length;
  return [
    ...(isFirst || lines.length === 1 ? [] : ['']),
    ...lines.map((line) => `${INDENT}${hook.armed ? line : paint('dim', line)}`),
    ...(remark === null ? [] : wrapped(remark, room).map((line) => `${INDENT}${INDENT}${paint('yellow', line)}`)),
  ];
}

function remarkOn({ armed, shadow, why }: ListedHook): string | null {
  if (!armed) return `not armed: ${oneLine(why ?? 'unknown')}`;
  return shadow === true ? 'in shadow: it runs, and decides nothing' : null;
}

function armedLine({ armed, total, diagnostics }: Listing, paint: Paint): string {
  if (total === 0 && diagnostics.length === 0) return NO_HOOKS;
  return paint(armed === total ? 'green' : 'yellow', `armed ${armed} of ${total}`);
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'EVENT' },
  { title: 'MATCHER', shrinks: { at: 2, least: 12 } },
  { title: 'HANDLER', goes: 3 },
  { title: 'FILE', goes: 4 },
  { title: 'NAME' },
  { title: 'ID', goes: 1 },
];

const cellsOf = (hook: ListedHook): readonly string[] => [
  hook.event,
  oneLine(hook.matcher ?? '*'),
  hook.handler,
  oneLine(hook.source),
  oneLine(hook.label ?? hook.name),
  oneLine(hook.id),
];
