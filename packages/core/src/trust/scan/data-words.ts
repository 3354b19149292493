import { extname } from 'node:path';
import { interpreterNamed, isOptionOf } from '../../shell/interpreters.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';
import type { Command } from '../../shell/loose-words.ts';

const plainReaders =
  'cat tac rev head tail less more strings od xxd hexdump base64 basenc fold fmt pr expand unexpand iconv dos2unix ' +
  'sort tsort shuf uniq comm join paste nl tr cut cmp diff diff3 sdiff cksum b2sum md5sum sha1sum sha256sum sha512sum shasum ' +
  'zcat gunzip bzcat xzcat zstdcat gzip bzip2 xz m4 envsubst column bc dc';

/** Programs that read the files they are given, and how many of their first plain words are not files. */
const DATA_READERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(plainReaders.split(' ').map((name) => [name, 0])),
  ...Object.fromEntries(
    'grep egrep fgrep zgrep rg ag sed gsed awk gawk mawk nawk jq yq gojq'.split(' ').map((name) => [name, 1]),
  ),
};

/** Programs on whose lines a word without a slash may be such a file. */
export const DATA_READER_NAMES: readonly string[] = [...Object.keys(DATA_READERS), 'dd', 'cp', 'install'];

/** Options whose value is the file, or that mean that no plain word is a pattern. */
const FILE_OPTION = /^(?:-\w*f|--file|--from-file|--rawfile|--slurpfile|--argfile)$/;
const ATTACHED_FILE = /^(?:-\w*f|--file=|--from-file=)(.+)$/s;
const NAMED_FILE = /^--(?:rawfile|slurpfile|argfile)$/;
const PATTERN_OPTION = /^(?:-\w*[ef]|--regexp|--expression|--file|--from-file)(?:=.*)?$/s;

/**
 * The words of a command that name files which it reads as data: after `<`, and as arguments of a program such as
 * grep.
 */
export function dataWordsOf(command: Command, program: number): readonly string[] {
  const redirected = command.filter(({ isRead }) => isRead === true).map(({ text }) => text);
  const name = command[program]?.text.replace(/^.*\//s, '') ?? '';
  const skipped = Object.hasOwn(DATA_READERS, name) ? DATA_READERS[name] : undefined;
  const words = command.slice(program + 1).filter(({ isWritten, isRead }) => !isWritten && isRead !== true);
  const texts = words.map(({ text }) => text);
  if (skipped === undefined) return [...redirected, ...optionFiles(name, texts), ...sourcesOf(name, texts)];
  let left = texts.some((text) => PATTERN_OPTION.test(text)) ? 0 : skipped;
  const given = texts.flatMap((text, index) => {
    const attached = ATTACHED_FILE.exec(text)?.[1];
    if (attached !== undefined) return [attached];
    if (FILE_OPTION.test(texts[index - 1] ?? '') || NAMED_FILE.test(texts[index - 2] ?? '')) return [text];
    if (text.startsWith('-') || /^(?:-e|--regexp|--expression)$/.test(texts[index - 1] ?? '')) return [];
    left -= 1;
    return left < 0 ? [text] : [];
  });
  return [...redirected, ...given];
}

/** The files that variables name which are set for a program: it may read them. */
export function filesInVariables(command: Command, program: number): readonly string[] {
  const isSet = program > 0 || EXPORTS.test(command[0]?.text ?? '');
  if (!isSet) return [];
  return command
    .flatMap(({ text }) => (/^\w+\+?=(.+)$/s.exec(text)?.[1] ?? '').split(':'))
    .filter((each) => each !== '');
}

const EXPORTS = /^(?:export|declare|typeset|env)$/;

/** What a program copies, and what text that stands on the command line of an interpreter is given. */
function sourcesOf(program: string, words: readonly string[]): readonly string[] {
  if (program === 'dd') return words.flatMap((word) => /^if=(.+)/s.exec(word)?.[1] ?? []);
  if (/^(?:cp|install)$/.test(program)) return words.slice(0, -1).filter((word) => !word.startsWith('-'));
  const interpreter = interpreterNamed(program, 'cover');
  if (interpreter === null || interpreter.language === 'shell') return [];
  const code = words.findIndex((word) => isOptionOf(interpreter, word, interpreter.code));
  return code < 0 ? [] : words.slice(code + 2).filter((word) => !word.startsWith('-'));
}

/**
 * The words that loops go through, that lists hold and that functions are given, `for f in a b`, `files=(a b)` and
 * `check a`, where a command reads what a shell puts in.
 */
export function wordsToRead(commands: readonly Command[], programOf: (command: Command) => number): readonly string[] {
  const listed = commands.flatMap((command, index) => {
    const words = command.map(({ text }) => text);
    if (words[0] === 'for' && words[2] === 'in') return words.slice(3);
    return /^\w+\+?=$/.test(commands[index - 1]?.at(-1)?.text ?? '') ? words : [];
  });
  const given = argumentsOfFunctions(commands, programOf);
  const words = [...listed, ...given];
  const isUsed = words.length > 0 && commands.some((each) => dataWordsOf(each, programOf(each)).includes(UNKNOWN));
  return isUsed ? words : [];
}

/** What the text gives to functions that it defines itself: `check() {` is a command of one word before another. */
function argumentsOfFunctions(
  commands: readonly Command[],
  programOf: (command: Command) => number,
): readonly string[] {
  const names = new Set(
    commands.flatMap((command, index) => {
      const [first, second] = command.map(({ text }) => text);
      if (first === 'function' && second !== undefined) return [second];
      return commands[index + 1]?.[0]?.text === '{' ? (first ?? []) : [];
    }),
  );
  return commands.flatMap((command) => {
    const program = programOf(command);
    return names.has(command[program]?.text ?? '') ? command.slice(program + 1).map(({ text }) => text) : [];
  });
}

const READ_OPTION =
  /^--(?:file|arg-file|config|rules?|policy|policies|patterns?|allow[\w-]*|deny[\w-]*|block[\w-]*|ignore-file|settings|schema|template|prompt-file|data)(?:=(.+))?$/s;

/** For these, `-f` is not a file that they read. */
const OTHER_F =
  /^(?:\[|\[\[|test|rm|ln|cp|mv|git|touch|tee|ls|chmod|chown|kill|pkill|pgrep|find|ps|curl|flock|id|date|rmdir|mkdir|column|cut|echo|printf)$/;

/** The values of options by which any program would read a file. */
const optionFiles = (program: string, words: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    const isShort = (word === '-f' && !OTHER_F.test(program)) || (word === '-a' && program === 'xargs');
    const option = READ_OPTION.exec(word);
    if (option === null && !isShort) return [];
    const value = option?.[1] ?? words[index + 1] ?? '';
    return value === '' || value.startsWith('-') ? [] : [value];
  });

// Files that programs write all the time; a change of one must not withhold a hook.
const VOLATILE: ReadonlySet<string> = new Set(
  '.log .out .err .db .sqlite .sqlite3 .lock .pid .tmp .bak .state .cache .history'.split(' '),
);

/** Whether a file is one that programs keep writing, judged by its name or folder. */
export const isVolatile = (path: string): boolean =>
  VOLATILE.has(extname(path).toLowerCase()) || /(?:^|\/)(?:\.git|\.cache|__pycache__)\//.test(path);
