/** Whether bash, dash or sh knows the word without looking for a file. */
export function isBuiltin(word: string): boolean {
  return BUILTINS.has(word);
}

const BUILTINS: ReadonlySet<string> = new Set(
  `. : [ alias bg bind break builtin caller cd chdir command compgen complete compopt continue declare dirs disown echo
  enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf
  pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit
  umask unalias unset wait if then else elif fi for while until do done case esac in select function time coproc`.split(
    /\s+/,
  ),
);
