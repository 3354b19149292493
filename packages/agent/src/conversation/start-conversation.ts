import { abortSession, firstPrompt, setTitle } from '../session/effects.ts';
import { remindersOf } from '../session/reminder.ts';
import { modelSpec } from '../session/switch-model.ts';
import { addReminders, type Thread } from '../session/thread.ts';
import { setUp } from './set-up.ts';

/** Why a conversation begins. */
export type StartSource = 'startup' | 'resume' | 'clear' | 'compact';

/** How a conversation began. */
export interface ConversationStart {
  /** Why hooks do not let the session start; null: it has started. */
  readonly aborted: { readonly reason: string } | null;
  /** What a hook wants to have asked first. */
  readonly firstPrompt: string | null;
}

/** SessionStart, and before it Setup when the project has no session yet. */
export async function startConversation(
  thread: Thread,
  source: StartSource,
  signal?: AbortSignal,
): Promise<ConversationStart> {
  const { session } = thread;
  keepStart(thread, source);
  if (source === 'startup' && session.isFirst) addReminders(thread, await setUp(thread, 'init', signal));
  const outcome = await thread.host.fire('SessionStart', { source }, signal === undefined ? {} : { signal });
  addReminders(thread, remindersOf(outcome));
  if (outcome.extra.watchPaths !== undefined) session.watch(outcome.extra.watchPaths);
  // A conversation that goes on cannot be aborted any more, and has its title and its prompts.
  if (source !== 'startup' && source !== 'resume') return { aborted: null, firstPrompt: null };
  setTitle(session, outcome);
  return { aborted: abortSession(outcome), firstPrompt: firstPrompt(outcome) };
}

function keepStart({ session, cwd }: Thread, source: StartSource): void {
  const { id, project, transcriptPath: transcript } = session;
  const model = modelSpec(session.model);
  session.write({ type: 'session', version: 1, id, project, model, source, cwd });
  // A session that is resumed may have been in another mode.
  if (session.mode !== 'default' || source === 'resume') session.write({ type: 'mode', mode: session.mode });
  session.ui.tell({ type: 'session', id, source, model, project, transcript });
}
