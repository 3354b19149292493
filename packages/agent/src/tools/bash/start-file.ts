/** The file in which a shell records its working directory. */
export interface StartFile {
  readonly parentPid: number;
  readonly cwdFile: string;
  readonly command: string;
  /** Shell files that are read first; what they print is dropped. */
  readonly files: readonly string[];
  /** The start file of the environment, which this one stands in for. */
  readonly ownStartFile: string | undefined;
}

/**
 * A file for `BASH_ENV`, which bash reads before a command: at its end the shell writes its working directory down,
 * and the command itself, its line numbers and its exit code stay as they are. No descriptor is open meanwhile.
 */
export function startFile({ parentPid, cwdFile, command, files, ownStartFile }: StartFile): string {
  const tell = `{ builtin pwd -P >|${quote(cwdFile)}; } 2>/dev/null || :`;
  const lines = [...files.map((file) => `. ${quote(file)} >/dev/null 2>&1`), `trap ${quote(tell)} EXIT`];
  if (MAY_LOSE_TRAP.test(command))
    for (const name of ['cd', 'pushd', 'popd'])
      lines.push(
        `${name}() { builtin ${name} "$@" || return; [[ \${BASHPID-$$} != "$$" || $BASH_SUBSHELL != 0 ]] || ${tell}; }`,
      );
  // A bash further down gets the file only where the first one did not read it, as in POSIX mode.
  return `if [[ $PPID == ${parentPid} ]]; then\n${lines.join('\n')}\nfi\n${restore(ownStartFile)}\n`;
}

/** Such a command may replace the trap or the shell itself: then each change of folder is recorded as it happens. */
const MAY_LOSE_TRAP = /\b(?:trap|exec|eval|source)\b|(?:^|[\s;&|({])\.\s/;

function restore(ownStartFile: string | undefined): string {
  if (ownStartFile === undefined) return 'unset BASH_ENV';
  // bash expands the variable as in double quotes, and ignores a missing file.
  return `BASH_ENV=${quote(ownStartFile)}\neval "if [[ -r \\"$BASH_ENV\\" ]]; then . \\"$BASH_ENV\\"; fi"`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
