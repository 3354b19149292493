import { isAbsolute } from 'node:path';
import { REFUSED } from '../process/run.ts';
import type { Afterwards } from './afterwards.ts';
import type { OwnVariables } from './environment.ts';

/** A program that replaces the shell by exec. */
export interface Exec {
  readonly argv0: string;
  readonly file: string;
  readonly args: readonly string[];
}

/** What a waiting shell is to run. */
export type ShellTask =
  /** Runs the text as `bash -c` would. */
  | { readonly kind: 'text'; readonly text: string; readonly afterwards: Afterwards | null }
  /** Runs a bash script as the bash in its `#!` line would, by reading it itself. */
  | {
      readonly kind: 'script';
      readonly path: string;
      readonly args: readonly string[];
      readonly text: string;
      readonly afterwards: Afterwards | null;
    }
  /** Execs the single program of a text, as `bash -c` does at its end; or a program without any shell. */
  | (Exec & { readonly kind: 'command' | 'program'; readonly underscore: string | undefined });

export interface Dispatch {
  readonly task: ShellTask;
  readonly cwd: string;
  readonly late: readonly (readonly [string, string])[];
  readonly own: OwnVariables;
  readonly words: ScriptWords;
}

/** What the shell itself writes. */
export interface ScriptWords {
  /** Printed, without anything else, when it cannot run the task. */
  readonly refusal: string;
  /** Written with the hook's exit code to the pipe of this name, when the hook has ended. */
  readonly exitPipe: { readonly word: string; readonly path: string } | null;
}

/** One line for bash: sets everything that a new shell would have, then runs the task. */
export function taskScript(dispatch: Dispatch): string {
  const { cwd, late } = dispatch;
  const exported = late.map(([name, value]) => `${name}=${quoted(value)}`).join(' ');
  return [
    'exec 3<&-',
    'unset hookline HOOKLINE_SHELL',
    `${goTo(cwd, dispatch)}${orRefuse(dispatch)}`, // the output of cd is not read: a new shell will print it
    ...(exported === '' ? [] : [`export ${exported}`]),
    ...taskLines(dispatch),
  ].join(';');
}

/**
 * A shell takes the name of its folder from `PWD` in the environment, verbatim, when that names the folder; a program
 * never does.
 */
function goTo(cwd: string, { task, own: { pwd } }: Dispatch): string {
  if (task.kind === 'program' || pwd === undefined || !isAbsolute(pwd)) return `cd -P -- ${quoted(cwd)}`;
  const named = `cd -L -- ${quoted(pwd)}&&PWD=${quoted(pwd)}`;
  if (pwd === cwd) return named;
  return `if [[ ${quoted(pwd)} -ef ${quoted(cwd)} ]];then ${named};else cd -P -- ${quoted(cwd)};fi`;
}

const orRefuse = ({ words: { refusal } }: Dispatch): string => `||{ printf %s ${quoted(refusal)};exit ${REFUSED}; }`;

function taskLines(dispatch: Dispatch): readonly string[] {
  const { task, own, words } = dispatch;
  const refuse = orRefuse(dispatch);
  switch (task.kind) {
    case 'text':
      return [...shellVariables(own), ...sinceStart(task.text), ...run(task, own, words)];
    case 'script':
      return [
        ...shellVariables(own),
        ...sinceStart(task.text),
        ...read(task, refuse),
        ...exitPipe(task.afterwards, words),
      ];
    case 'command':
      return [...shellVariables(own), ...become(task, refuse)];
    case 'program':
      return [...programVariables(own), ...become(task, refuse)];
  }
}

function become({ argv0, file, args, underscore }: Extract<ShellTask, Exec>, refuse: string): readonly string[] {
  const words = [argv0, file, ...args].map(quoted).join(' ');
  return [
    'shopt -s execfail',
    `${underscore === undefined ? '' : `_=${quoted(underscore)} `}exec -a ${words} ${refuse}`,
  ];
}

/** A shell increments SHLVL, and keeps OLDPWD only if it is a folder; without one, it declares OLDPWD for export. */
const shellVariables = ({ shlvl, oldPwd }: OwnVariables): readonly string[] => [
  `SHLVL=${Number(shlvl ?? 0) + 1}`,
  'unset OLDPWD',
  oldPwd === undefined ? 'declare -x OLDPWD' : `[[ ! -d ${quoted(oldPwd)} ]]||export OLDPWD=${quoted(oldPwd)}`,
];

/** A program gets exactly the given variables; `exec` decrements SHLVL. */
const programVariables = ({ shlvl, pwd, oldPwd }: OwnVariables): readonly string[] => [
  `SHLVL=${Number(shlvl ?? 0) + 1}`,
  pwd === undefined ? 'unset PWD' : `export PWD=${quoted(pwd)}`,
  oldPwd === undefined ? 'unset OLDPWD' : `export OLDPWD=${quoted(oldPwd)}`,
];

const sinceStart = (text: string): readonly string[] => (text.includes('SECONDS') ? ['SECONDS=0'] : []);

/** `$_` is the last word before the text; the text is in the same position as after `-c`. */
function run(
  { text, afterwards }: Extract<ShellTask, { kind: 'text' }>,
  own: OwnVariables,
  words: ScriptWords,
): readonly string[] {
  const isWhole = afterwards === null || words.exitPipe === null || afterwards.body === text;
  return [
    `BASH_EXECUTION_STRING=${quoted(text)}`,
    `: ${quoted(own.underscore ?? 'bash')}`,
    isWhole ? 'eval "$BASH_EXECUTION_STRING"' : `eval ${quoted(afterwards.body)}`,
    ...exitPipe(afterwards, words),
  ];
}

/** Only bash 5 and later can change their `$0`. */
const read = ({ path, args }: Extract<ShellTask, { kind: 'script' }>, refuse: string): readonly string[] => [
  `BASH_ARGV0=${quoted(path)}`,
  `[[ $0 == ${quoted(path)} ]]${refuse}`,
  ['set --', ...args.map(quoted)].join(' '),
  `. ${quoted(path)}`,
];

/**
 * The hook is over, so it can see nothing of this. The shell closes the hook's pipes first: any process that holds
 * them now was left behind by the hook.
 */
function exitPipe(afterwards: Afterwards | null, words: ScriptWords): readonly string[] {
  if (afterwards === null || words.exitPipe === null) return [];
  const { word, path } = words.exitPipe;
  return [
    `set -- "${afterwards.status ?? '$?'}"`,
    `exec 2>&- >${quoted(path)}&&printf '%s %d\\n' ${quoted(word)} "$1"`,
    'exit "$1"',
  ];
}

/** On one line whatever it contains, because line numbers are counted. */
function quoted(text: string): string {
  if (!/['\n]/.test(text)) return `'${text}'`;
  return `'${text.replaceAll("'", () => `'\\''`).replaceAll('\n', () => `'$'\\n''`)}'`;
}
