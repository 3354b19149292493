import { randomUUID } from 'node:crypto';
import { displayedText } from '../session/effects.ts';
import type { Thread } from '../session/thread.ts';

/** What shows pieces of a text as they come; nothing is shown yet where hooks want to see the whole text first. */
export const streamOf = ({ host, session, agentId: agent }: Thread): ((text: string) => void) =>
  host.hears('MessageDisplay') ? () => undefined : (text) => session.ui.tell({ type: 'text_delta', text, agent });

/** MessageDisplay, and the text as hooks want it shown; the conversation keeps what the model said. */
export async function showText(
  { host, session, agentId: agent }: Thread,
  said: string,
  signal: AbortSignal,
): Promise<void> {
  if (said === '') return;
  const fields = { turn_id: `${session.turns}`, message_id: randomUUID(), index: 0, final: true, delta: said };
  const text = displayedText(await host.fire('MessageDisplay', fields, { signal }), said);
  if (text !== '') session.ui.tell({ type: 'text', text, agent });
}
