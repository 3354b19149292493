import type { ConversationItem, ToolCall, ToolResult } from '../contract/conversation.ts';

/**
 * A conversation that a model accepts: every call has its result and every result its call, also when the session was
 * killed between the two.
 */
export function repairConversation(items: readonly ConversationItem[]): readonly ConversationItem[] {
  const repaired: ConversationItem[] = [];
  let open: readonly ToolCall[] = [];
  const closeCalls = (): void => {
    addResults(repaired, open.map(interrupted));
    open = [];
  };
  for (const item of items) {
    if (item.kind === 'results') {
      const results = item.results.filter(({ id }) => open.some((call) => call.id === id));
      open = open.filter(({ id }) => !results.some((result) => result.id === id));
      addResults(repaired, results);
      continue;
    }
    closeCalls();
    repaired.push(item);
    if (item.kind === 'assistant') open = item.calls;
  }
  closeCalls();
  return repaired;
}

/** The results of one reply stand together, though each was written when its call ended. */
function addResults(repaired: ConversationItem[], results: readonly ToolResult[]): void {
  if (results.length === 0) return;
  const last = repaired.at(-1);
  if (last?.kind === 'results') repaired.pop();
  repaired.push({ kind: 'results', results: [...(last?.kind === 'results' ? last.results : []), ...results] });
}

const interrupted = ({ id, name }: ToolCall): ToolResult => ({
  id,
  name,
  output: 'The session was interrupted before this call ended; whether it had an effect is not known.',
  isError: true,
});
