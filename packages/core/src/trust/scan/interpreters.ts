import type { Command } from './words.ts';

/** What a word is to its command. */
export type Role = 'script' | 'python-module' | 'python-code' | 'code' | 'other';

/** The role of each word: which one an interpreter in the command takes as its script. */
export function rolesIn(command: Command): readonly Role[] {
  const roles: Role[] = command.map(() => 'other');
  command.forEach((word, index) => {
    const interpreter = interpreterOf(word.text, command[index - 1]?.text);
    if (interpreter === undefined) return;
    const found = findScript(command, index + 1, interpreter);
    if (found !== null && found.index < roles.length) roles[found.index] = found.role;
  });
  return roles;
}

interface Interpreter {
  readonly names: RegExp;
  /** Options that take the next word as program text. */
  readonly code: RegExp;
  /** Options whose next word is theirs, not the script. */
  readonly valued: RegExp;
  /** The option before the script, where the first plain word is none. */
  readonly scriptOption?: RegExp;
  readonly module?: RegExp;
}

const INTERPRETERS: readonly Interpreter[] = [
  {
    names: /^(?:ba|da|z|k|mk|a|fi|c|tc|)sh$|^source$|^\.$/,
    code: /^-\w*c$/,
    valued: /^(?:[-+]\w*[oO]|--rcfile|--init-file)$/,
  },
  { names: /^(?:python|pypy)[\d.]*$|^py$/, code: /^-\w*c$/, module: /^-\w*m$/, valued: /^-[WX]$/ },
  {
    names: /^(?:node|nodejs|tsx|ts-node|bun|deno|jiti)$/,
    code: /^(?:-e|-p|-pe|--eval|--print|eval)$/,
    valued:
      /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--config|--import-map)$/,
  },
  { names: /^perl[\d.]*$/, code: /^-\w*[eE]$/, valued: /^-[IM]$/ },
  { names: /^(?:j?ruby|raku|elixir|julia)[\d.]*$/, code: /^-\w*e$/, valued: /^-[IrCE]$/ },
  { names: /^php[\d.]*$/, code: /^-r$/, valued: /^-[cdz]$/ },
  { names: /^(?:lua(?:jit)?[\d.]*|Rscript|tclsh|osascript|guile|expect|nu)$/, code: /^-e$/, valued: /^-l$/ },
  {
    names: /^(?:pwsh|powershell)$/i,
    code: /^-(?:c|command|e|encodedcommand)$/i,
    valued: /^-(?:ex\w*|wo\w*|version|config\w*)$/i,
  },
  {
    names: /^(?:[gmn]?awk|sed|jq)$/,
    code: /^$/,
    valued: /^$/,
    scriptOption: /^(?:-f|--file|--from-file)$/,
  },
];

/** Whether a command is one of an interpreter that gets its program from a pipe or by words that are put together. */
export const takesAnyText = (command: Command): boolean =>
  command.some(({ text }, index) => {
    if (text === 'eval' || text === 'xargs') return true;
    const interpreter = interpreterOf(text, command[index - 1]?.text);
    return interpreter !== undefined && interpreter.scriptOption === undefined && isWithoutScript(command, index);
  });

const isWithoutScript = (command: Command, index: number): boolean =>
  command.slice(index + 1).every(({ text }) => /^-(?!\w*[ce]$)/.test(text));

const STARTS_A_COMMAND = /^(?:then|do|else|if|elif|while|until|!|\{|time|exec)$/;

/** Whether the command proper comes after this word: a keyword of the shell, or a variable that is set for it. */
export const startsACommand = (word: string): boolean => STARTS_A_COMMAND.test(word) || /^\w+\+?=/.test(word);

function interpreterOf(word: string, before: string | undefined): Interpreter | undefined {
  if (word === '.' && before !== undefined && !STARTS_A_COMMAND.test(before)) return undefined; // the folder, as in `black .`
  const name = word.slice(word.search(/[^/\\]*$/)).replace(/\.exe$/i, '');
  return INTERPRETERS.find(({ names }) => names.test(name));
}

function findScript(command: Command, start: number, interpreter: Interpreter): { index: number; role: Role } | null {
  for (let index = start; index < command.length; index++) {
    const text = command[index]?.text ?? '';
    if (interpreter.scriptOption?.test(text)) return { index: index + 1, role: 'script' };
    if (interpreter.module?.test(text)) return { index: index + 1, role: 'python-module' };
    if (interpreter.code.test(text)) return roleOfCode(interpreter, index + 1);
    if (interpreter.valued.test(text)) index += 1;
    else if (isPlain(text) && interpreter.scriptOption === undefined) return { index, role: 'script' };
  }
  return null;
}

/** The text for a shell is read word by word, as all texts are. */
function roleOfCode(interpreter: Interpreter, index: number): { index: number; role: Role } | null {
  if (interpreter.module !== undefined) return { index, role: 'python-code' };
  return interpreter === INTERPRETERS[0] ? null : { index, role: 'code' };
}

// `deno run` and `bun run` name their script next.
const isPlain = (word: string): boolean => !/^(?:[-+].*|run)$/s.test(word) || word === '-';
