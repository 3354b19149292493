import { arrayOf, itemsIn, setPositional } from './arrays.ts';
import { formatted } from './escapes.ts';
import { readFlags } from './flags.ts';
import { hasHole, MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import { contentOf } from './redirects.ts';
import { runScriptText } from './script-text.ts';
import { setVariable } from './set-variables.ts';
import { type Invocation, type Shell, subshell } from './shell.ts';

/** Applies the effect of a builtin to the shell; null when the program is not one. */
export function runBuiltin(invocation: Invocation, shell: Shell): string | null {
  const [name = '', ...args] = invocation.words;
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  if (name === 'printf' && args[0] === '-v') return printInto(args, shell);
  return builtin === undefined ? null : builtin(args, shell);
}

type Builtin = (args: readonly string[], shell: Shell) => string;

const changeFolder: Builtin = (args, shell) => {
  const [target = shell.session.home] = readFlags(args).operands;
  const path = hasHole(target) || target === '-' ? null : absolutePath(target, shell);
  shell.cwd = path;
  shell.variables.set('PWD', path ?? MARKS.filled);
  return '';
};

const declare: Builtin = (args, shell) => {
  const { variables } = shell;
  // `export -p` prints every variable.
  if (args.length > 0 && args.every((word) => /^-[a-z]*p[a-z]*$/.test(word))) return MARKS.secret;
  const given = args.filter((word) => /^-[a-zA-Z]+$/.test(word)).join('');
  for (const word of args) {
    const [, name, text] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || text === undefined) continue;
    const value = given.includes('n')
      ? (variables.get(text) ?? MARKS.unknown)
      : given.includes('l')
        ? text.toLowerCase()
        : given.includes('u')
          ? text.toUpperCase()
          : text;
    setVariable(name, value, shell);
  }
  return '';
};

const alias: Builtin = (args, shell) => {
  for (const word of args) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || value === undefined) continue;
    // Whoever types the name of an everyday program means that program.
    if (EVERYDAY.has(name) && !new RegExp(`(?:^|[\\s;&|])(?:command\\s+)?${name}(?:\\s|$)`).test(value))
      judgeAlias(name, value, shell);
    shell.aliases.set(name, value);
  }
  return '';
};

/** What an everyday name is made to mean is run with something that whoever types it names. */
function judgeAlias(name: string, value: string, shell: Shell): void {
  const [program = ''] = value.trim().split(/\s+/);
  if (SHARED.test(program))
    shell.session.acts.push({ act: 'blind-script', from: 'shared-folder', by: `alias ${name}` });
  const takesMore = /^(?:sudo\s+)?(?:rm|shred|dd|mkfs\S*|chmod|chown)\s[^;|&]*$/.test(value);
  runScriptText(takesMore ? `${value} ${MARKS.printed}` : value, subshell(shell), `alias ${name}`);
}

const EVERYDAY: ReadonlySet<string> = new Set(
  'sudo su ls ll cd cp mv cat grep find git ssh scp apt apt-get dnf yum brew npm pip python python3 node bash sh zsh echo pwd ps top vi vim nano less man chmod chown mkdir touch curl wget make docker kubectl kill exit clear date whoami'.split(
    ' ',
  ),
);

const unset: Builtin = (args, { variables, functions }) => {
  for (const name of args) {
    variables.set(name, '');
    functions.delete(name);
  }
  return '';
};

const readLine: Builtin = (args, shell) => {
  const { operands: names, values } = readFlags(args, { valued: ['p', 't', 'n', 'd', 'u', 'a', 'N', 'i'] });
  const [line = ''] = shell.stdin.split('\n');
  const words = wordsOf(line, shell);
  const unknown = line.includes(MARKS.secret) ? MARKS.secret : MARKS.printed;
  const isKnown = !hasHole(line) && shell.stdin !== '';
  for (const name of values.get('a') ?? []) shell.variables.set(name, isKnown ? arrayOf(words) : unknown);
  for (const [index, name] of names.entries()) {
    const value = index === names.length - 1 ? words.slice(index).join(' ') : (words[index] ?? '');
    shell.variables.set(name, isKnown ? value : unknown);
  }
  return '';
};

/** The words of a line, as the characters of IFS part them. */
function wordsOf(line: string, { variables }: Shell): readonly string[] {
  const others = Array.from(variables.get('IFS') ?? '').filter((character) => character.trim() !== '');
  return others
    .reduce((rest, character) => rest.replaceAll(character, ' '), line)
    .trim()
    .split(/\s+/);
}

const readLines: Builtin = (args, shell) => {
  const { operands } = readFlags(args, { valued: ['d', 'n', 'O', 's', 'u', 'C', 'c'] });
  const { stdin, variables } = shell;
  const isKnown = !hasHole(stdin) && stdin !== '';
  const lines = stdin.replace(/\n$/, '').split('\n');
  variables.set(operands[0] ?? 'MAPFILE', isKnown ? arrayOf(lines) : MARKS.printed);
  return '';
};

/** `printf -v NAME` prints into a variable. */
const printInto: Builtin = ([, name = '', format = '', ...rest], { variables }) => {
  variables.set(name, formatted(format, rest));
  return '';
};

const shift: Builtin = ([count = '1'], { variables }) => {
  const values = variables.get('@');
  if (values !== undefined && /^\d+$/.test(count)) setPositional(itemsIn(values).slice(Number(count)), variables);
  return '';
};

const set: Builtin = (args, { variables }) => {
  // Alone it prints every variable.
  if (args.length === 0) return MARKS.secret;
  const start = args.indexOf('--');
  if (start < 0) return '';
  setPositional(args.slice(start + 1), variables);
  return '';
};

const source: Builtin = ([file = ''], shell) => {
  const path = absolutePath(file, shell);
  if (path !== null && SHARED.test(path) && !hasHole(path) && !shell.files.has(path))
    shell.session.acts.push({ act: 'blind-script', from: 'shared-folder', by: `source ${path}` });
  return path === null ? '' : runScriptText(contentOf(path, shell), shell, 'source');
};

/** Every program may write there. */
const SHARED = /^\/(?:tmp|var\/tmp|dev\/shm)\/./;

const trap: Builtin = (args, shell) => {
  const [script = ''] = readFlags(args).operands;
  return /^(?:-|\d+|[A-Z]+)?$/.test(script) ? '' : shell.session.runner.text(script, subshell(shell));
};

const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd: changeFolder,
  pushd: changeFolder,
  export: declare,
  declare,
  local: declare,
  typeset: declare,
  readonly: declare,
  alias,
  unset,
  read: readLine,
  mapfile: readLines,
  readarray: readLines,
  shift,
  set,
  source,
  '.': source,
  trap,
};
