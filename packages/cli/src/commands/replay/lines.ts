import type { Outcome } from '@hookline/core';
import type { Comparison, FlipGroup, HookCount, ReplayItem, ReplaySummary } from '@hookline/toolbox';
import type { Paint } from '../../print/paint.ts';
import { brief, columns, oneLine } from '../../print/text.ts';

/** What a replay came to: counts, then the flips by their gravity, then hooks that failed or are in shadow. */
export function replayLines(
  summary: ReplaySummary,
  { source, jobs }: { readonly source: string; readonly jobs: number },
  paint: Paint,
): readonly string[] {
  const { groups, ungrouped, faults, shadows, stopped, interrupted } = summary;
  return [
    ...(interrupted ? [paint('yellow', 'Interrupted; this is what was done so far:')] : []),
    headOf(summary, source, jobs),
    `  ${countsOf(summary)}`,
    ...skippedOf(summary),
    ...(groups.length === 0
      ? []
      : ['', 'Decided differently now:', ...groups.flatMap((group) => groupLines(group, paint))]),
    ...(ungrouped === 0 ? [] : [`  ${number(ungrouped)} more, for other reasons; --json shows each`]),
    ...titled('Not compared, and stopped now:', stopped, ({ what }) => what),
    ...titled('Hooks that failed now:', faults, ({ what }) => what),
    ...titled('Hooks in shadow:', shadows, ({ what }) => `would ${what}`),
  ];
}

/** One event that is decided otherwise, for a program. */
export const flipJson = (item: ReplayItem, comparison: Comparison, outcome: Outcome): unknown => ({
  type: 'flip',
  id: item.id,
  at: item.at,
  event: item.event.hook_event_name,
  tool: item.event['tool_name'] ?? null,
  session: item.event['session_id'] ?? null,
  ...comparison,
  decided: { before: item.recorded, now: { decision: outcome.decision, reason: outcome.reason, block: outcome.block } },
});

function headOf({ events, elapsedMs, eventsPerSecond }: ReplaySummary, source: string, jobs: number): string {
  const speed = `${number(eventsPerSecond)} a second, ${jobs} at a time`;
  return `${number(events)} ${events === 1 ? 'event' : 'events'} of ${oneLine(source)} in ${(elapsedMs / 1000).toFixed(1)} s (${speed})`;
}

function countsOf({ same, altered, loosened, tightened, unknown, unknownBlocked }: ReplaySummary): string {
  return [
    `same ${number(same)}`,
    ...(altered === 0 ? [] : [`same but for rewrites, contexts or effect ${number(altered)}`]),
    `loosened ${number(loosened)}`,
    `tightened ${number(tightened)}`,
    ...(unknown === 0 ? [] : [`not compared ${number(unknown)} (${number(unknownBlocked)} blocked now)`]),
  ].join(', ');
}

function skippedOf({ skipped: { cut, gone, unreadable } }: ReplaySummary): readonly string[] {
  const parts = [
    ...(cut === 0 ? [] : [`${number(cut)} not whole in the record (--cut runs them)`]),
    ...(gone === 0 ? [] : [`${number(gone)} of projects that are gone (--project runs them elsewhere)`]),
    ...(unreadable === 0 ? [] : [`${number(unreadable)} unreadable`]),
  ];
  return parts.length === 0 ? [] : [`  left out: ${parts.join(', ')}`];
}

const WORDS = { none: 'pass', allow: 'allow', ask: 'ask', block: 'block' } as const;

function groupLines(
  { how, before, now, count, hook, reason, since, examples }: FlipGroup,
  paint: Paint,
): readonly string[] {
  const flip = `${WORDS[before]} → ${WORDS[now]}`.padEnd(FLIP_WIDTH);
  return [
    `  ${paint(how === 'loosened' ? 'red' : 'yellow', flip)}  ${number(count).padStart(COUNT_WIDTH)}  ${oneLine(hook ?? 'no hook named')}`,
    ...(reason === null ? [] : [`${INDENT}${brief(reason)}`]),
    ...(since === null ? [] : [`${INDENT}now: ${brief(since)}`]),
    paint('dim', `${INDENT}such as ${examples.map(oneLine).join(', ')}`),
  ];
}

const FLIP_WIDTH = 'block → allow'.length;
const COUNT_WIDTH = 7;
const INDENT = ' '.repeat(2 + FLIP_WIDTH + 2 + COUNT_WIDTH + 2);

function titled(title: string, counts: readonly HookCount[], words: (count: HookCount) => string): readonly string[] {
  if (counts.length === 0) return [];
  const rows = columns(
    counts.map((each) => [number(each.count).padStart(COUNT_WIDTH), words(each), oneLine(each.hook)]),
  );
  return ['', title, ...rows.map((row) => `  ${row}`)];
}

const number = (value: number): string => value.toLocaleString('en-US');
