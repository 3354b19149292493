import { expect } from 'vitest';
import type { EventRow } from '../support/event-row.ts';
import type { Workplace } from '../support/workplace.ts';

/** One event of Claude Code, whose native name is the neutral one. */
export const row = (event: EventRow['event'], rest: Omit<EventRow, 'event' | 'dialect' | 'native'>): EventRow => ({
  event,
  dialect: 'claude',
  native: event,
  ...rest,
});

/** What every payload carries. */
export const common = (place: Workplace, event: string): Readonly<Record<string, unknown>> => ({
  session_id: expect.any(String) as unknown,
  transcript_path: expect.stringMatching(/\/sessions\/[^/]+\.jsonl$/) as unknown,
  cwd: place.project,
  hook_event_name: event,
});

/** The same of an event of a turn. */
export const inTurn = (place: Workplace, event: string, mode = 'default'): Readonly<Record<string, unknown>> => ({
  ...common(place, event),
  permission_mode: mode,
});

/** A context of the hook, as the model reads it: in an envelope that names the hook. */
export const contextOf = (text: string): unknown =>
  expect.stringMatching(new RegExp(`^<system-reminder>\nFrom hook ".*":\n${text}\n</system-reminder>$`));
