import { suppressesNotification } from './effects.ts';
import type { EventFields } from './host.ts';
import { remindersOf } from './reminder.ts';
import type { Thread } from './thread.ts';

type NotificationType =
  | 'permission_prompt'
  | 'idle_prompt'
  | 'elicitation_dialog'
  | 'elicitation_response'
  | 'elicitation_complete';

/** Tells the user that something waits for them, unless a hook suppresses it. */
export async function notify(
  thread: Thread,
  notification_type: NotificationType,
  message: string,
  fields: EventFields = {},
): Promise<void> {
  const outcome = await thread.host.fire('Notification', { notification_type, message, ...fields });
  thread.session.inbox.put(remindersOf(outcome));
  if (suppressesNotification(outcome)) return;
  thread.session.ui.tell({ type: 'notification', notification_type, message });
}
