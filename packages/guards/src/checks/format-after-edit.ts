import { extname, resolve } from 'node:path';
import { type Guard, NOTHING, numberOf } from '../guard/guard.ts';
import { filesOf, folderOf, WRITERS } from '../guard/tool-input.ts';
import type { ProgramCall, World } from '../guard/world.ts';
import { findFormatter } from './formatters.ts';
import { PROJECTS_OPTION, refusalToStart } from './only-trusted.ts';

/** Formats a file with the project's own formatter after it was changed. */
export const formatAfterEdit: Guard = {
  name: 'format-after-edit',
  about: "Runs the project's own formatter on each file that was changed, and tells the model when it fails.",
  listens: [{ event: 'PostToolUse', tools: WRITERS, needs: 'tool_input' }],
  options: [
    { name: 'command', default: '', about: 'Line to run instead of the formatter that is found; {file} is the file.' },
    { name: 'seconds', default: '20', about: 'Time that the formatter may take.' },
    PROJECTS_OPTION,
  ],
  rewrites: false,
  onFailure: 'let-pass',
  seconds: (options) => numberOf(options, 'seconds', 20),
  judge: async (event, options, world) => {
    const refusal = await refusalToStart('format-after-edit', event, { options, world });
    if (refusal !== null) return refusal;
    const problems: string[] = [];
    for (const file of filesOf(event)) {
      const path = resolve(folderOf(event, world.project), file);
      const problem = await format(path, options['command'] ?? '', {
        world,
        timeoutMs: numberOf(options, 'seconds', 20) * 1000,
      });
      if (problem !== null) problems.push(problem);
    }
    if (problems.length === 0) return NOTHING;
    const text = `format-after-edit: ${problems.join('\n')}`;
    return world.can.tellModel ? { additionalContext: text } : { systemMessage: text };
  },
};

async function format(
  path: string,
  command: string,
  { world, timeoutMs }: { readonly world: World; readonly timeoutMs: number },
): Promise<string | null> {
  // A file outside the project is not formatted.
  if (!(await world.realPath(path)).startsWith(`${await world.realPath(world.project)}/`)) return null;
  if ((await world.readText(path)) === null) return null;
  const call: ProgramCall | null =
    command === ''
      ? await findFormatter(path, extname(path), world)
      : { line: command.replaceAll('{file}', quoted(path)) };
  if (call === null) return null;
  const { status, output, problem } = await world.run(call, { cwd: world.project, timeoutMs });
  if (status === 0) return null;
  const name = 'program' in call ? call.program : command;
  return `${name} could not format ${path}: ${problem ?? `exit ${status ?? ''}`}\n${output.trim().slice(-2000)}`.trim();
}

const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
