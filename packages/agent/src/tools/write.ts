import type { JsonObject } from '@hookline/core';
import { defineTool } from './define-tool.ts';
import { optionalText, textOf } from './read-input.ts';
import { resolvePath } from './resolve-path.ts';
import type { Tool, ToolContext, ToolEnd } from './tool.ts';
import { writeWholeFile } from './write-file.ts';

/** Writes a whole file. */
export const writeTool: Tool = defineTool({
  name: 'Write',
  description:
    'Write a file as a whole: makes it, with its folders, or replaces all that it held. To change a part of a file, use Edit.',
  inputSchema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', minLength: 1, description: 'Absolute, or relative to the working directory.' },
      content: { type: 'string', description: 'All that the file will hold.' },
    },
    required: ['file_path', 'content'],
    additionalProperties: false,
  },
  access: 'edit',
  fileOf: (input) => optionalText(input, 'file_path'),
  run: runWrite,
});

async function runWrite(input: JsonObject, context: ToolContext, signal: AbortSignal): Promise<ToolEnd> {
  const path = resolvePath(textOf(input, 'file_path'), context);
  const content = textOf(input, 'content');
  const change = await writeWholeFile(path, content, signal);
  context.onFile(path);
  const bytes = Buffer.byteLength(content);
  return {
    ok: true,
    text: `${change} ${path} (${bytes} bytes)`,
  };
}
