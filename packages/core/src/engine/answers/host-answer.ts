import type { HostAnswer, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import type { Reading } from '../reading.ts';

/** What a function of the host returned: typed at compile time, so only what cannot be used is left out. */
export function readHostAnswer(reading: Reading, value: unknown): Verdict {
  if (!isJsonObject(value)) return {};
  const answer: HostAnswer = value;
  const decision = answer.decision === 'none' ? undefined : answer.decision;
  const context = typeof answer.additionalContext === 'string' ? [answer.additionalContext] : answer.additionalContext;
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(answer.reason === undefined ? {} : { reason: answer.reason }),
    ...(answer.updatedInput === undefined ? {} : { updatedInput: answer.updatedInput }),
    ...(answer.updatedToolOutput === undefined ? {} : { updatedToolOutput: answer.updatedToolOutput }),
    ...(answer.updatedPrompt === undefined ? {} : { updatedPrompt: answer.updatedPrompt }),
    ...(context === undefined ? {} : { context }),
    ...(answer.systemMessage === undefined
      ? {}
      : { messages: [{ level: 'info', text: answer.systemMessage, hook: reading.hook.id }] }),
    ...(answer.extra === undefined ? {} : { extra: answer.extra }),
  };
}
