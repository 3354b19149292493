import type { AgentRequest, AskAgent, AskModel, PromptRequest, Report } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { askHost, kindOf, type ReplyReport, textReply } from './ask-host.ts';

const MODEL = {
  missing: 'no model is configured; set HOOKLINE_MODEL_COMMAND to a program that answers, or let the host pass one',
  who: 'the model',
} as const;

/** Asks the host's model once; a model that is missing, fails or never answers yields a report, never an exception. */
export function runPrompt(request: PromptRequest, ask: AskModel | undefined, signal?: AbortSignal): Promise<Report> {
  const question = ask === undefined ? undefined : (stop: AbortSignal): Promise<unknown> => ask(request, stop);
  return askHost(request, { ...MODEL, ask: question, read: readReply }, signal);
}

function readReply(reply: unknown): ReplyReport {
  if (typeof reply === 'string') return textReply(reply);
  return { ending: { how: 'garbled', why: `the model function gave ${kindOf(reply)}; expected the reply as a text` } };
}

/** Asks the host's sub-agent; its structured answer is the value, a plain text counts as printed output. */
export function runAgent(request: AgentRequest, ask: AskAgent | undefined, signal?: AbortSignal): Promise<Report> {
  const question = ask === undefined ? undefined : (stop: AbortSignal): Promise<unknown> => ask(request, stop);
  return askHost(request, { ...MODEL, ask: question, read: readAnswer }, signal);
}

function readAnswer(answer: unknown): ReplyReport {
  if (typeof answer === 'string') return textReply(answer);
  if (isJsonObject(answer)) return { ending: { how: 'answered' }, value: answer };
  return { ending: { how: 'garbled', why: `the agent function gave ${kindOf(answer)}; expected an object or a text` } };
}
