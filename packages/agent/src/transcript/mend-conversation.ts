import type { ConversationItem, ToolCall, ToolResult } from '../conversation.ts';

/**
 * A conversation that a model accepts: every call has its result and every result its call, also when the session was
 * killed between the two.
 */
export function mendConversation(items: readonly ConversationItem[]): readonly ConversationItem[] {
  const mended: ConversationItem[] = [];
  let open: readonly ToolCall[] = [];
  const closeCalls = (): void => {
    if (open.length > 0) mended.push({ kind: 'results', results: open.map(interrupted) });
    open = [];
  };
  for (const item of items) {
    if (item.kind === 'results') {
      const results = item.results.filter(({ id }) => open.some((call) => call.id === id));
      open = open.filter(({ id }) => !results.some((result) => result.id === id));
      if (results.length > 0) mended.push({ kind: 'results', results: [...results, ...open.map(interrupted)] });
      if (results.length > 0) open = [];
      continue;
    }
    closeCalls();
    mended.push(item);
    if (item.kind === 'assistant') open = item.calls;
  }
  closeCalls();
  return mended;
}

const interrupted = ({ id, name }: ToolCall): ToolResult => ({
  id,
  name,
  output: 'The session was interrupted before this call ended; whether it had an effect is not known.',
  isError: true,
});
