import { isJsonObject } from '../model/index.ts';
import { jsonLine, readJsonLine } from '../text/json-line.ts';
import { type Check, isNumber, isText, isTime, listOf, oneOf, orNull, shaped } from '../text/value-shape.ts';
import type { NoteEntry, RecordEntry } from './entry.ts';

/** An entry as one whole line. Nothing that a hook said can end it early or act on a terminal that shows it. */
export const lineOf = (entry: RecordEntry): string => jsonLine(entry);

/** How every line begins. */
export const LINE_START = '{"v":1,"kind":"';

/** Reads a line; null when it is not exactly one entry. */
export function parseLine(line: string): RecordEntry | null {
  // What is no object is not even read: a file of line breaks must cost no exception each.
  const value = line.startsWith('{') ? readJsonLine(line) : null;
  return isEntry(value) ? value : null;
}

const isFault = shaped({ code: isText, message: isText });

const isRun = shaped({
  id: isText,
  name: isText,
  dialect: isText,
  scope: isText,
  source: isText,
  handler: isText,
  status: oneOf('passed', 'blocked', 'failed', 'timed_out', 'skipped', 'background'),
  exitCode: orNull(isNumber),
  signal: orNull(isText),
  durationMs: isNumber,
  stdout: isText,
  stderr: isText,
  truncated: listOf(isText),
  fault: orNull(isFault),
  why: orNull(isText),
  notes: listOf(isText),
});

const isOutcome = shaped({
  decision: oneOf('none', 'allow', 'ask', 'block'),
  reason: orNull(isText),
  block: orNull(shaped({ effect: isText, reason: orNull(isText), hook: isText })),
  rewritten: listOf(isText),
  contexts: shaped({ count: isNumber, texts: listOf(isText) }),
  messages: listOf(shaped({ level: isText, text: isText, hook: isText })),
  extra: isJsonObject,
});

const isNote = shaped({ id: orNull(isText), text: isText });
const isCountOrAbsent = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && isNumber(value));

const SHAPES: Readonly<Record<RecordEntry['kind'], Check>> = {
  start: shaped({
    id: isText,
    pid: isNumber,
    project: isText,
    event: shaped({ hook_event_name: isText }),
    hooks: listOf(isText),
  }),
  end: shaped({ id: isText, outcome: isOutcome, hooks: listOf(isRun), durationMs: isNumber }),
  background: shaped({ id: isText, hook: isRun }),
  note: (value) => isNote(value) && isCountOrAbsent((value as NoteEntry).lost),
};

const isStamped = shaped({ v: (value) => value === 1, kind: oneOf(...Object.keys(SHAPES)), at: isTime });

const isEntry = (value: unknown): value is RecordEntry =>
  isStamped(value) && SHAPES[(value as RecordEntry).kind](value);
