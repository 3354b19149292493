import type { ConversationItem, ToolCall, ToolResult } from '../contract/conversation.ts';

/** The conversation with calls and results as plain text: providers refuse them in a request that offers no tools. */
export const callsAsText = (items: readonly ConversationItem[]): readonly ConversationItem[] => items.map(itemAsText);

function itemAsText(item: ConversationItem): ConversationItem {
  switch (item.kind) {
    case 'assistant':
      return { kind: 'assistant', text: [item.text, ...item.calls.map(callAsText)].join('\n').trim(), calls: [] };
    case 'results':
      return { kind: 'reminder', text: item.results.map(resultAsText).join('\n') };
    case 'user':
    case 'reminder':
    case 'summary':
      return item;
  }
}

const callAsText = ({ name, input, rawInput }: ToolCall): string =>
  `[called ${name} with ${input === null ? (rawInput ?? '') : JSON.stringify(input)}]`;

const resultAsText = ({ name, output, isError }: ToolResult): string =>
  `[${name} ${isError ? 'failed' : 'gave'}: ${output}]`;
