import {
  followTimeline,
  readTimeline,
  type RecordedDecision,
  recordFolder,
  type TimelineFilter,
} from '@hookline/core/internal';
import { type Arguments, isGiven, valueOf } from '../call/arguments.ts';
import { checkEventName } from '../call/event-name.ts';
import { homeOf } from '../call/place.ts';
import { momentOf } from '../call/since.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { decisionLines } from '../print/decision.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { verifyLog } from './verify-log.ts';

/** Prints a decision; false when nobody reads any more. */
type Show = (decision: RecordedDecision) => boolean;

/** Shows what was decided, newest last, or checks that nothing of it was touched. */
export async function log(given: Arguments): Promise<number> {
  const { env, home } = homeOf(given);
  const folder = recordFolder(env, home);
  if (isGiven(given, 'verify')) return verifyLog(given, folder, env);
  const filter = filterOf(given);
  const show = showerOf(given);
  if (isGiven(given, 'follow')) return follow(folder, filter, show);
  const decisions = readTimeline(folder, filter);
  if (decisions.length === 0 && !isGiven(given, 'json')) writeErr('No matching decision is recorded.\n');
  decisions.every(show);
  return 0;
}

// The follower takes its place at the end of the record before the past is read, so that nothing falls between.
async function follow(folder: string, filter: TimelineFilter, show: Show): Promise<number> {
  const { since: _past, ...coming } = filter;
  const decisions = followTimeline(folder, new AbortController().signal, coming);
  let next = decisions.next();
  let isRead = readTimeline(folder, filter).every(show);
  while (isRead) {
    const { done, value } = await next;
    if (done === true) break;
    isRead = show(value);
    next = decisions.next();
  }
  return 0;
}

function showerOf(given: Arguments): Show {
  if (isGiven(given, 'json')) return (decision) => writeJson(decision);
  const paint = paintFor(1, process.env);
  return (decision) => writeOut(`${decisionLines(decision, paint).join('\n')}\n`);
}

function filterOf(given: Arguments): TimelineFilter {
  const since = valueOf(given, 'since');
  const session = valueOf(given, 'session');
  const event = valueOf(given, 'event');
  if (event !== undefined) checkEventName(event);
  return {
    limit: limitOf(given),
    ...(since === undefined ? {} : { since: momentOf(since, new Date()) }),
    ...(session === undefined ? {} : { session }),
    ...(event === undefined ? {} : { event }),
  };
}

const DEFAULT_LIMIT = 50;

function limitOf(given: Arguments): number {
  const text = valueOf(given, 'limit');
  const limit = text === undefined ? DEFAULT_LIMIT : Number(text);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw wrongCall(`--limit: expected a whole number of decisions above 0, found "${text ?? ''}"`);
}
