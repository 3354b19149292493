/** Whether bash, dash or sh runs the word without searching for a file. */
export function isBuiltin(word: string): boolean {
  return BUILTINS.has(word) || WORDS_OF_LANGUAGE.has(word);
}

/** Whether a word in command position is a keyword of the language and not a command. */
export const isSyntax = (word: string): boolean => WORDS_OF_LANGUAGE.has(word) || /^(?:[!{}]|\[\[)$/.test(word);

/** Whether a command may directly follow the word: a keyword of the shell such as `then`. */
export const isKeyword = (word: string): boolean => OPENING.has(word);

const OPENING: ReadonlySet<string> = new Set('then do else if elif while until ! { time'.split(' '));

/** Keywords that are not commands. */
const WORDS_OF_LANGUAGE: ReadonlySet<string> = new Set(
  'if then else elif fi for while until do done case esac in select function time coproc'.split(' '),
);

const BUILTINS: ReadonlySet<string> = new Set(
  `. : [ alias bg bind break builtin caller cd chdir command compgen complete compopt continue declare dirs disown echo
  enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf
  pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit
  umask unalias unset wait`.split(/\s+/),
);
