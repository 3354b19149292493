import { isKeyword } from './builtins.ts';
import { type Interpreter, interpreterNamed, isOptionOf } from './interpreters.ts';
import { UNKNOWN } from './loose-words.ts';
import type { Command } from './loose-words.ts';

/** The role of a word in its command; `loaded`: an interpreter loads it before its script, or because of a variable. */
export type Role = 'script' | 'loaded' | 'python-module' | 'python-code' | 'code' | 'other';

/** The role of each word: which one an interpreter in the command takes as its script. */
export function rolesIn(command: Command): readonly Role[] {
  const roles: Role[] = command.map(({ text }, index) =>
    LOADING_WORD.test(text) || LOADING_OPTION.test(command[index - 1]?.text ?? '') ? 'loaded' : 'other',
  );
  command.forEach((word, index) => {
    const interpreter = interpreterOf(word.text, command[index - 1]?.text);
    if (interpreter === null) return;
    command.slice(index + 1).forEach(({ text }, offset) => {
      const value = index + offset + 2;
      if (isOptionOf(interpreter, text, interpreter.loads) && value < roles.length) roles[value] = 'loaded';
    });
    const found = findScript(command, index + 1, interpreter);
    if (found === null || found.index >= roles.length) return;
    roles[found.index] = found.role;
    if (found.role === 'python-module')
      for (const at of modulesRunBy(command, found.index)) roles[at] = 'python-module';
  });
  return roles;
}

/** `python3 -m runpy x` and `python3 -m cProfile -m x`: such a module runs another one. */
function modulesRunBy(command: Command, module: number): readonly number[] {
  const texts = command.map(({ text }) => text);
  const named = texts.findIndex((text, index) => index > module && /^(?:-m|--module)$/.test(text));
  if (RUN_MODULES.test(texts[module] ?? '') && named > 0 && named + 1 < texts.length) return [named + 1];
  return texts[module] === 'runpy' && module + 1 < texts.length ? [module + 1] : [];
}

const RUN_MODULES = /^(?:cProfile|profile|trace|pdb|coverage|debugpy|viztracer|scalene)$/;

const LOADERS =
  'require|import|preload|loader|experimental-loader|env-file|env-file-if-exists|rcfile|init-file|import-map';
const LOADING_OPTION = new RegExp(`^--(?:${LOADERS})$`);
const LOADING_VARIABLES =
  'NODE_OPTIONS|BASH_ENV|ENV|PYTHONSTARTUP|PERL5OPT|RUBYOPT|LD_PRELOAD|GIT_EXTERNAL_DIFF|GIT_SSH_COMMAND';
const LOADING_WORD = new RegExp(`^(?:--(?:${LOADERS})|${LOADING_VARIABLES})=`);

/** Whether a command is an interpreter that gets its program from a pipe or from words that are put together. */
export const takesAnyText = (command: Command): boolean =>
  command.some(({ text }, index) => {
    if (text === 'eval' || text === 'xargs') return true;
    const interpreter = interpreterOf(text, command[index - 1]?.text);
    if (interpreter === null || interpreter.operandIsCode === true) return false;
    return isWithoutScript(command, index, interpreter) || isGivenUnknownCode(command, index, interpreter);
  });

/** `bash -c "$x"`: the value of the variable may come from anywhere. */
const isGivenUnknownCode = (command: Command, index: number, interpreter: Interpreter): boolean =>
  command
    .slice(index + 1)
    .some(
      ({ text }, offset, rest) =>
        isCodeOption(interpreter, text) && rest[offset + 1]?.text.startsWith(UNKNOWN) === true,
    );

/**
 * Whether a command runs a text from a variable or from the output of another command, or a script whose name comes
 * from its input.
 */
export const startsUnknownText = (command: Command): boolean => {
  const passes = command.findIndex(({ text }) => /^(?:xargs|parallel)$/.test(text));
  return command.some(({ text }, index) => {
    if (text === 'eval') return command[index + 1]?.text.startsWith(UNKNOWN) === true;
    const interpreter = interpreterOf(text, command[index - 1]?.text);
    if (interpreter === null) return false;
    if (passes >= 0 && passes < index && isGivenItsScript(command, index, interpreter)) return true;
    return isGivenUnknownCode(command, index, interpreter);
  });
};

/** `xargs bash`, `xargs -I{} bash {}`: the word that would be its script is none of the command's own. */
function isGivenItsScript(command: Command, index: number, interpreter: Interpreter): boolean {
  if (interpreter.operandIsCode === true) return false;
  if (command.slice(index + 1).some(({ text }) => isCodeOption(interpreter, text))) return false;
  const script = findScript(command, index + 1, interpreter);
  return script === null || command[script.index]?.text.includes('{}') !== false;
}

/** Whether a word names an interpreter. */
export const isInterpreter = (word: string): boolean => interpreterOf(word, undefined) !== null;

/** The text is what is piped in: no word follows, or a shell is told so by `-s`, which leaves the words to the text. */
function isWithoutScript(command: Command, index: number, { language }: Interpreter): boolean {
  const words = command.slice(index + 1).map(({ text }) => text);
  if (words.every((word) => /^-(?!\w*[ce]$)/.test(word))) return true;
  const leading = words.slice(
    0,
    words.findIndex((word) => !word.startsWith('-')),
  );
  return language === 'shell' && leading.some((word) => /^-[a-z]*s[a-z]*$/i.test(word));
}

/** Whether the command itself comes after this word: a keyword of the shell, or a variable that is set for it. */
export const startsACommand = (word: string): boolean => isOpening(word) || /^\w+\+?=/.test(word);

const isOpening = (word: string): boolean => isKeyword(word) || word === 'exec';

function interpreterOf(word: string, before: string | undefined): Interpreter | null {
  if (word === '.' && before !== undefined && !isOpening(before)) return null; // the folder, as in `black .`
  return interpreterNamed(word === '.' || word === 'source' ? 'sh' : word, 'cover');
}

function findScript(command: Command, start: number, interpreter: Interpreter): { index: number; role: Role } | null {
  for (let index = start; index < command.length; index++) {
    const text = command[index]?.text ?? '';
    if (isOptionOf(interpreter, text, interpreter.script)) return { index: index + 1, role: 'script' };
    if (interpreter.operandIsCode === true) continue;
    if (isOptionOf(interpreter, text, interpreter.module)) return { index: index + 1, role: 'python-module' };
    if (isCodeOption(interpreter, text)) return roleOfCode(interpreter, index + 1);
    if (isOptionOf(interpreter, text, interpreter.valued)) index += 1;
    else if (isPlain(text)) return { index, role: 'script' };
  }
  return null;
}

const isCodeOption = (interpreter: Interpreter, word: string): boolean =>
  word === interpreter.codeVerb || isOptionOf(interpreter, word, interpreter.code);

/** The text for a shell is read word by word, like all texts. */
function roleOfCode({ language }: Interpreter, index: number): { index: number; role: Role } | null {
  if (language === 'shell') return null;
  return { index, role: language === 'python' ? 'python-code' : 'code' };
}

// After `deno run` and `bun run` comes the script.
const isPlain = (word: string): boolean => !/^(?:[-+].*|run)$/s.test(word) || word === '-';
