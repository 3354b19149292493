import { isAbsolute } from 'node:path';
import { REFUSED } from '../process/run.ts';
import type { OwnVariables } from './environment.ts';

/** A program that takes the place of the shell. */
export interface Exec {
  readonly argv0: string;
  readonly file: string;
  readonly args: readonly string[];
}

/** What a waiting shell is to become. */
export type Deed =
  /** Runs the text as `bash -c` would. */
  | { readonly kind: 'text'; readonly text: string }
  /** Runs a bash script as the bash in its first line would, by reading it itself. */
  | { readonly kind: 'script'; readonly path: string; readonly args: readonly string[]; readonly text: string }
  /** Becomes the one program that a text names, as `bash -c` does at the end of it; or a program without any shell. */
  | (Exec & { readonly kind: 'command' | 'program'; readonly underscore: string | undefined });

export interface Dispatch {
  readonly deed: Deed;
  readonly cwd: string;
  readonly late: readonly (readonly [string, string])[];
  readonly own: OwnVariables;
  /** What the shell prints, and nothing else, when it cannot do it. */
  readonly refusal: string;
}

/** One line for bash: everything that a shell which had just been started would have, then the deed. */
export function dispatchText(dispatch: Dispatch): string {
  const { cwd, late, refusal } = dispatch;
  const exported = late.map(([name, value]) => `${name}=${quoted(value)}`).join(' ');
  return [
    'exec 3<&-',
    'unset hookline HOOKLINE_SHELL',
    `${goTo(cwd, dispatch)}||{ printf %s ${quoted(refusal)};exit ${REFUSED}; }`, // what cd says is not read: a new shell will say it
    ...(exported === '' ? [] : [`export ${exported}`]),
    ...deedLines(dispatch),
  ].join(';');
}

/** A shell calls its folder by the name that the environment gives it, when that is one; a program never asks. */
function goTo(cwd: string, { deed, own: { pwd } }: Dispatch): string {
  if (deed.kind === 'program' || pwd === undefined || !isAbsolute(pwd)) return `cd -P -- ${quoted(cwd)}`;
  if (pwd === cwd) return `cd -L -- ${quoted(cwd)}`;
  return `if [[ ${quoted(pwd)} -ef ${quoted(cwd)} ]];then cd -L -- ${quoted(pwd)};else cd -P -- ${quoted(cwd)};fi`;
}

function deedLines({ deed, own, refusal }: Dispatch): readonly string[] {
  const refuse = `||{ printf %s ${quoted(refusal)};exit ${REFUSED}; }`;
  switch (deed.kind) {
    case 'text':
      return [...shellVariables(own), ...sinceStart(deed.text), ...run(deed.text, own)];
    case 'script':
      return [...shellVariables(own), ...sinceStart(deed.text), ...read(deed, refuse)];
    case 'command':
      return [...shellVariables(own), ...become(deed, refuse)];
    case 'program':
      return [...programVariables(own), ...become(deed, refuse)];
  }
}

function become({ argv0, file, args, underscore }: Extract<Deed, Exec>, refuse: string): readonly string[] {
  const words = [argv0, file, ...args].map(quoted).join(' ');
  return [
    'shopt -s execfail',
    `${underscore === undefined ? '' : `_=${quoted(underscore)} `}exec -a ${words} ${refuse}`,
  ];
}

/** A shell counts itself, and believes in a former folder only if it is one. */
const shellVariables = ({ shlvl, oldPwd }: OwnVariables): readonly string[] => [
  `SHLVL=${Number(shlvl ?? 0) + 1}`,
  'unset OLDPWD;declare -x OLDPWD',
  ...(oldPwd === undefined ? [] : [`[[ -d ${quoted(oldPwd)} ]]&&OLDPWD=${quoted(oldPwd)}`]),
];

/** A program gets what was given and nothing else; `exec` takes one off SHLVL. */
const programVariables = ({ shlvl, pwd, oldPwd }: OwnVariables): readonly string[] => [
  `SHLVL=${Number(shlvl ?? 0) + 1}`,
  pwd === undefined ? 'unset PWD' : `export PWD=${quoted(pwd)}`,
  oldPwd === undefined ? 'unset OLDPWD' : `export OLDPWD=${quoted(oldPwd)}`,
];

const sinceStart = (text: string): readonly string[] => (text.includes('SECONDS') ? ['SECONDS=0'] : []);

/** `$_` is the last word before the text; the text stands where it would stand after `-c`. */
const run = (text: string, { underscore }: OwnVariables): readonly string[] => [
  `BASH_EXECUTION_STRING=${quoted(text)}`,
  `: ${quoted(underscore ?? 'bash')}`,
  'eval "$BASH_EXECUTION_STRING"',
];

/** Only bash 5 and later can change their `$0`. */
const read = ({ path, args }: Extract<Deed, { kind: 'script' }>, refuse: string): readonly string[] => [
  `BASH_ARGV0=${quoted(path)}`,
  `[[ $0 == ${quoted(path)} ]]${refuse}`,
  ['set --', ...args.map(quoted)].join(' '),
  `. ${quoted(path)}`,
];

/** On one line whatever it holds, because lines are counted. */
function quoted(text: string): string {
  if (!/['\n]/.test(text)) return `'${text}'`;
  return `'${text.replaceAll("'", () => `'\\''`).replaceAll('\n', () => `'$'\\n''`)}'`;
}
