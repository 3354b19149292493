import type { ConversationItem } from '../contract/conversation.ts';
import type { Thread } from './thread.ts';
import type { TranscriptFact } from '../transcript/transcript-entry.ts';

/** The items of a thread, each written to the transcript as soon as it is added. */
export function openConversation(
  start: readonly ConversationItem[],
  write: (fact: TranscriptFact) => void,
  agent: string | null,
): Pick<Thread, 'items' | 'size' | 'add' | 'replace'> {
  let items = [...start];
  let size = sizeOf(items);
  return {
    items: () => items,
    size: () => size,
    add: (item) => {
      items.push(item);
      size += sizeOf(item);
      write({ type: 'item', item, agent });
    },
    replace: (next, why) => {
      items = [...next];
      size = sizeOf(items);
      write(why === 'cleared' ? { type: 'cleared' } : { type: 'compacted', items: next });
    },
  };
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;
