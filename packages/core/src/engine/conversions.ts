import type { AnyEvent, Conversion, Json, JsonObject } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { carryWritten, writtenJson, writtenNumber } from '../text/written-json.ts';
import type { Frame } from './frame.ts';

const AUTO_OR_ASK: Readonly<Record<string, string>> = {
  auto: 'auto',
  bypass: 'auto',
  bypassPermissions: 'auto',
  ask: 'ask',
  default: 'ask',
  acceptEdits: 'ask',
  plan: 'ask',
};

const APPROVAL_MODES: Readonly<Record<string, string>> = {
  ask: 'default',
  acceptEdits: 'auto_edit',
  bypass: 'yolo',
  bypassPermissions: 'yolo',
};

const UTC = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const isFailure = (frame: Frame): boolean => frame.event.hook_event_name.endsWith('Failure');

/** How each named conversion makes a native value of a neutral one. */
export const CONVERSIONS: Readonly<Record<Conversion, (value: Json | undefined, frame: Frame) => Json | undefined>> = {
  same: (value) => value,
  text: (value, frame) => (value === undefined || typeof value === 'string' ? value : jsonText(value, frame)),
  'text-parts': (value) => (typeof value === 'string' ? [{ type: 'text', text: value }] : value),
  'failure-object': (value) =>
    typeof value === 'string' ? { code: 'internal', message: value, retryable: false } : value,
  'json-text': (value, frame) => (value === undefined ? value : jsonText(value, frame)),
  'text-values': (value, frame) => textValues(value, frame),
  'is-success': (_value, frame) => !isFailure(frame),
  'output-text': (value, frame) => outputText(value, frame),
  seconds: (value) => (typeof value === 'number' ? value / 1000 : undefined),
  object: (value, frame) => (value === undefined || isPlainObject(value) ? value : outputObject(value, frame)),
  'assistant-message': (value) => (value === undefined ? undefined : { role: 'assistant', content: value }),
  'auto-or-ask': (value) =>
    typeof value === 'string' && Object.hasOwn(AUTO_OR_ASK, value) ? AUTO_OR_ASK[value] : undefined,
  'bypass-in-full': (value) => (value === 'bypass' ? 'bypassPermissions' : value),
  'zoned-time': (value, frame) => zonedTime(value, frame.now),
  'utc-time': (value, frame) => (typeof value === 'string' && UTC.test(value) ? value : frame.now.toISOString()),
  'approval-mode': (value) =>
    typeof value === 'string' && Object.hasOwn(APPROVAL_MODES, value) ? APPROVAL_MODES[value] : value,
  'content-and-display': (value) => contentAndDisplay(value),
  'content-or-error': (value, frame) => contentOrError(CONVERSIONS['content-and-display'](value, frame), frame),
  'text-result': (value) => textResult(value),
  'text-result-in-snake-case': (value) => inSnakeCase(textResult(value)),
  'epoch-ms': (value, frame) => epochMs(value, frame.now),
  'error-object': (value, { event }) => errorObject(value, event),
  'is-failure': (_value, frame) => isFailure(frame),
  'exit-code': (value, frame) => value ?? (isFailure(frame) ? 1 : 0),
  'terminal-text': (value, frame) => terminalText(value) ?? CONVERSIONS.text(value, frame),
  'printed-text': (value) => terminalText(value) ?? value,
  'failure-kind': (value) => failureKind(value),
  count: (value) => (typeof value === 'number' ? value : Number(value === true)),
};

const RESPONSE = 'tool_response';

/** A response that is a bare number is the text that was written for it. */
const jsonText = (value: Json, { event }: Frame): string =>
  (typeof value === 'number' && value === event[RESPONSE] ? writtenNumber(event, RESPONSE) : undefined) ??
  writtenJson(value);

const outputObject = (value: Json, { event }: Frame): JsonObject =>
  carryWritten(event, { output: value }, (key) => (key === RESPONSE ? 'output' : null), 'numbers');

function textValues(value: Json | undefined, frame: Frame): Json | undefined {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, CONVERSIONS.text(each, frame) ?? null]));
}

/** What a terminal would have shown; undefined where the value does not tell. */
function terminalText(value: Json | undefined): string | undefined {
  const streams = isJsonObject(value) ? [value['stdout'], value['stderr']] : [];
  const texts = streams.filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts.filter((text) => text !== '').join('\n');
}

function failureKind(value: Json | undefined): string {
  if (typeof value !== 'string') return 'error';
  if (/time.?out|timed.out/i.test(value)) return 'timeout';
  return /permission|denied|refused/i.test(value) ? 'permission_denied' : 'error';
}

/** After a failure the error is used, whatever other output the tool left. */
function outputText(value: Json | undefined, frame: Frame): Json | undefined {
  const { error } = frame.event;
  return isFailure(frame) && typeof error === 'string' ? error : CONVERSIONS.text(value, frame);
}

/** What a program printed is one text; an object of another system is JSON text, any other value is as it is. */
function contentAndDisplay(value: Json | undefined): Json | undefined {
  if (value === undefined) return value;
  if (isJsonObject(value) && RESULT_KEYS.some((key) => Object.hasOwn(value, key))) return value;
  const content = terminalText(value) ?? (isJsonObject(value) ? writtenJson(value) : value);
  return { llmContent: content, returnDisplay: content };
}

const RESULT_KEYS = ['llmContent', 'returnDisplay', 'error'] as const;

/** After a failure the response holds the error; what it holds already stays. */
function contentOrError(value: Json | undefined, frame: Frame): Json | undefined {
  const { error, error_type: type } = frame.event;
  if (!isFailure(frame) || typeof error !== 'string') return value;
  const response = isJsonObject(value) ? value : { llmContent: error, returnDisplay: error };
  if (isJsonObject(response['error'])) return response;
  return { ...response, error: { message: error, ...(typeof type === 'string' ? { type } : {}) } };
}

const isPlainObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a program printed is one text: its output, then its errors; any other value is JSON text. */
function textResult(value: Json | undefined): Json | undefined {
  if (value === undefined || (isJsonObject(value) && typeof value['textResultForLlm'] === 'string')) return value;
  return { resultType: 'success', textResultForLlm: resultText(value) };
}

function inSnakeCase(result: Json | undefined): Json | undefined {
  if (!isJsonObject(result)) return result;
  return { result_type: result['resultType'] ?? 'success', text_result_for_llm: result['textResultForLlm'] ?? '' };
}

const resultText = (value: Json): string =>
  typeof value === 'string' ? value : (terminalText(value) ?? writtenJson(value));

function epochMs(value: Json | undefined, now: Date): number {
  if (typeof value === 'number') return value;
  const given = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(given) ? now.getTime() : given;
}

function errorObject(value: Json | undefined, { error_type: type, stack }: AnyEvent): Json | undefined {
  if (typeof value !== 'string') return value;
  const name = typeof type === 'string' ? type : 'Error';
  return { message: value, name, ...(typeof stack === 'string' ? { stack } : {}) };
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/;

/** ISO 8601 with a zone offset: the given time when it has a zone, else now in the local zone. */
export function zonedTime(given: Json | undefined, now: Date): string {
  return typeof given === 'string' && ZONED.test(given) ? given : localTime(now);
}

function localTime(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
}

const twoDigits = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');
