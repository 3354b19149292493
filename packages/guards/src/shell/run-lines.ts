import type { RunWay } from '@hookline/core/internal';
import { readFlags, valuesOf } from './flags.ts';
import { type RunnerCall, styleOf } from './runner-call.ts';
import { runScriptText } from './script-text.ts';
import { type Shell, subshell } from './shell.ts';

type OptionWay = Extract<RunWay, { takes: 'line-of-option' }>;

/** Evaluates the lines in options; null when there are none. */
export const runOptionLines = (way: OptionWay, call: RunnerCall): string | null =>
  runLines(linesOfOptions(way, call), { ...call, shell: subshell(call.shell, siteOf(way)) });

function linesOfOptions({ options, holds, after }: OptionWay, { runner, args }: RunnerCall): readonly string[] {
  // After the command of a prefix come the options of that command.
  const stopsAtOperand =
    after === undefined &&
    holds === undefined &&
    runner.ways.some(({ takes }) => takes === 'rest' || takes === 'rest-as-line');
  const flags = readFlags(args, { ...styleOf(runner), valued: [...runner.valued, ...options], stopsAtOperand });
  return valuesOf(flags, options).flatMap((value) => (holds === undefined ? [value] : held(holds, value)));
}

const siteOf = ({ site }: { readonly site?: Shell['site'] }): Partial<Pick<Shell, 'site'>> =>
  site === undefined ? {} : { site };

/** The groups of a pattern in a text; none when it does not match. */
export const held = (pattern: RegExp, text: string): readonly string[] =>
  pattern
    .exec(text)
    ?.slice(1)
    .filter((group) => group !== undefined) ?? [];

/** Evaluates lines one by one, each in its own shell; null when there is none. */
export function runLines(lines: readonly string[], { name, shell }: RunnerCall): string | null {
  const given = lines.filter((line) => line.trim() !== '');
  if (given.length === 0) return null;
  return given.map((line) => runScriptText(line, subshell(shell, { stdin: '' }), name)).join('');
}
