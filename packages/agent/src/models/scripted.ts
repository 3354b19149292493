import { basename } from 'node:path';
import type { Json, JsonObject } from '@hookline/core';
import type { ConversationItem, ToolCall } from '../contract/conversation.ts';
import { ModelFailure, type Model, type ModelReply, type ModelRequest, type Speaker } from '../contract/model.ts';
import { pause } from '../async/pause.ts';
import { scriptQueue, type ScriptQueue } from './script-queue.ts';
import type { ScriptCall, ScriptStep } from './script-step.ts';
import { readToolInput } from './tool-input.ts';

/**
 * A model that says what its script says, one step for each turn of a speaker. `{{last_result}}` in a text or an input
 * stands for the output of the last tool result. A script without any step for `compaction` gives a list of what the
 * user asked for as summary; any other speaker that runs out of steps fails with `invalid_request`.
 */
export function scriptedModel(file: string, steps: readonly ScriptStep[]): Model {
  const queue = scriptQueue(steps);
  const makeId = idMaker(steps);
  return {
    provider: 'scripted',
    name: basename(file),
    ask: async (request, onText, signal) => {
      signal.throwIfAborted();
      const step = nextStep(queue, file, request);
      return play(step, { request, makeId, onText, signal });
    },
  };
}

/** Generated in order, without those that the script itself uses. */
function idMaker(steps: readonly ScriptStep[]): () => string {
  const taken = new Set(steps.flatMap(({ calls }) => calls.map(({ id }) => id)));
  let count = 0;
  return () => {
    do count += 1;
    while (taken.has(`call-${count}`));
    return `call-${count}`;
  };
}

function nextStep(queue: ScriptQueue, file: string, { speaker, items }: ModelRequest): ScriptStep {
  const step = queue.take(speaker);
  if (step !== null) return step;
  if (speaker === 'compaction' && queue.used(speaker) === 0) return summaryOf(items);
  throw new ModelFailure('invalid_request', describeEnd(file, speaker, queue.used(speaker)));
}

const describeEnd = (file: string, speaker: Speaker, used: number): string =>
  `the script ${file} has no step left for "${speaker}" (${used} used): add a step or let the last one make no tool call`;

const MOST_REQUESTS = 20;
const LONGEST_REQUEST = 200;

/** The last item asks for the summary and is no part of it. */
function summaryOf(items: readonly ConversationItem[]): ScriptStep {
  const asked = items
    .slice(0, -1)
    .flatMap((item) => (item.kind === 'user' ? [`- ${item.text.slice(0, LONGEST_REQUEST)}`] : []));
  const summary = ['The user asked for this so far:', ...asked.slice(-MOST_REQUESTS)].join('\n');
  return {
    speaker: 'compaction',
    chunks: [summary],
    calls: [],
    error: null,
    finish: 'stop',
    inputTokens: null,
    outputTokens: null,
    delayMs: 0,
  };
}

interface Performance {
  readonly request: ModelRequest;
  readonly makeId: () => string;
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
}

async function play(step: ScriptStep, { request, makeId, onText, signal }: Performance): Promise<ModelReply> {
  const fill = filler(request.items);
  if (step.delayMs > 0) await pause(step.delayMs, signal);
  const spoken: string[] = [];
  for (const chunk of step.chunks) {
    if (typeof chunk === 'number') await pause(chunk, signal);
    else spoken.push(speak(fill(chunk), onText));
  }
  if (step.error !== null) throw new ModelFailure(step.error.type, step.error.message);
  return {
    text: spoken.join(''),
    calls: step.calls.map((call) => toolCall(call, fill, makeId)),
    finish: step.finish,
    inputTokens: step.inputTokens,
    outputTokens: step.outputTokens,
  };
}

function speak(text: string, onText: (text: string) => void): string {
  if (text !== '') onText(text);
  return text;
}

type Fill = (text: string) => string;

function filler(items: readonly ConversationItem[]): Fill {
  const last = items.findLast((item) => item.kind === 'results')?.results.at(-1)?.output ?? '';
  return (text) => text.replaceAll('{{last_result}}', () => last);
}

function toolCall({ name, input, id }: ScriptCall, fill: Fill, makeId: () => string): ToolCall {
  const filled = typeof input === 'string' ? readToolInput(fill(input)) : { input: fillObject(input, fill) };
  return { id: id ?? makeId(), name, ...filled };
}

const fillObject = (value: JsonObject, fill: Fill): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, fill)]));

function fillValue(value: Json, fill: Fill): Json {
  if (typeof value === 'string') return fill(value);
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map((item) => fillValue(item, fill)) : fillObject(value, fill);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
