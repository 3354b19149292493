import { isAbsolute } from 'node:path';
import { REFUSED } from '../process/run.ts';
import type { Afterwards } from './afterwards.ts';
import type { OwnVariables } from './environment.ts';

/** A program that takes the place of the shell. */
export interface Exec {
  readonly argv0: string;
  readonly file: string;
  readonly args: readonly string[];
}

/** What a waiting shell is to become. */
export type ShellTask =
  /** Runs the text as `bash -c` would. */
  | { readonly kind: 'text'; readonly text: string; readonly afterwards: Afterwards | null }
  /** Runs a bash script as the bash in its first line would, by reading it itself. */
  | {
      readonly kind: 'script';
      readonly path: string;
      readonly args: readonly string[];
      readonly text: string;
      readonly afterwards: Afterwards | null;
    }
  /** Becomes the one program that a text names, as `bash -c` does at the end of it; or a program without any shell. */
  | (Exec & { readonly kind: 'command' | 'program'; readonly underscore: string | undefined });

export interface Dispatch {
  readonly task: ShellTask;
  readonly cwd: string;
  readonly late: readonly (readonly [string, string])[];
  readonly own: OwnVariables;
  readonly words: ScriptWords;
}

/** What a shell says in its own name. */
export interface ScriptWords {
  /** Printed, and nothing else, when it cannot do what it is told. */
  readonly refusal: string;
  /** Said with the hook's status into the pipe of this name, when the hook is over. */
  readonly exitPipe: { readonly word: string; readonly path: string } | null;
}

/** One line for bash: everything that a shell which had just been started would have, then the task. */
export function taskScript(dispatch: Dispatch): string {
  const { cwd, late } = dispatch;
  const exported = late.map(([name, value]) => `${name}=${quoted(value)}`).join(' ');
  return [
    'exec 3<&-',
    'unset hookline HOOKLINE_SHELL',
    `${goTo(cwd, dispatch)}${orRefuse(dispatch)}`, // what cd says is not read: a new shell will say it
    ...(exported === '' ? [] : [`export ${exported}`]),
    ...taskLines(dispatch),
  ].join(';');
}

/** A shell calls its folder by the name that the environment gives it, word for word, when that is one; a program never asks. */
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

/** A shell counts itself, and believes in a former folder only if it is one; where it was told of none, it is ready for one. */
const shellVariables = ({ shlvl, oldPwd }: OwnVariables): readonly string[] => [
  `SHLVL=${Number(shlvl ?? 0) + 1}`,
  'unset OLDPWD',
  oldPwd === undefined ? 'declare -x OLDPWD' : `[[ ! -d ${quoted(oldPwd)} ]]||export OLDPWD=${quoted(oldPwd)}`,
];

/** A program gets what was given and nothing else; `exec` takes one off SHLVL. */
const programVariables = ({ shlvl, pwd, oldPwd }: OwnVariables): readonly string[] => [
  `SHLVL=${Number(shlvl ?? 0) + 1}`,
  pwd === undefined ? 'unset PWD' : `export PWD=${quoted(pwd)}`,
  oldPwd === undefined ? 'unset OLDPWD' : `export OLDPWD=${quoted(oldPwd)}`,
];

const sinceStart = (text: string): readonly string[] => (text.includes('SECONDS') ? ['SECONDS=0'] : []);

/** `$_` is the last word before the text; the text stands where it would stand after `-c`. */
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
 * The hook is over, so nothing of this is there for it to see. The shell lets go of the hook's pipes first: whoever
 * holds them now was left behind by the hook.
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

/** On one line whatever it holds, because lines are counted. */
function quoted(text: string): string {
  if (!/['\n]/.test(text)) return `'${text}'`;
  return `'${text.replaceAll("'", () => `'\\''`).replaceAll('\n', () => `'$'\\n''`)}'`;
}
