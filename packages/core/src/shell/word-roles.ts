import { UNKNOWN } from './loose-words.ts';
import type { Command } from './loose-words.ts';

/** What a word is to its command; `loaded`: an interpreter loads it before its script, or because of a variable. */
export type Role = 'script' | 'loaded' | 'python-module' | 'python-code' | 'code' | 'other';

/** The role of each word: which one an interpreter in the command takes as its script. */
export function rolesIn(command: Command): readonly Role[] {
  const roles: Role[] = command.map(({ text }, index) =>
    LOADING_WORD.test(text) || LOADING_OPTION.test(command[index - 1]?.text ?? '') ? 'loaded' : 'other',
  );
  command.forEach((word, index) => {
    const interpreter = interpreterOf(word.text, command[index - 1]?.text);
    if (interpreter === undefined) return;
    if (interpreter.loads !== undefined)
      command.slice(index + 1).forEach(({ text }, offset) => {
        const value = index + offset + 2;
        if (interpreter.loads?.test(text) === true && value < roles.length) roles[value] = 'loaded';
      });
    const found = findScript(command, index + 1, interpreter);
    if (found !== null && found.index < roles.length) roles[found.index] = found.role;
  });
  return roles;
}

const LOADERS =
  'require|import|preload|loader|experimental-loader|env-file|env-file-if-exists|rcfile|init-file|import-map';
const LOADING_OPTION = new RegExp(`^--(?:${LOADERS})$`);
const LOADING_VARIABLES =
  'NODE_OPTIONS|BASH_ENV|ENV|PYTHONSTARTUP|PERL5OPT|RUBYOPT|LD_PRELOAD|GIT_EXTERNAL_DIFF|GIT_SSH_COMMAND';
const LOADING_WORD = new RegExp(`^(?:--(?:${LOADERS})|${LOADING_VARIABLES})=`);

interface Interpreter {
  readonly names: RegExp;
  /** Options that take the next word as program text. */
  readonly code: RegExp;
  /** Options whose next word is theirs, not the script. */
  readonly valued: RegExp;
  /** The option before the script, where the first plain word is none. */
  readonly scriptOption?: RegExp;
  /** Those of the valued options whose value is loaded. */
  readonly loads?: RegExp;
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
    loads: /^(?:-r|--config)$/,
  },
  { names: /^perl[\d.]*$/, code: /^-\w*[eE]$/, valued: /^-[IM]$/ },
  { names: /^(?:j?ruby|raku|elixir|julia)[\d.]*$/, code: /^-\w*e$/, valued: /^-[IrCE]$/, loads: /^-r$/ },
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
    if (interpreter === undefined || interpreter.scriptOption !== undefined) return false;
    return isWithoutScript(command, index) || isGivenUnknownCode(command, index, interpreter);
  });

/** `bash -c "$x"`: what stands in the variable may come from anywhere. */
const isGivenUnknownCode = (command: Command, index: number, { code }: Interpreter): boolean =>
  command
    .slice(index + 1)
    .some(({ text }, offset, rest) => code.test(text) && rest[offset + 1]?.text.startsWith(UNKNOWN) === true);

/** Whether a command runs a text that stands in a variable or that another command prints. */
export const startsUnknownText = (command: Command): boolean =>
  command.some(({ text }, index) => {
    if (text === 'eval') return command[index + 1]?.text.startsWith(UNKNOWN) === true;
    const interpreter = interpreterOf(text, command[index - 1]?.text);
    return interpreter !== undefined && isGivenUnknownCode(command, index, interpreter);
  });

/** Whether a word names an interpreter. */
export const isInterpreter = (word: string): boolean => interpreterOf(word, undefined) !== undefined;

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
