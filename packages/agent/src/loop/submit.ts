import { rejectPrompt, setTitle } from '../effects.ts';
import type { TurnEnd } from '../happening.ts';
import { remindersOf } from '../reminder.ts';
import { addReminders, type Thread } from '../thread.ts';
import { askBeforeStop, type StopEvents } from './stop.ts';
import { work } from './work.ts';

/** One turn of the main agent: hooks see the prompt before it is recorded, then the agent works until it may stop. */
export async function submitPrompt(thread: Thread, prompt: string, signal: AbortSignal): Promise<TurnEnd> {
  const submitted = await thread.host.fire('UserPromptSubmit', { prompt, attachments: [] }, { signal });
  setTitle(thread.session, submitted);
  const text = submitted.updatedPrompt ?? prompt;
  const rejected = rejectPrompt(submitted);
  if (rejected !== null) return rejected;

  const started = await thread.host.fire('TurnStart', { prompt: text }, { signal });
  const refused = rejectPrompt(started);
  if (refused !== null) return refused;

  thread.session.turns += 1;
  thread.add({ kind: 'user', text: started.updatedPrompt ?? text });
  addReminders(thread, [...remindersOf(submitted), ...remindersOf(started)]);
  return goOn(thread, signal);
}

/** Lets the main agent work on what its conversation holds. */
export const goOn = (thread: Thread, signal: AbortSignal): Promise<TurnEnd> =>
  work(thread, askBeforeStop(thread, stopEvents(thread), signal), signal);

const stopEvents = ({ session }: Thread): StopEvents => ({
  names: ['Stop', 'TurnEnd'],
  fields: () => ({}),
  onOutcome: (outcome) => session.inbox.put(remindersOf(outcome)),
});
