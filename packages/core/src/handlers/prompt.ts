import type { AgentRequest, AskAgent, AskModel, PromptRequest, Report, RunFrame } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { monotonicMs } from '../text/clock.ts';
import { describeThrown, settleWithin } from './function.ts';
import { KEPT_BYTES } from './process/output.ts';

/** Asks the host's model once; a model that is missing, fails or never answers yields a report, never an exception. */
export function runPrompt(request: PromptRequest, ask: AskModel | undefined, signal?: AbortSignal): Promise<Report> {
  const question = ask === undefined ? undefined : (stop: AbortSignal): Promise<unknown> => ask(request, stop);
  return askHost(request, question, readReply, signal);
}

/** What a handler extracts from a reply: the parts of a report that depend on the reply. */
type ReplyReport = Partial<Report> & Pick<Report, 'ending'>;

function readReply(reply: unknown): ReplyReport {
  if (typeof reply === 'string') return textReply(reply);
  return { ending: { how: 'garbled', why: `the model function gave ${kindOf(reply)}; expected the reply as a text` } };
}

/** A reply as text, cut at the same length as the output of any hook. */
function textReply(reply: string): ReplyReport {
  const bytes = Buffer.from(reply);
  if (bytes.length <= KEPT_BYTES) return { ending: { how: 'answered' }, stdout: reply };
  const stdout = bytes.subarray(0, KEPT_BYTES).toString();
  return { ending: { how: 'answered' }, stdout, truncated: ['stdout'] };
}

/** The kind of an unexpected value. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}

type ModelQuestion = (stop: AbortSignal) => Promise<unknown>;

/** Asks a function of the host, which is aborted at the timeout and not waited for after it. */
async function askHost(
  frame: RunFrame,
  question: ModelQuestion | undefined,
  read: (reply: unknown) => ReplyReport,
  signal?: AbortSignal,
): Promise<Report> {
  const startedAt = monotonicMs();
  const reply = question === undefined ? NO_MODEL : await askWithin(frame, question, read, signal);
  return { stdout: '', stderr: '', truncated: [], ...reply, durationMs: monotonicMs() - startedAt };
}

const NO_MODEL: ReplyReport = {
  ending: {
    how: 'unavailable',
    why: 'no model is configured; set HOOKLINE_MODEL_COMMAND to a program that answers, or let the host pass one',
  },
};

async function askWithin(
  frame: RunFrame,
  question: ModelQuestion,
  read: (reply: unknown) => ReplyReport,
  signal?: AbortSignal,
): Promise<ReplyReport> {
  const stop = new AbortController();
  if (signal?.aborted === true) return { ending: { how: 'cancelled' } };
  const settled = await settleWithin(startAsking(question, stop.signal), frame.timeoutMs, signal);
  switch (settled.how) {
    case 'fulfilled':
      return read(settled.value);
    case 'rejected':
      return { ending: { how: 'unavailable', why: `the model gave no answer: ${describeThrown(settled.error)}` } };
    case 'timed-out':
    case 'cancelled':
      stop.abort();
      return { ending: settled };
  }
}

/** Asynchronous, so that a function that throws synchronously is handled like one that rejects. */
const startAsking = async (question: ModelQuestion, stop: AbortSignal): Promise<unknown> => question(stop);

/** Asks the host's sub-agent; its structured answer is the value, a plain text counts as printed output. */
export function runAgent(request: AgentRequest, ask: AskAgent | undefined, signal?: AbortSignal): Promise<Report> {
  const question = ask === undefined ? undefined : (stop: AbortSignal): Promise<unknown> => ask(request, stop);
  return askHost(request, question, readAnswer, signal);
}

function readAnswer(answer: unknown): ReplyReport {
  if (typeof answer === 'string') return textReply(answer);
  if (isJsonObject(answer)) return { ending: { how: 'answered' }, value: answer };
  return { ending: { how: 'garbled', why: `the agent function gave ${kindOf(answer)}; expected an object or a text` } };
}
