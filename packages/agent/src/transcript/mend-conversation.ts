import type { ConversationItem, ToolCall, ToolResult } from '../contract/conversation.ts';

/**
 * A conversation that a model accepts: every call has its result and every result its call, also when the session was
 * killed between the two.
 */
export function mendConversation(items: readonly ConversationItem[]): readonly ConversationItem[] {
  const mended: ConversationItem[] = [];
  let open: readonly ToolCall[] = [];
  const closeCalls = (): void => {
    addResults(mended, open.map(interrupted));
    open = [];
  };
  for (const item of items) {
    if (item.kind === 'results') {
      const results = item.results.filter(({ id }) => open.some((call) => call.id === id));
      open = open.filter(({ id }) => !results.some((result) => result.id === id));
      addResults(mended, results);
      continue;
    }
    closeCalls();
    mended.push(item);
    if (item.kind === 'assistant') open = item.calls;
  }
  closeCalls();
  return mended;
}

/** The results of one reply stand together, though each was written when its call ended. */
function addResults(mended: ConversationItem[], results: readonly ToolResult[]): void {
  if (results.length === 0) return;
  const last = mended.at(-1);
  if (last?.kind === 'results') mended.pop();
  mended.push({ kind: 'results', results: [...(last?.kind === 'results' ? last.results : []), ...results] });
}

const interrupted = ({ id, name }: ToolCall): ToolResult => ({
  id,
  name,
  output: 'The session was interrupted before this call ended; whether it had an effect is not known.',
  isError: true,
});
