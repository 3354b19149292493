import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { Json } from '@hookline/core';
import type { ToolEnd } from '../tools/tool.ts';

/** What the model reads and hooks see of a server's answer; long answers are cut, and say so. */
export function toolEndOf(result: CallToolResult): ToolEnd {
  const structured = result.structuredContent;
  const parts = result.content.map(partText);
  const text = bounded(parts.length === 0 && structured !== undefined ? JSON.stringify(structured) : parts.join('\n'));
  if (result.isError === true) {
    return { ok: false, error: text === '' ? 'the tool failed and did not say why' : text, errorType: 'tool_error' };
  }
  return { ok: true, output: { content: [{ type: 'text', text }], ...structuredOf(structured) }, text };
}

/** A quarter of it is about what a model counts as tokens. */
const MOST_CHARACTERS = 100_000;

function bounded(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const kept = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return `${kept}\n[cut: the answer has ${text.length} characters, the first ${MOST_CHARACTERS} are shown]`;
}

function structuredOf(structured: unknown): { readonly structuredContent?: Json } {
  if (structured === undefined) return {};
  const text = JSON.stringify(structured);
  if (text.length <= MOST_CHARACTERS) return { structuredContent: JSON.parse(text) as Json };
  return { structuredContent: `[left out: ${text.length} characters]` };
}

function partText(part: ContentBlock): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type}, ${part.mimeType}, ${bytesOf(part.data)} bytes]`;
    case 'resource_link':
      return `[resource link, ${part.name}, ${part.uri}]`;
    case 'resource':
      return resourceText(part.resource);
  }
}

function resourceText(resource: Extract<ContentBlock, { type: 'resource' }>['resource']): string {
  if ('text' in resource) return `[resource, ${resource.uri}]\n${resource.text}`;
  return `[resource, ${resource.uri}, ${resource.mimeType ?? 'unknown type'}, ${bytesOf(resource.blob)} bytes]`;
}

const bytesOf = (base64: string): number => Buffer.byteLength(base64, 'base64');
