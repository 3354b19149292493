import { abortSession } from '../session/effects.ts';
import { remindersOf } from '../session/reminder.ts';
import { addReminders, type Thread } from '../session/thread.ts';

/** Why a conversation begins. */
export type StartSource = 'startup' | 'resume' | 'clear' | 'compact';

/** SessionStart; gives the reason when hooks do not let the session start. */
export async function startConversation(
  thread: Thread,
  source: StartSource,
  signal?: AbortSignal,
): Promise<{ readonly reason: string } | null> {
  const { session, cwd } = thread;
  const { id, project, model } = session;
  const name = `${model.provider}/${model.name}`;
  session.write({ type: 'session', version: 1, id, project, model: name, source, cwd });
  // A session that is resumed may have been in another mode.
  if (session.mode !== 'default' || source === 'resume') session.write({ type: 'mode', mode: session.mode });
  session.ui.tell({ type: 'session', id, source, model: name, project, transcript: session.transcriptPath });
  const outcome = await thread.host.fire('SessionStart', { source }, signal === undefined ? {} : { signal });
  addReminders(thread, remindersOf(outcome));
  // A conversation that goes on cannot be aborted any more.
  return source === 'startup' || source === 'resume' ? abortSession(outcome) : null;
}
