import type { ConversationItem } from './conversation.ts';
import type { Thread } from './thread.ts';
import type { TranscriptFact } from './transcript/transcript-entry.ts';

/** The items of a thread, each written down as soon as it is one. */
export function openConversation(
  start: readonly ConversationItem[],
  write: (fact: TranscriptFact) => void,
  agent: string | null,
): Pick<Thread, 'items' | 'add' | 'replace'> {
  let items = [...start];
  return {
    items: () => items,
    add: (item) => {
      items.push(item);
      write({ type: 'item', item, agent });
    },
    replace: (next, why) => {
      items = [...next];
      write(why === 'cleared' ? { type: 'cleared' } : { type: 'compacted', items: next });
    },
  };
}
