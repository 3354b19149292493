import type { ConversationItem, ToolCall, ToolResult } from '../contract/conversation.ts';

/** The conversation with calls and results as plain text: providers refuse them in a request that offers no tools. */
export const inWords = (items: readonly ConversationItem[]): readonly ConversationItem[] => items.map(itemInWords);

function itemInWords(item: ConversationItem): ConversationItem {
  switch (item.kind) {
    case 'assistant':
      return { kind: 'assistant', text: [item.text, ...item.calls.map(callInWords)].join('\n').trim(), calls: [] };
    case 'results':
      return { kind: 'reminder', text: item.results.map(resultInWords).join('\n') };
    case 'user':
    case 'reminder':
    case 'summary':
      return item;
  }
}

const callInWords = ({ name, input, rawInput }: ToolCall): string =>
  `[called ${name} with ${input === null ? (rawInput ?? '') : JSON.stringify(input)}]`;

const resultInWords = ({ name, output, isError }: ToolResult): string =>
  `[${name} ${isError ? 'failed' : 'gave'}: ${output}]`;
