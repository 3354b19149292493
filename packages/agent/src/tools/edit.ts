import type { JsonObject } from '@hookline/core';
import { defineTool } from './define-tool.ts';
import { flagOf, optionalText, textOf } from './read-input.ts';
import { resolvePath } from './resolve-path.ts';
import { readTextFile } from './text-file.ts';
import type { Tool, ToolContext, ToolEnd } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';
import { writeWholeFile } from './write-file.ts';

/** Replaces an exact text in a file. */
export const editTool: Tool = defineTool({
  name: 'Edit',
  description:
    'Replace a text in a file by another. old_string must occur in the file exactly as given, whitespace included and ' +
    'without line numbers, and only once: give enough lines around it, or set replace_all.',
  inputSchema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', minLength: 1, description: 'Absolute, or relative to the working directory.' },
      old_string: { type: 'string', minLength: 1, description: 'The text to replace.' },
      new_string: { type: 'string', description: 'What replaces it; empty to delete.' },
      replace_all: { type: 'boolean', description: 'Replace every occurrence; default false.' },
    },
    required: ['file_path', 'old_string', 'new_string'],
    additionalProperties: false,
  },
  access: 'edit',
  fileOf: (input) => optionalText(input, 'file_path'),
  run: runEdit,
});

async function runEdit(input: JsonObject, context: ToolContext, signal: AbortSignal): Promise<ToolEnd> {
  const path = resolvePath(textOf(input, 'file_path'), context);
  const wanted: Replacement = { from: textOf(input, 'old_string'), to: textOf(input, 'new_string') };
  if (wanted.from === wanted.to) throw new ToolFailure('invalid_input', 'old_string and new_string are equal');
  const content = decode(await readTextFile(path), path);
  const { from, to } = inLineEndsOf(content, wanted);
  const parts = content.split(from);
  const found = parts.length - 1;
  if (found === 0) throw new ToolFailure('no_match', `${path}: old_string was not found${hintOf(content, from)}`);
  if (found > 1 && !flagOf(input, 'replace_all', false))
    throw new ToolFailure(
      'no_match',
      `${path}: old_string occurs ${found} times; give more lines around it, or set replace_all`,
    );
  await writeWholeFile(path, parts.join(to), signal);
  context.onFile(path);
  const line = (parts[0] ?? '').split('\n').length;
  return {
    ok: true,
    text: `updated ${path}: ${found === 1 ? `1 replacement, at line ${line}` : `${found} replacements, the first at line ${line}`}`,
  };
}

interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Bytes that are not UTF-8 would be lost by writing the file back. */
function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolFailure('binary', `${path}: the file is not UTF-8 text; change it with Bash`);
  }
}

/** Models write plain line feeds: in a file whose lines end in CRLF, theirs do too. */
function inLineEndsOf(content: string, wanted: Replacement): Replacement {
  if (!content.includes('\r\n')) return wanted;
  const isMixed = /(?:^|[^\r])\n/.test(content);
  if (isMixed && content.includes(wanted.from)) return wanted;
  return { from: withCrlf(wanted.from), to: withCrlf(wanted.to) };
}

const withCrlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

function hintOf(content: string, from: string): string {
  const bare = (text: string): string => text.replace(/\s+/g, '');
  const wanted = bare(from);
  return wanted !== '' && bare(content).includes(wanted)
    ? '; a text that differs only in whitespace was: read the file again and copy it exactly'
    : '; read the file again, it may have changed';
}
