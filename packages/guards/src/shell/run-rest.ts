import { programRunner, type RestWay } from '@hookline/core/internal';
import { type Flags, readFlags, valuesOf } from './flags.ts';
import { hasHole, MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import { programName } from './program-names.ts';
import { runOptionLines } from './run-lines.ts';
import { type RunnerCall, styleOf } from './runner-call.ts';
import { runGivenLine, runScriptText } from './script-text.ts';
import { setVariable } from './set-variables.ts';
import { followed, type Shell, subshell } from './shell.ts';

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;

/** Evaluates the remaining arguments as a program, as a line, or once for each item; null when nothing is left. */
export function runRest(way: RestWay, call: RunnerCall): string | null {
  const { runner, args, shell, name } = call;
  const flags = readFlags(args, { ...styleOf(runner), stopsAtOperand: true });
  const left = withoutNoise(flags.operands.slice(way.skips ?? 0), call);
  const inner = within(flags, way, call);
  if (way.takes === 'items') return runItems(way, flags, { ...call, shell: inner });
  // `eval` runs in the same shell that calls it.
  if (way.takes === 'rest-as-line') {
    const text = left.length === 0 && way.site === 'remote' ? call.invocation.stdin : left.join(' ');
    return name === 'eval' ? runGivenLine(text, shell, name) : runScriptText(text, inner, name);
  }
  const start = left.findIndex((word) => !ASSIGNMENT.test(word));
  const command = start < 0 ? [] : left.slice(start);
  assign(start < 0 ? left : left.slice(0, start), inner);
  if (command.length > 0)
    return shell.session.runner.words(command, name === 'builtin' || name === 'command' ? shell : inner);
  return runner.reads === true ? runScriptText(call.invocation.stdin, inner, name) : null;
}

/** Options may follow the operands that are not the command, as in `flock FILE -c LINE` and `ssh HOST -v LINE`. */
function withoutNoise(left: readonly string[], call: RunnerCall): readonly string[] {
  const { noise = [] } = call.runner;
  const start = left.findIndex((word) => !noise.includes(word));
  const rest = start < 0 ? [] : left.slice(start);
  if (rest[0] === '--') return rest.slice(1);
  if (!/^-./.test(rest[0] ?? '')) return rest;
  for (const way of call.runner.ways) if (way.takes === 'line-of-option') runOptionLines(way, { ...call, args: rest });
  return readFlags(rest, { ...styleOf(call.runner), stopsAtOperand: true }).operands;
}

/** The shell that a started program sees: in another folder, or at another site. */
function within(flags: Flags, { site }: RestWay, { runner, shell }: RunnerCall): Shell {
  const [folder] = valuesOf(flags, runner.folder ?? []);
  return subshell(shell, {
    ...(site === undefined ? {} : { site }),
    ...(folder === undefined ? {} : { cwd: hasHole(folder) ? null : absolutePath(folder, shell) }),
  });
}

function assign(words: readonly string[], shell: Shell): void {
  for (const word of words) {
    const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? [];
    setVariable(name, value, shell);
  }
}

/** Evaluates the command for its input, or for the items after `:::`. */
function runItems(way: RestWay, flags: Flags, { invocation, shell, name }: RunnerCall): string | null {
  const { separators = [] } = way;
  const at = flags.operands.findIndex((word) => separators.includes(word));
  const command = at < 0 ? flags.operands : flags.operands.slice(0, at);
  const isNamed = (way.placeholder ?? []).some((option) => flags.names.has(option));
  const [listed] = valuesOf(flags, way.files ?? []);
  const given = listed === undefined ? invocation.stdin : fileText(listed, shell);
  const named = at < 0 ? itemsOf(given, isNamed || separators.length > 0) : flags.operands.slice(at + 1);
  const items = followed(named, shell);
  // Without a command each item is one.
  if (command.length === 0)
    return separators.length === 0 ? null : items.map((item) => runScriptText(item, subshell(shell), name)).join('');
  if (given.includes(MARKS.network) && command.every((word) => word.startsWith('-') || isShell(word)))
    shell.session.acts.push({ act: 'blind-script', from: 'network', by: name });
  const [mark] = valuesOf(flags, way.placeholder ?? []);
  const hole = mark === undefined || mark === '' ? '{}' : mark;
  const fills = (isNamed || separators.length > 0) && command.some((word) => word.includes(hole));
  const run = (words: readonly string[]): string =>
    separators.length > 0 && words.length === 1
      ? runScriptText(words[0] ?? '', subshell(shell), name)
      : shell.session.runner.words(words, subshell(shell, { stdin: '' }));
  if (fills) return items.map((item) => run(command.map((word) => word.replaceAll(hole, item)))).join('');
  const [line = ''] = command;
  if (separators.length === 0) return run([...command, ...items]);
  return items.map((item) => run(command.length === 1 ? [`${line} ${item}`] : [...command, item])).join('');
}

/** A shell or an interpreter, which takes an item for a script. */
const isShell = (word: string): boolean => {
  const runner = programRunner(programName(word), 'ask');
  return runner?.ways.some(({ takes }) => takes === 'shell' || takes === 'code') === true;
};

/** The text of a file that the line itself has written; empty when it is not known. */
export const fileText = (file: string, shell: Shell): string => shell.files.get(absolutePath(file, shell) ?? '') ?? '';

/** The items of a text: its words, or its lines. */
function itemsOf(stdin: string, byLine: boolean): readonly string[] {
  if (stdin === '') return [MARKS.printed];
  // An unknown part may contain spaces; it is still one item here.
  return stdin
    .trim()
    .split(byLine ? /[\n\0]+/ : /[\s\0]+/)
    .map((item) => (item === MARKS.unknown ? MARKS.printed : item));
}
