import { isJsonObject } from '../model/index.ts';
import type { RecordEntry } from './entry.ts';

/** An entry as one whole line. Nothing that a hook said can end it early or act on a terminal that shows it. */
export function lineOf(entry: RecordEntry): string {
  return `${JSON.stringify(entry).replace(NOT_ESCAPED_BY_JSON, escaped)}\n`;
}

/** Reads a line; null when it is not exactly one entry. */
export function parseLine(line: string): RecordEntry | null {
  const value = parse(line);
  return isEntry(value) ? value : null;
}

const NOT_ESCAPED_BY_JSON = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value);
const shaped = (table: Readonly<Record<string, Check>>): Check => {
  const rows = Object.entries(table);
  return (value) =>
    isJsonObject(value) && rows.every(([key, check]) => check(Object.hasOwn(value, key) ? value[key] : undefined));
};

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
  note: shaped({ id: orNull(isText), text: isText }),
};

const isStamped = shaped({ v: (value) => value === 1, kind: oneOf(...Object.keys(SHAPES)), at: isTime });

const isEntry = (value: unknown): value is RecordEntry =>
  isStamped(value) && SHAPES[(value as RecordEntry).kind](value);
