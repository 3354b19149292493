/** Whether a program prints lines that a shell is meant to run, as `eval "$(ssh-agent)"` has it. */
export const printsSetup = (program: string, args: readonly string[]): boolean =>
  SETUP_PROGRAMS.has(program) || args.some((word) => SETUP_WORDS.has(word));

const SETUP_PROGRAMS: ReadonlySet<string> = new Set(
  'ssh-agent gpg-agent keychain direnv brew pyenv rbenv nodenv jenv fnm nvm mise rtx asdf starship zoxide opam luarocks dircolors lesspipe conda mamba micromamba thefuck atuin register-python-argcomplete tmuxifier resize locale tset xdg-user-dir'.split(
    ' ',
  ),
);

const SETUP_WORDS: ReadonlySet<string> = new Set(
  'completion completions --completion shellenv init hook activate docker-env podman-env shell-init completion-script --shell-init print-env export-env'.split(
    ' ',
  ),
);
