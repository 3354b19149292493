import type { CallMcpTool, McpToolRequest, Report } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { askHost, kindOf, type ReplyReport, textReply } from './ask-host.ts';

/** Calls a tool of an MCP server through the host's own connection; its text counts as printed output. */
export function runMcpTool(
  request: McpToolRequest,
  call: CallMcpTool | undefined,
  signal?: AbortSignal,
): Promise<Report> {
  const ask = call === undefined ? undefined : (stop: AbortSignal): Promise<unknown> => call(request, stop);
  const who = `the tool ${request.tool} of the MCP server ${request.server}`;
  return askHost(request, { ask, who, missing: NO_CONNECTION, read: readResult }, signal);
}

const NO_CONNECTION = 'the host has no connection to MCP servers';

function readResult(result: unknown): ReplyReport {
  if (typeof result === 'string') return textReply(result);
  if (!isJsonObject(result) || !Array.isArray(result['content'])) return garbled(result);
  const text = textOf(result['content'], result['structuredContent']);
  return result['isError'] === true ? { ending: { how: 'raised', why: reasonOf(text) } } : textReply(text);
}

const garbled = (result: unknown): ReplyReport => ({
  ending: {
    how: 'garbled',
    why: `the MCP function gave ${kindOf(result)}; expected a text, or an object with content`,
  },
});

/** The texts among the parts; where a result has none, its structured content. */
function textOf(parts: readonly unknown[], structured: unknown): string {
  const texts = parts.flatMap((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : []));
  if (texts.length > 0) return texts.join('\n');
  return structured === undefined ? '' : JSON.stringify(structured);
}

const LONGEST_REASON = 2000;

const reasonOf = (text: string): string => text.trim().slice(0, LONGEST_REASON) || 'the tool did not say why';
