import type { Ending, Json, JsonObject, Report } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { looseValues } from '../../text/loose-values.ts';
import { parseJson } from '../../text/parse-json.ts';
import { bareReply, type Reply } from './call-worker.ts';
import type { WorkerSource } from './sources.ts';

/** One line of the python worker. */
export type WorkerFrame =
  | { readonly kind: 'ready' }
  /** The hook's own code begins: its imports are done. */
  | { readonly kind: 'started' }
  | {
      readonly kind: 'reply';
      readonly reply: Reply;
      readonly sources: readonly WorkerSource[];
      /** The worker exits after it. */
      readonly isLast: boolean;
    };

/** Parses a line of the worker; an invalid one, written by a hook, is a garbled reply. */
export function readFrame(line: string): WorkerFrame {
  const frame = parsed(line);
  if (isJsonObject(frame?.['ready'])) return { kind: 'ready' };
  if (frame?.['started'] === true) return { kind: 'started' };
  const answer = frame?.['answer'];
  if (frame === null || !isJsonObject(answer)) return { kind: 'reply', reply: NO_FRAME, sources: [], isLast: true };
  const isLast = answer['ended'] === true;
  const output = { stdout: textOf(frame['stdout']), stderr: textOf(frame['stderr']), truncated: cutOf(frame['cut']) };
  const said = readAnswer(answer);
  const trouble = isLast && said.ending.how === 'raised' ? { trouble: 'crashed' as const } : {};
  return { kind: 'reply', reply: { ...output, ...said, ...trouble }, sources: sourcesOf(answer['sources']), isLast };
}

const NO_ANSWER: Ending = { how: 'garbled', why: 'the worker sent something that is not an answer' };
const NO_FRAME: Reply = bareReply(NO_ANSWER);

function parsed(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

type Answered = { readonly ending: Ending; readonly value?: Json; readonly wrong?: string };

/** The worker's reply to a call: how it ended, and the value as JSON text. */
export function readAnswer(answer: JsonObject): Answered {
  const why = textOf(answer['why']);
  switch (textOf(answer['how'])) {
    case 'answered':
      return readValue(textOf(answer['value']), answer['wrong']);
    case 'not-started':
      return { ending: { how: 'not-started', why } };
    case 'raised':
      return { ending: { how: 'raised', why } };
    case 'stopped':
      return { ending: { how: 'cancelled' } };
    case 'garbled':
      return { ending: { how: 'garbled', why } };
    default:
      return { ending: NO_ANSWER };
  }
}

function readValue(text: string, wrong: Json | undefined): Answered {
  const value = parseJson(text);
  const also = typeof wrong === 'string' ? { wrong } : {};
  if (value.ok) return { ending: { how: 'answered' }, value: value.readings[0], ...also };
  return readUnreadable(text, `the hook returned a value that cannot be read: ${value.why}, ${value.detail}`);
}

/** If a value is nested too deeply for later steps, only a refusal in it counts. */
function readUnreadable(text: string, why: string): Answered {
  const values = looseValues(text, REFUSAL_FIELDS);
  const found = [...values].map(([field, [first]]) => [field, first] as const);
  const refuses = found.some(([field, value]) => field !== 'reason' && value === true);
  if (!refuses) return { ending: { how: 'garbled', why } };
  return { ending: { how: 'answered' }, value: Object.fromEntries(found) as Json, wrong: why };
}

const REFUSAL_FIELDS: ReadonlySet<string> = new Set(['blocked', 'end_turn', 'reason']);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

function cutOf(value: Json | undefined): Report['truncated'] {
  const names = listOf(value);
  return (['stdout', 'stderr'] as const).filter((name) => names.includes(name));
}

function sourcesOf(value: Json | undefined): readonly WorkerSource[] {
  return listOf(value).map((item) => {
    const [path, stamp, isRecent, digest] = listOf(item);
    return { path: textOf(path), stamp: textOf(stamp), isRecent: isRecent === true, digest: textOf(digest) };
  });
}
