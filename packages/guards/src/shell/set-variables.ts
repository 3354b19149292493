import { splitWords, VARIABLES_THAT_RUN } from '@hookline/core/internal';
import { runScriptText } from './script-text.ts';
import { type Shell, subshell } from './shell.ts';

/** Sets a variable, and evaluates what other programs make of its value. */
export function setVariable(name: string, value: string, shell: Shell): void {
  shell.variables.set(name, value);
  shell.session.acts.push({ act: 'set', name, value });
  const inner = subshell(shell, { through: [...shell.through, name] });
  if (VARIABLES_THAT_RUN.has(name) || RUN_HERE.has(name))
    runScriptText(value.replace(/^-?\|/, '').replaceAll('%s', 'file'), inner, name);
  // What a prompt holds is expanded whenever it is shown.
  else if (PROMPTS.has(name) && /\$\(|`/.test(value)) runScriptText(`: "${value.replaceAll('"', '')}"`, inner, name);
  const called = callOf(name, value, shell);
  if (called !== null) shell.session.runner.words(called, inner);
}

/** Further variables that hold a program: a pager of a database, a compiler of `make`, a wrapper of Cargo. */
const RUN_HERE: ReadonlySet<string> = new Set(
  'PSQL_PAGER PSQL_EDITOR AWS_PAGER GH_PAGER GH_EDITOR GH_BROWSER BAT_PAGER DELTA_PAGER CC CXX FC RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC_WRAPPER CVS_RSH SVN_SSH BORG_RSH BORG_PASSCOMMAND RESTIC_PASSWORD_COMMAND KUBE_EDITOR FZF_DEFAULT_COMMAND TEXEDIT LYNX_EDITOR HGEDITOR SVN_EDITOR SUDO_EDITOR SYSTEMD_EDITOR'.split(
    ' ',
  ),
);

const PROMPTS: ReadonlySet<string> = new Set(['PS0', 'PS1', 'PS2', 'PS4']);

/** The call that a variable with options or settings of a program stands for; null for any other variable. */
function callOf(name: string, value: string, { variables }: Shell): readonly string[] | null {
  const program = Object.hasOwn(OPTIONS_OF, name) ? OPTIONS_OF[name] : undefined;
  // A rule that is given to `make` has spaces in it.
  if (program !== undefined) return [program, ...(value.includes('--eval=') ? [value] : wordsOf(value))];
  if (name === 'GIT_CONFIG_PARAMETERS') return gitWith(wordsOf(value));
  const [, at] = /^GIT_CONFIG_VALUE_(\d+)$/.exec(name) ?? [];
  return at === undefined ? null : gitWith([`${variables.get(`GIT_CONFIG_KEY_${at}`) ?? ''}=${value}`]);
}

const GIT = 'git';
const gitWith = (settings: readonly string[]): readonly string[] => [
  GIT,
  ...settings.flatMap((setting) => ['-c', setting]),
];

/** Variables whose value a program reads as options before its own. */
const OPTIONS_OF: Readonly<Record<string, string>> = {
  TAR_OPTIONS: 'tar',
  MAKEFLAGS: 'make',
  GNUMAKEFLAGS: 'make',
};

const wordsOf = (text: string): readonly string[] => {
  const split = splitWords(text);
  return split.ok ? split.words : [text];
};
