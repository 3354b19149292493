import { EVENT_NAMES, isJsonObject, readJsonLine, shapes } from '@hookline/core/internal';
import { TASK_STATUSES } from '../contract/task.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

/** Reads a line of a transcript; null when it is not exactly one entry. */
export function parseLine(line: string): TranscriptEntry | null {
  const value = readJsonLine(line);
  return isEntry(value) ? value : null;
}

type Check = shapes.Check;

const { isFlag, isText, isTime, listOf, oneOf, orNull, shaped } = shapes;
const isAbsentOrText: Check = (value) => value === undefined || isText(value);

const isCall = shaped({ id: isText, name: isText, input: orNull(isJsonObject), rawInput: isAbsentOrText });
const isResult = shaped({ id: isText, name: isText, output: isText, isError: isFlag });

const isTask = shaped({ id: isText, subject: isText, description: isText, status: oneOf(...TASK_STATUSES) });

const ITEMS: Readonly<Record<string, Check>> = {
  user: shaped({ text: isText }),
  reminder: shaped({ text: isText }),
  summary: shaped({ text: isText }),
  assistant: shaped({ text: isText, calls: listOf(isCall) }),
  results: shaped({ results: listOf(isResult) }),
};

const chosenBy =
  (key: string, checks: Readonly<Record<string, Check>>): Check =>
  (value) => {
    const word = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : null;
    return typeof word === 'string' && Object.hasOwn(checks, word) && checks[word]?.(value) === true;
  };

const isItem = chosenBy('kind', ITEMS);

const ENTRIES: Readonly<Record<TranscriptEntry['type'], Check>> = {
  session: shaped({
    version: oneOf(1),
    id: isText,
    project: isText,
    model: isText,
    source: oneOf('startup', 'resume', 'clear', 'compact'),
    cwd: isText,
  }),
  item: shaped({ item: isItem, agent: orNull(isText) }),
  hook: shaped({
    event: oneOf(...EVENT_NAMES),
    decision: oneOf('none', 'allow', 'ask', 'block'),
    effect: orNull(isText),
    reason: orNull(isText),
    hooks: listOf(shaped({ id: isText, status: isText })),
    agent: orNull(isText),
  }),
  mode: shaped({ mode: isText }),
  model: shaped({ model: isText }),
  folder: shaped({ path: isText }),
  tasks: shaped({ tasks: listOf(isTask) }),
  title: shaped({ title: isText }),
  cwd: shaped({ cwd: isText }),
  compacted: shaped({ items: listOf(isItem) }),
  cleared: isJsonObject,
  turn_end: shaped({ how: isText, reason: orNull(isText) }),
};

const isKnown = chosenBy('type', ENTRIES);
const isStamped = shaped({ timestamp: isTime });

const isEntry = (value: unknown): value is TranscriptEntry => isKnown(value) && isStamped(value);
