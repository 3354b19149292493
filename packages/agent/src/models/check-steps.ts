import { didYouMean, isJsonObject, type JsonObject } from '@hookline/core/internal';
import { UsageProblem, type ModelErrorType, type ModelReply } from '../contract/model.ts';
import type { ScriptCall, ScriptSpeaker, ScriptStep } from './script-step.ts';

/** Steps as they are written, with their defaults filled in; throws a UsageProblem that names the first bad place. */
export function checkSteps(value: unknown, file: string): readonly ScriptStep[] {
  try {
    return list(value, 'steps').map((step, index) => checkStep(step, `steps[${index}]`));
  } catch (error) {
    if (error instanceof ScriptMistake) throw new UsageProblem(`the script ${file}: ${error.message}`);
    throw error;
  }
}

class ScriptMistake extends Error {}

const STEP_KEYS = ['for', 'text', 'chunks', 'calls', 'error', 'finish', 'inputTokens', 'outputTokens', 'delayMs'];

function checkStep(value: unknown, at: string): ScriptStep {
  const step = object(value, at, STEP_KEYS);
  const calls = step['calls'] === undefined ? [] : checkCalls(step['calls'], `${at}.calls`);
  const error = step['error'] === undefined ? null : checkError(step['error'], `${at}.error`);
  if (error !== null && calls.length > 0)
    throw new ScriptMistake(`${at} has both calls and an error: make it two steps`);
  if (['text', 'chunks', 'calls', 'error'].every((key) => step[key] === undefined))
    throw new ScriptMistake(`${at} says nothing: give it text, calls or an error`);
  return {
    speaker: checkSpeaker(step['for'], `${at}.for`),
    chunks: checkChunks(step, at),
    calls,
    error,
    finish: checkFinish(step['finish'], `${at}.finish`, calls),
    inputTokens: wholeNumber(step['inputTokens'], `${at}.inputTokens`),
    outputTokens: wholeNumber(step['outputTokens'], `${at}.outputTokens`),
    delayMs: wholeNumber(step['delayMs'], `${at}.delayMs`) ?? 0,
  };
}

const SPEAKERS = ['main', 'compaction', 'prompt-hook', 'agent-hook', 'subagent'] as const;

function checkSpeaker(value: unknown, at: string): ScriptSpeaker {
  if (value === undefined) return 'main';
  const speaker = text(value, at);
  if (speaker.startsWith('subagent:')) return speaker as `subagent:${string}`;
  return oneOf(speaker, SPEAKERS, at);
}

function checkChunks(step: JsonObject, at: string): readonly (string | number)[] {
  if (step['chunks'] === undefined) return step['text'] === undefined ? [] : wordsOf(text(step['text'], `${at}.text`));
  if (step['text'] !== undefined) throw new ScriptMistake(`${at} has both text and chunks: leave one out`);
  return list(step['chunks'], `${at}.chunks`).map((chunk, index) =>
    typeof chunk === 'number'
      ? (wholeNumber(chunk, `${at}.chunks[${index}]`) ?? 0)
      : text(chunk, `${at}.chunks[${index}]`),
  );
}

/** Each word with the blanks behind it, so that together they are the text. */
const wordsOf = (written: string): readonly string[] => written.match(/\S+\s*|\s+/g) ?? [];

function checkCalls(value: unknown, at: string): readonly ScriptCall[] {
  return list(value, at).map((item, index) => {
    const place = `${at}[${index}]`;
    const call = object(item, place, ['name', 'input', 'id']);
    return {
      name: text(call['name'], `${place}.name`),
      input: checkInput(call['input'], `${place}.input`),
      id: call['id'] === undefined ? null : text(call['id'], `${place}.id`),
    };
  });
}

function checkInput(value: unknown, at: string): JsonObject | string {
  if (value === undefined) return {};
  if (typeof value === 'string' || isJsonObject(value)) return value;
  throw new ScriptMistake(`${at} must be an object, or a string for what is no object, not ${kindOf(value)}`);
}

const ERROR_TYPES = [
  'rate_limit',
  'authentication_failed',
  'billing_error',
  'invalid_request',
  'server_error',
  'max_output_tokens',
  'unknown',
] as const satisfies readonly ModelErrorType[];

function checkError(value: unknown, at: string): ScriptStep['error'] {
  const error = object(value, at, ['type', 'message']);
  return {
    type: oneOf(text(error['type'], `${at}.type`), ERROR_TYPES, `${at}.type`),
    message: text(error['message'], `${at}.message`),
  };
}

const FINISHES = ['stop', 'tool-calls', 'length', 'content-filter', 'other'] as const;

function checkFinish(value: unknown, at: string, calls: readonly ScriptCall[]): ModelReply['finish'] {
  if (value === undefined) return calls.length > 0 ? 'tool-calls' : 'stop';
  return oneOf(text(value, at), FINISHES, at);
}

function object(value: unknown, at: string, keys: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw new ScriptMistake(`${at} must be an object, not ${kindOf(value)}`);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown === undefined) return value;
  throw new ScriptMistake(`${at} has an unknown key ${JSON.stringify(unknown)}${guess(unknown, keys)}`);
}

function oneOf<Word extends string>(word: string, words: readonly Word[], at: string): Word {
  const found = words.find((known) => known === word);
  if (found !== undefined) return found;
  throw new ScriptMistake(`${at} is ${JSON.stringify(word)}${guess(word, words)}`);
}

function guess(word: string, known: readonly string[]): string {
  const meant = didYouMean(word, known);
  return `${meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`} (known: ${known.join(', ')})`;
}

function list(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ScriptMistake(`${at} must be a list, not ${kindOf(value)}`);
}

function text(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  throw new ScriptMistake(`${at} must be a string, not ${kindOf(value)}`);
}

function wholeNumber(value: unknown, at: string): number | null {
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new ScriptMistake(
    `${at} must be a whole number from 0, not ${typeof value === 'number' ? value : kindOf(value)}`,
  );
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : KINDS[typeof value];
}

const KINDS = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  bigint: 'a number',
  undefined: 'missing',
  function: 'a function',
  symbol: 'a symbol',
} as const;
