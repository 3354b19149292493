import type { JsonObject } from '@hookline/core';
import { defineTool } from './define-tool.ts';
import { numberOf, optionalText, textOf } from './read-input.ts';
import { resolvePath } from './resolve-path.ts';
import { readTextFile } from './text-file.ts';
import type { Tool, ToolContext, ToolEnd } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

const DEFAULT_LINES = 2000;
const LINE_LIMIT = 2000;
/** Bounds the whole answer, however many lines were asked for. */
const TEXT_LIMIT = 100_000;

/** Gives lines of a text file, numbered. */
export const readTool: Tool = defineTool({
  name: 'Read',
  description:
    'Read a text file. Lines come numbered as with `cat -n`: the number and the tab after it are not part of the ' +
    `file. Without a limit the first ${DEFAULT_LINES} lines are given; read on with offset. For a folder use Glob.`,
  inputSchema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', minLength: 1, description: 'Absolute, or relative to the working directory.' },
      offset: { type: 'integer', minimum: 0, description: 'The number of the first line to give; the first is 1.' },
      limit: { type: 'integer', minimum: 1, description: `How many lines to give; default ${DEFAULT_LINES}.` },
    },
    required: ['file_path'],
    additionalProperties: false,
  },
  access: 'read',
  fileOf: (input) => optionalText(input, 'file_path'),
  run: runRead,
});

async function runRead(input: JsonObject, context: ToolContext): Promise<ToolEnd> {
  const path = resolvePath(textOf(input, 'file_path'), context);
  const lines = linesOf(await readTextFile(path));
  const first = Math.max(1, numberOf(input, 'offset', 1));
  if (first > Math.max(1, lines.length))
    throw new ToolFailure('invalid_input', `${path}: the file has ${lines.length} lines, none at offset ${first}`);
  const shown = numbered(lines.slice(first - 1, first - 1 + numberOf(input, 'limit', DEFAULT_LINES)), first);
  const last = first + shown.length - 1;
  context.onFile(path);
  return {
    ok: true,
    text: lines.length === 0 ? '(the file is empty)' : shown.join('\n') + noteOf(last, lines.length),
  };
}

function linesOf(bytes: Buffer): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function numbered(lines: readonly string[], first: number): readonly string[] {
  const shown: string[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const text = `${String(first + index).padStart(6)}\t${cutLine(line)}`;
    length += text.length + 1;
    if (length > TEXT_LIMIT) break;
    shown.push(text);
  }
  return shown;
}

function cutLine(line: string): string {
  if (line.length <= LINE_LIMIT) return line;
  return `${line.slice(0, LINE_LIMIT)}[… ${line.length - LINE_LIMIT} characters left out]`;
}

function noteOf(last: number, total: number): string {
  return last >= total ? '' : `\n[the file has ${total} lines; read on with offset ${last + 1}]`;
}
