import { type Outcome, emptyOutcome } from '@hookline/core/internal';
import { expand, findCommand } from '../commands/prompt-command.ts';
import type { TurnEnd } from '../contract/agent-event.ts';
import { rejectPrompt } from '../session/effects.ts';
import type { Thread } from '../session/thread.ts';

/** The prompt that was meant, and what hooks said about the command that it came from. */
export interface ExpandedPrompt {
  readonly prompt: string;
  readonly outcome: Outcome;
}

/** UserPromptExpansion, when a typed line names a command; any other line is the prompt itself. */
export async function expandCommand(
  thread: Thread,
  line: string,
  signal: AbortSignal,
): Promise<ExpandedPrompt | TurnEnd> {
  const typed = findCommand(line, thread.session.commands);
  if (typed === null) return { prompt: line, outcome: emptyOutcome('UserPromptExpansion') };
  const { command, args } = typed;
  const fields = {
    expansion_type: 'slash_command',
    command_name: command.name,
    command_args: args,
    command_source: command.source,
    prompt: line,
  };
  const outcome = await thread.host.fire('UserPromptExpansion', fields, { signal });
  return rejectPrompt(thread.session, outcome) ?? { prompt: expand(typed), outcome };
}
