import type { Outcome } from '@hookline/core';
import { rejectPrompt, setTitle, suppressPrompt } from '../session/effects.ts';
import type { TurnEnd } from '../contract/agent-event.ts';
import { remindersOf, withoutTags } from '../session/reminder.ts';
import { addReminders, lastText, type Thread } from '../session/thread.ts';
import { withGrace } from '../async/with-grace.ts';
import { expandCommand } from './expand-command.ts';
import { askBeforeStop, type StopEvents } from './stop.ts';
import { work } from './work.ts';

/** One turn of the main agent: hooks see the prompt before it is recorded, then the agent works until it may stop. */
export async function submitPrompt(thread: Thread, line: string, signal: AbortSignal): Promise<TurnEnd> {
  const expanded = await expandCommand(thread, line, signal);
  if ('how' in expanded) return expanded;
  const { prompt } = expanded;

  const submitted = await thread.host.fire('UserPromptSubmit', { prompt, attachments: [] }, { signal });
  setTitle(thread.session, submitted);
  const text = rewritten(submitted) ?? prompt;
  const rejected = rejectPrompt(thread.session, submitted);
  if (rejected !== null) return rejected;

  const started = await thread.host.fire('TurnStart', { prompt: text }, { signal });
  const refused = rejectPrompt(thread.session, started);
  if (refused !== null) return refused;

  const outcomes = [expanded.outcome, submitted, started];
  const suppressed = suppressPrompt(thread.session, outcomes);
  if (suppressed !== null && suppressed !== 'left-out') return suppressed;

  thread.session.turns += 1;
  if (suppressed === null) thread.add({ kind: 'user', text: rewritten(started) ?? text });
  addReminders(thread, outcomes.flatMap(remindersOf));
  return goOn(thread, signal);
}

/** The prompt as a hook wants it; the user may write envelopes, a hook may not. */
const rewritten = ({ updatedPrompt }: Outcome): string | null =>
  updatedPrompt === null ? null : withoutTags(updatedPrompt);

/** Lets the main agent work on what its conversation holds. */
export async function goOn(thread: Thread, signal: AbortSignal): Promise<TurnEnd> {
  const end = await work(thread, askBeforeStop(thread, stopEvents(thread), signal), signal);
  // A turn that was cut short has ended all the same; hooks cannot change that.
  const fields = { last_assistant_message: lastText(thread), step_count: thread.session.steps };
  if (end.how !== 'done') await withGrace(signal, (grace) => thread.host.fire('TurnEnd', fields, { signal: grace }));
  return end;
}

const stopEvents = ({ session }: Thread): StopEvents => ({
  names: ['Stop', 'TurnEnd'],
  fields: () => ({}),
  onOutcome: (outcome) => session.inbox.put(remindersOf(outcome)),
});
