/** Where a command takes effect: on this machine, on another one, or in a container. */
export type RunSite = 'here' | 'remote' | 'container';

/** A language whose code can start programs; each has its own calls for that. */
export type CodeLanguage =
  | 'python'
  | 'perl'
  | 'ruby'
  | 'php'
  | 'lua'
  | 'javascript'
  | 'applescript'
  | 'awk'
  | 'sed'
  | 'tcl'
  | 'powershell'
  | 'other';

/** One way in which a program gets the command to run. */
export type RunWay = {
  /** The sub-commands after which it counts, such as `bisect run`; at each place one of several. */
  readonly after?: readonly (readonly string[])[];
} & (
  | RestWay
  /**
   * The value of an option, or the first group of `holds` in it, is a line for a shell; `here` unless a site is given.
   */
  | {
      readonly takes: 'line-of-option';
      readonly options: readonly string[];
      readonly holds?: RegExp;
      readonly site?: RunSite;
    }
  /** The value of an option is split into words, which are put before the rest of the arguments: `env -S`. */
  | { readonly takes: 'words-of-option'; readonly options: readonly string[] }
  /** The first group of `holds` in an operand, or in all of them joined, is a line for a shell. */
  | { readonly takes: 'line-of-operand'; readonly holds: RegExp; readonly joined?: true }
  /** Its input is a script; with `lines`, only the first groups of these, line by line. */
  | {
      readonly takes: 'stdin';
      readonly lines?: RegExp;
      /** Only when one of these words is present. */
      readonly with?: readonly string[];
      /** Options that name a file which counts instead of the input. */
      readonly files?: readonly string[];
      /** Whoever writes it decides what runs, whichever lines it has. */
      readonly isScript?: true;
    }
  /** Arguments that begin a command for each file found, up to `;` or `+`. */
  | { readonly takes: 'each-file'; readonly starts: readonly string[] }
  /** A shell: `-c` and a line, a file, or its input. */
  | { readonly takes: 'shell' }
  /** Code of a language: the value of an option, else its input or a file; `operand`: the first operand is code. */
  | {
      readonly takes: 'code';
      readonly language: CodeLanguage;
      readonly options: readonly string[];
      readonly operand?: true;
      /** With one of these options its input is not code. */
      readonly unless?: readonly string[];
    }
);

/** The arguments that remain without options and `skips` operands. */
export interface RestWay {
  /**
   * `rest`: a program and its arguments; `rest-as-line`: joined by spaces and parsed by a shell; `items`: as `rest`,
   * with further arguments from its input.
   */
  readonly takes: 'rest' | 'rest-as-line' | 'items';
  readonly skips?: number;
  readonly site?: RunSite;
  /** `items`: the option that names the placeholder of an item. */
  readonly placeholder?: readonly string[];
  /** `items`: the option that names a file with the items, which counts instead of the input. */
  readonly files?: readonly string[];
  /** `items`: the words after which items are among the arguments. */
  readonly separators?: readonly string[];
}

/** A program that runs other programs. */
export interface ProgramRunner {
  /** Options that take the next word, or the rest of their own, as a value. */
  readonly valued: readonly string[];
  /** Options that take the rest of their own word, if there is any, and never the next. */
  readonly optional?: readonly string[];
  /** One dash begins a long name, as in `gdb -ex`. */
  readonly longDash?: true;
  /** Operands before the command that act as options: the `-` of env. */
  readonly noise?: readonly string[];
  /** Options whose value is the folder that the command runs in. */
  readonly folder?: readonly string[];
  /** With one of these options it prints and runs nothing. */
  readonly prints?: readonly string[];
  /** Without a command it is a shell that reads its input. */
  readonly reads?: true;
  /** Without its own options, the program after it runs exactly as it would without it. */
  readonly isPlain?: true;
  /** Variables may be set before the command. */
  readonly assigns?: true;
  readonly ways: readonly RunWay[];
}

/** A list of words, written as one string. */
export const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

/** A program whose arguments, after its options, are another program with its arguments. */
export const prefix = (valued = '', more: Partial<ProgramRunner> & { readonly skips?: number } = {}): ProgramRunner => {
  const { skips, ...rest } = more;
  return { valued: words(valued), ways: [{ takes: 'rest', ...(skips === undefined ? {} : { skips }) }], ...rest };
};

/** A program that runs another after one of these sub-commands, given as `exec` or `compose exec`. */
export const after = (
  subcommands: readonly string[],
  valued = '',
  more: Omit<RestWay, 'takes'> = {},
): ProgramRunner => ({
  valued: words(valued),
  ways: subcommands.map((text) => ({ takes: 'rest', after: words(text).map((word) => [word]), ...more })),
});

/** A program of which an option holds a line for a shell. */
export const lineOf = (options: string, valued = '', site?: RunSite): ProgramRunner => ({
  valued: words(`${options} ${valued}`),
  ways: [{ takes: 'line-of-option', options: words(options), ...(site === undefined ? {} : { site }) }],
});
