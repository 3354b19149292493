import { giveInstructions } from './give-instructions.ts';
import type { Thread } from '../session/thread.ts';

/** Forgets everything but the instructions of the project. */
export async function clearConversation(thread: Thread): Promise<void> {
  thread.replace([], 'cleared');
  thread.inputTokens = null;
  await giveInstructions(thread, 'session_start');
}
