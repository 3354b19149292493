import { extname } from 'node:path';
import type { Command } from '../../shell/loose-words.ts';

/** Programs that read the files they are given, and how many of their first plain words are not files. */
const DATA_READERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'cat tac head tail less more sort uniq comm join paste nl base64 tr cut'.split(' ').map((name) => [name, 0]),
  ),
  ...Object.fromEntries(
    'grep egrep fgrep zgrep rg ag sed gsed awk gawk mawk nawk jq yq gojq'.split(' ').map((name) => [name, 1]),
  ),
};

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
  if (skipped === undefined)
    return [
      ...redirected,
      ...optionFiles(
        name,
        command.slice(program + 1).map(({ text }) => text),
      ),
    ];
  const words = command.slice(program + 1).filter(({ isWritten, isRead }) => !isWritten && isRead !== true);
  const texts = words.map(({ text }) => text);
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
