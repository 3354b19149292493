import type { AgentRequest, Handler, PromptRequest, RunFrame } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { payloadText } from './payload.ts';

type PromptHandler = Extract<Handler, { kind: 'prompt' }>;
type AgentHandler = Extract<Handler, { kind: 'agent' }>;

/** One question to a model, with the event in it. */
export const encodePrompt = (handler: PromptHandler, frame: Frame, run: RunFrame): PromptRequest => ({
  ...run,
  kind: 'prompt',
  prompt: withEventJson(handler.prompt, frame, frame.dialect.model.appendPrompt),
  model: handler.model,
});

/** The task of a sub-agent, with the event in it. */
export const encodeAgent = (handler: AgentHandler, frame: Frame, run: RunFrame): AgentRequest => ({
  ...run,
  kind: 'agent',
  prompt: withEventJson(handler.prompt, frame, frame.dialect.model.appendAgent),
  model: handler.model,
  tools: handler.tools,
  maxTurns: handler.maxTurns ?? frame.dialect.model.maxTurns,
});

/** The prompt with the event in it: in place of the placeholders, else behind the text. */
function withEventJson(prompt: string, frame: Frame, separator: string | null): string {
  const { placeholders } = frame.dialect.model;
  const json = payloadText(frame);
  if (!placeholders.some((name) => prompt.includes(name)))
    return separator === null ? prompt : `${prompt}${separator}${json}`;
  const pattern = new RegExp(placeholders.map((name) => name.replace('$', '\\$')).join('|'), 'g');
  return prompt.replace(pattern, () => json);
}
