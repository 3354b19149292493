import type { AgentRequest, AskAgent, Report } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { askHost, kindOf, textReply, type ReplyReport } from './prompt.ts';

/** Lets the host's sub-agent find an answer; its structured answer is the value, a mere text is what it printed. */
export function runAgent(request: AgentRequest, ask: AskAgent | undefined, signal?: AbortSignal): Promise<Report> {
  const question = ask === undefined ? undefined : (stop: AbortSignal): Promise<unknown> => ask(request, stop);
  return askHost(request, question, readAnswer, signal);
}

function readAnswer(answer: unknown): ReplyReport {
  if (typeof answer === 'string') return textReply(answer);
  if (isJsonObject(answer)) return { ending: { how: 'answered' }, value: answer };
  return { ending: { how: 'garbled', why: `the agent function gave ${kindOf(answer)}; expected an object or a text` } };
}
