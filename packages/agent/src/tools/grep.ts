import type { JsonObject } from '@hookline/core';
import { defineTool } from './define-tool.ts';
import { flagOf, numberOf, optionalText, textOf } from './read-input.ts';
import { compileGuardedRegex } from './search/guarded-regex.ts';
import { createListing, type OutputMode } from './search/listing.ts';
import { searchFiles } from './search/search-files.ts';
import { searchRoot } from './search/search-root.ts';
import { compileGlob } from './search/compile-glob.ts';
import type { Tool, ToolContext, ToolEnd } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

const MODES: readonly OutputMode[] = ['files_with_matches', 'content', 'count'];

/** Finds lines in files by a regular expression. */
export const grepTool: Tool = defineTool({
  name: 'Grep',
  description:
    'Search the lines of files for a JavaScript regular expression. Gives the names of the files that match, the ' +
    'lines themselves (output_mode "content") or how many there are ("count"), sorted by path. Binary files, files ' +
    'over 5 MB, .git and node_modules are passed over.',
  inputSchema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', minLength: 1, description: 'The expression; it is tried on each line alone.' },
      path: { type: 'string', minLength: 1, description: 'A file or folder; default the working directory.' },
      glob: {
        type: 'string',
        minLength: 1,
        description: 'Only files that match, such as `*.ts` (in any folder) or `src/**/*.ts`.',
      },
      output_mode: { type: 'string', enum: MODES, description: 'Default "files_with_matches".' },
      '-i': { type: 'boolean', description: 'Ignore case.' },
      '-n': { type: 'boolean', description: 'Give line numbers in mode "content"; default true.' },
      '-C': { type: 'integer', minimum: 0, maximum: 50, description: 'Lines around each match in mode "content".' },
      head_limit: { type: 'integer', minimum: 1, description: 'Give only so many lines of output.' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  access: 'read',
  run: runGrep,
});

async function runGrep(input: JsonObject, context: ToolContext, signal: AbortSignal): Promise<ToolEnd> {
  const root = await searchRoot(optionalText(input, 'path'), context);
  if (root.kind === 'other') throw new ToolFailure('not_a_file', `${root.path}: this is neither a file nor a folder`);
  const written = optionalText(input, 'glob');
  const mode = MODES.find((name) => name === input['output_mode']) ?? 'files_with_matches';
  const listing = createListing({
    mode,
    cwd: context.cwd,
    isNumbered: flagOf(input, '-n', true),
    around: numberOf(input, '-C', 0),
    maxLines: numberOf(input, 'head_limit', Infinity),
  });
  const search = {
    root,
    regex: compileGuardedRegex(textOf(input, 'pattern'), flagOf(input, '-i', false)),
    glob: written === null ? null : { written, compiled: await compileGlob(written, true) },
    onMatch: listing.add,
  };
  const notes = await searchFiles(search, signal);
  const text = listing.text();
  return {
    ok: true,
    text: [text === '' ? '(no matches)' : text, ...notes].join('\n'),
  };
}
