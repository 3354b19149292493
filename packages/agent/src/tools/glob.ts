import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@hookline/core';
import { cutEnd } from './bounded-text.ts';
import { defineTool } from './define-tool.ts';
import { optionalText, textOf } from './read-input.ts';
import { resolvePath } from './resolve-path.ts';
import { compileGlob } from './search/compile-glob.ts';
import { inBatches } from './search/in-batches.ts';
import { searchRoot } from './search/search-root.ts';
import { shownPath } from './search/shown-path.ts';
import { MAX_ENTRIES, skippedFolders, walk } from './search/walk.ts';
import type { Tool, ToolContext, ToolEnd } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

const MAX_RESULTS = 1000;
const TEXT_LIMIT = 50_000;

/** Finds files by name. */
export const globTool: Tool = defineTool({
  name: 'Glob',
  description:
    'Find files by a glob pattern such as `src/**/*.ts` or `**/{a,b}.json`; `*` does not cross folders, `**` does. ' +
    `Newest first, at most ${MAX_RESULTS}. .git and node_modules are passed over unless the pattern names them.`,
  inputSchema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', minLength: 1, description: 'The pattern, relative to path, or absolute.' },
      path: { type: 'string', minLength: 1, description: 'The folder to search; default the working directory.' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  access: 'read',
  run: runGlob,
});

async function runGlob(input: JsonObject, context: ToolContext, signal: AbortSignal): Promise<ToolEnd> {
  const root = await searchRoot(optionalText(input, 'path'), context);
  if (root.kind !== 'folder') throw new ToolFailure('invalid_input', `${root.path}: this is no folder`);
  const { base, rest } = splitPattern(textOf(input, 'pattern'));
  const folder = resolvePath(base === '' ? '.' : base, { ...context, cwd: root.path });
  const glob = await compileGlob(rest, false);
  const { files, isComplete } = await walk(folder, { skip: skippedFolders(rest), enters: glob.enters }, signal);
  const found = await newestFirst(files.filter(glob.matches), folder, signal);
  const filenames = found.slice(0, MAX_RESULTS).map((path) => shownPath(path, context.cwd));
  const notes = [
    ...(found.length > MAX_RESULTS ? [`[${found.length} files match; the newest ${MAX_RESULTS} are shown]`] : []),
    ...(isComplete ? [] : [`[the tree has more than ${MAX_ENTRIES} entries: not all was searched; name a folder]`]),
  ];
  const list = filenames.length === 0 ? '(no file matches)' : cutEnd(filenames.join('\n'), TEXT_LIMIT);
  return {
    ok: true,
    text: [list, ...notes].join('\n'),
  };
}

/** The folders that a pattern begins with need no search; its last part stays a pattern in any case. */
function splitPattern(pattern: string): { readonly base: string; readonly rest: string } {
  const parts = pattern.split('/');
  const firstMagic = parts.findIndex((part) => /[*?[\]{}()!+@\\]/.test(part));
  const end = firstMagic === -1 ? parts.length - 1 : firstMagic;
  const base = parts.slice(0, end).join('/');
  return { base: base === '' && end > 0 ? '/' : base, rest: parts.slice(end).join('/') };
}

async function newestFirst(files: readonly string[], folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const dated: { readonly path: string; readonly time: number }[] = [];
  const paths = files.map((file) => join(folder, file));
  for await (const entry of inBatches(paths, dateOf)) {
    signal.throwIfAborted();
    dated.push(entry);
  }
  dated.sort((one, other) => other.time - one.time || (one.path < other.path ? -1 : 1));
  return dated.map(({ path }) => path);
}

async function dateOf(path: string): Promise<{ readonly path: string; readonly time: number }> {
  const time = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return { path, time };
}
