import type { Conversion, Json } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { parseJson } from '../text/parse-json.ts';

/** What is known when a native value is converted back. */
export interface ConversionOrigin {
  /** The neutral fields that the native one is made of. */
  readonly sources: readonly string[];
  /** Whether the event is a failure. */
  readonly failed: boolean;
}

/** Neutral fields and their values. */
export type NeutralFields = readonly (readonly [string, Json])[];

/** The neutral fields of a native value: each conversion of a payload, reversed. */
export const reverseConversion = (conversion: Conversion, value: Json, origin: ConversionOrigin): NeutralFields =>
  REVERSALS[conversion](value, origin);

type Reversal = (value: Json, origin: ConversionOrigin) => NeutralFields;

/** A value that may come from several fields is assigned to all of them, since its origin is unknown. */
const everywhere: Reversal = (value, { sources }) => sources.map((name) => [name, value]);

const first: Reversal = (value, { sources }) => sources.slice(0, 1).map((name) => [name, value]);

/** The output of a tool that failed is its error. */
const output: Reversal = (value, { sources, failed }) =>
  failed && sources.includes('error') ? [['error', value]] : first(value, { sources, failed });

const REVERSALS: Readonly<Record<Conversion, Reversal>> = {
  same: everywhere,
  text: output,
  'json-text': (value, origin) => first(parsedText(value), origin),
  'text-values': (value, origin) => first(value, origin),
  'is-success': () => [],
  'text-parts': (value, origin) => first(textOfParts(value), origin),
  'failure-object': (value, origin) => first(isJsonObject(value) ? (value['message'] ?? value) : value, origin),
  'output-text': output,
  // Rounded, since a thousandth has no exact binary form.
  seconds: (value, origin) => (typeof value === 'number' ? first(Math.round(value * 1e6) / 1e3, origin) : []),
  object: (value, origin) => first(unwrapped(value), origin),
  'assistant-message': (value, origin) =>
    isJsonObject(value) && value['content'] !== undefined ? first(value['content'], origin) : [],
  'auto-or-ask': first,
  'bypass-in-full': first,
  'zoned-time': first,
  'utc-time': first,
  'approval-mode': first,
  'content-or-error': (value, origin) => [...first(contentOf(value), origin), ...(origin.failed ? errorIn(value) : [])],
  'content-and-display': (value, origin) => first(contentOf(value), origin),
  'text-result': (value, origin) => first(textOfResult(value, 'textResultForLlm'), origin),
  'text-result-in-snake-case': (value, origin) => first(textOfResult(value, 'text_result_for_llm'), origin),
  'epoch-ms': (value, origin) => (typeof value === 'number' ? first(new Date(value).toISOString(), origin) : []),
  'error-object': (value, origin) => [...first(textOfResult(value, 'message'), origin), ...errorType(value)],
  'is-failure': () => [],
  'exit-code': first,
  'terminal-text': output,
  'printed-text': output,
  'failure-kind': first,
  count: (value, { sources }) => sources.map((name, index) => [name, index === 0 ? value : value !== 0]),
};

/** The text under a key of an object; any other value as it is. */
const textOfResult = (value: Json, key: string): Json => (isJsonObject(value) ? (value[key] ?? value) : value);

const errorType = (value: Json): NeutralFields =>
  isJsonObject(value) && typeof value['name'] === 'string' ? [['error_type', value['name']]] : [];

/** The error that stands in the response of a failed call. */
function errorIn(value: Json): NeutralFields {
  const { message, type } = isJsonObject(value) && isJsonObject(value['error']) ? value['error'] : {};
  const given = { error: message, error_type: type };
  return Object.entries(given).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []));
}

/** JSON text as its value; any other text as it is. */
function parsedText(value: Json): Json {
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  return parsed?.ok === true ? (parsed.readings[0] ?? value) : value;
}

/** What was wrapped because it is no object: it stands there twice. */
function contentOf(value: Json): Json {
  if (!isJsonObject(value) || Object.keys(value).length !== 2) return value;
  const { llmContent, returnDisplay } = value;
  return llmContent !== undefined && llmContent === returnDisplay ? llmContent : value;
}

/** The text of the parts that have one, joined by blanks; a text as it is. */
function textOfParts(value: Json): Json {
  if (!Array.isArray(value)) return value;
  const texts = (value as readonly Json[]).map((part) => (isJsonObject(part) ? part['text'] : undefined));
  return texts.filter((text) => typeof text === 'string').join(' ');
}

/** Only a value that is not an object is wrapped; an object within the wrapper was not put there by the conversion. */
function unwrapped(value: Json): Json {
  const inner = isJsonObject(value) && Object.keys(value).length === 1 ? value['output'] : undefined;
  return inner === undefined || isJsonObject(inner) ? value : inner;
}
