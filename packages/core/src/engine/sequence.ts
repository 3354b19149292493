import type { AnyEvent, Json, JsonObject, Report, SequenceRow, Verdict } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { carryWritten } from '../text/written-json.ts';
import type { Frame } from './frame.ts';
import { thread } from './thread.ts';

/** The answer of one hook of a sequence, and what it was read from. */
interface SequenceAnswer {
  readonly verdict: Verdict;
  readonly report: Report;
}

/** The event as the next hook of a sequence sees it. */
export function nextInSequence(frame: Frame, { verdict, report }: SequenceAnswer): AnyEvent {
  const { sequence } = frame.dialect.schedule;
  if (sequence === undefined) return thread(frame.event, verdict);
  if (!isSuccess(report)) return frame.event;
  const rows = sequence.filter(({ on }) => on.includes(frame.native));
  return rows.reduce((event, row) => withField(event, row, verdict), frame.event);
}

const isSuccess = ({ ending }: Report): boolean =>
  ending.how === 'answered' || (ending.how === 'exited' && ending.code === 0);

function withField(event: AnyEvent, row: SequenceRow, verdict: Verdict): AnyEvent {
  const value = NEXT[row.takes](verdict, event[row.field]);
  return value === undefined ? event : carryWritten(event, { ...event, [row.field]: value });
}

type Next = (verdict: Verdict, before: Json | undefined) => Json | undefined;

const merged = (before: Json | undefined, keys: JsonObject | undefined): JsonObject | undefined =>
  keys === undefined ? undefined : { ...(isJsonObject(before) ? before : {}), ...keys };

const NEXT: Readonly<Record<SequenceRow['takes'], Next>> = {
  input: ({ nextInput, updatedInput }, before) => merged(before, nextInput ?? updatedInput),
  llmRequest: ({ extra }, before) => merged(before, extra?.llmRequest),
  context: ({ context = [] }, before) =>
    context.length === 0 ? undefined : [...(typeof before === 'string' ? [before] : []), ...context].join('\n\n'),
};
