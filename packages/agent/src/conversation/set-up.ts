import { remindersOf } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';

/** Setup: `init` in a project without sessions, `maintenance` when the user asks for it; gives what hooks tell the model. */
export async function setUp(
  thread: Thread,
  trigger: 'init' | 'maintenance',
  signal?: AbortSignal,
): Promise<readonly string[]> {
  return remindersOf(await thread.host.fire('Setup', { trigger }, signal === undefined ? {} : { signal }));
}
