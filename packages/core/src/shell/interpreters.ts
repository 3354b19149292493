import type { Attitude } from './attitude.ts';
import { type CodeLanguage, words } from './run-way.ts';

/** A program that runs code given as text or as a file. Options are listed without their dashes. */
export interface Interpreter {
  /** Bare names, without a version. */
  readonly names: readonly string[];
  /** A name with a version behind it is the same program: `python3.12`. */
  readonly isVersioned?: true;
  /** Its language; null: one in which no program can be started. */
  readonly language: 'shell' | CodeLanguage | null;
  /** A shell whose language differs from sh. */
  readonly hasOwnGrammar?: true;
  /** Options whose value is program text. */
  readonly code: readonly string[];
  /** The word after which the next one is program text. */
  readonly codeVerb?: string;
  /** The first operand is program text, not a file. */
  readonly operandIsCode?: true;
  /** Other options whose value is the next word. */
  readonly valued: readonly string[];
  /** Options whose value is a file that is loaded before the script. */
  readonly loads?: readonly string[];
  /** Options whose value is the name of a module that is run. */
  readonly module?: readonly string[];
  /** Options whose value is the file to run. */
  readonly script?: readonly string[];
  /** One dash begins a long name, which may be abbreviated and is case-insensitive. */
  readonly longDash?: true;
  /** The parts of its command line that can be parsed with certainty; absent: none. */
  readonly certain?: CertainReading;
}

/** The words of a command line whose meaning is certain. */
export interface CertainReading {
  /** Options without a value. */
  readonly flags?: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** The option after which the script is text instead of a file. */
  readonly text?: RegExp;
  /** A word that may or must come first. */
  readonly verb?: { readonly word: string; readonly required: boolean };
  /** Only a word of this form is certainly a file. */
  readonly file?: RegExp;
  /** Extensions that are tried when the named file does not exist. */
  readonly endings?: readonly string[];
  /** A script that is not found in the working directory is searched on PATH. */
  readonly searchesPath?: boolean;
  /** A folder can be run too. */
  readonly takesFolders?: boolean;
}

const SHELL = { language: 'shell', code: ['c'], valued: words('o O rcfile init-file') } as const;
const PYTHON = { language: 'python', code: ['c'], module: ['m'], valued: words('W X') } as const;
const JAVASCRIPT = {
  language: 'javascript',
  code: words('e p eval print'),
  valued: words(
    'r require import loader experimental-loader C conditions env-file env-file-if-exists config import-map',
  ),
  loads: words('r config'),
} as const;
const RUBY = { language: 'ruby', code: ['e'], valued: words('I r C E'), loads: ['r'] } as const;
const SCRIPT_FILE = /^(?!\w+:).*\.[cm]?[jt]sx?$/;

/** The rows of languages that differ only in the options for code. */
const other = (names: string, code: string, more: Partial<Interpreter> = {}): Interpreter => ({
  names: words(names),
  language: 'other',
  code: words(code),
  valued: [],
  ...more,
});

/** Every interpreter that is known. */
const INTERPRETERS: readonly Interpreter[] = [
  {
    ...SHELL,
    names: words('sh bash dash ksh mksh ash'),
    certain: {
      flags: /^(?:[-+][abefhkmnptuvxBCEHPT]+|--(?:norc|noprofile|posix))$/,
      valued: /^[-+][abefhkmnptuvxBCEHPT]*o$/,
      text: /^-[abefhkmnptuvxBCEHPT]*c[abefhkmnptuvxBCEHPT]*$/,
      searchesPath: true,
    },
  },
  { ...SHELL, names: words('zsh rbash yash') },
  { ...SHELL, names: words('fish csh tcsh'), hasOwnGrammar: true },
  {
    ...PYTHON,
    names: words('python pypy'),
    isVersioned: true,
    certain: { flags: /^-(?:[bBdEIOPqsSuvx]+|[WX].+)$/, valued: /^-[WX]$/, takesFolders: true },
  },
  { ...PYTHON, names: words('py ipython') },
  {
    ...JAVASCRIPT,
    names: words('node nodejs'),
    certain: {
      flags:
        /^--(?:no-warnings|no-deprecation|enable-source-maps|experimental-strip-types|trace-\w+|(?:import|require|loader|env-file|max-old-space-size)=.*)$/,
      valued: /^(?:-r|--require|--import|--loader)$/,
      file: SCRIPT_FILE,
      endings: ['.js', '.json', '.node'],
    },
  },
  { ...JAVASCRIPT, names: words('tsx ts-node'), certain: { file: SCRIPT_FILE } },
  {
    ...JAVASCRIPT,
    names: ['bun'],
    certain: { verb: { word: 'run', required: false }, file: /^(?=.*\/).*\.[cm]?[jt]sx?$/ },
  },
  { ...JAVASCRIPT, names: ['jiti'] },
  {
    ...JAVASCRIPT,
    names: ['deno'],
    codeVerb: 'eval',
    certain: {
      verb: { word: 'run', required: true },
      flags: /^(?:-A|-q|--quiet|--allow-[\w-]+(?:=.*)?|--no-(?:prompt|check|lock|config|remote))$/,
      file: SCRIPT_FILE,
    },
  },
  {
    names: ['perl'],
    isVersioned: true,
    language: 'perl',
    code: words('e E'),
    valued: words('I M F'),
    certain: { flags: /^-[wWtTX]$/ },
  },
  { ...RUBY, names: ['ruby'], isVersioned: true, certain: { flags: /^-(?:w|W\d?)$/ } },
  { ...RUBY, names: words('jruby irb'), isVersioned: true },
  {
    names: ['php'],
    isVersioned: true,
    language: 'php',
    code: ['r'],
    valued: words('c d z'),
    script: ['f'],
    certain: {},
  },
  { names: ['lua'], isVersioned: true, language: 'lua', code: ['e'], valued: ['l'], certain: {} },
  { names: ['luajit'], isVersioned: true, language: 'lua', code: ['e'], valued: ['l'] },
  { names: words('expect tclsh wish'), isVersioned: true, language: 'tcl', code: words('c e'), valued: [] },
  { names: ['osascript'], language: 'applescript', code: ['e'], valued: words('l s') },
  {
    names: words('pwsh powershell'),
    language: 'powershell',
    code: words('c command Command C EncodedCommand encodedcommand enc en e ec'),
    valued: words(
      'ExecutionPolicy executionpolicy ep ex exec WindowStyle windowstyle w InputFormat OutputFormat WorkingDirectory wd Version ConfigurationName ConfigurationFile CustomPipeName SettingsFile PSConsoleFile',
    ),
    script: words('File f'),
    longDash: true,
  },
  other('Rscript', 'e', { certain: {} }),
  other('R', 'e'),
  other('raku', 'e', { isVersioned: true, valued: words('I M') }),
  other('julia', 'e E eval', { isVersioned: true, valued: ['L'], loads: ['L'] }),
  other('elixir', 'e eval', { isVersioned: true, valued: words('r pr pa pz'), loads: ['r'] }),
  other('guile', 'c', { isVersioned: true, valued: words('e L l'), loads: ['l'], script: ['s'] }),
  other('nu', 'c commands e execute'),
  other('erl', 'eval', { longDash: true }),
  other('groovy scala', 'e'),
  other('clojure racket', 'e eval'),
  other('sbcl', 'eval load', { longDash: true }),
  other('ocaml swift crystal kotlin', 'e eval'),
  other('jshell', ''),
  other('ghc', 'e'),
  other('emacs', 'eval execute f funcall'),
  other('octave', 'eval'),
  {
    names: words('awk gawk mawk nawk'),
    language: 'awk',
    code: [],
    valued: words('F v field-separator assign'),
    script: words('f file'),
    operandIsCode: true,
  },
  {
    names: words('sed gsed'),
    language: 'sed',
    code: words('e expression'),
    valued: words('l line-length'),
    script: words('f file'),
    operandIsCode: true,
  },
  { names: ['jq'], language: null, code: [], valued: [], script: words('f file from-file'), operandIsCode: true },
];

const BY_NAME: ReadonlyMap<string, Interpreter> = new Map(
  INTERPRETERS.flatMap((interpreter) => interpreter.names.map((name) => [name, interpreter] as const)),
);

/** The interpreter that a word names, as far as the attitude allows; null when it names none. */
export function interpreterNamed(word: string, unsure: Attitude): Interpreter | null {
  const name = word.slice(word.search(/[^/\\]*$/)).replace(/\.exe$/i, '');
  const found = BY_NAME.get(name) ?? versioned(name) ?? windowsName(name);
  if (found === null || (unsure === 'run' && found.certain === undefined)) return null;
  return unsure === 'ask' && found.language === null ? null : found;
}

function versioned(name: string): Interpreter | null {
  const found = BY_NAME.get(name.replace(/[\d.]+$/, ''));
  return found?.isVersioned === true ? found : null;
}

/** Windows ignores case. */
function windowsName(name: string): Interpreter | null {
  const found = BY_NAME.get(name.toLowerCase());
  return found?.language === 'powershell' ? found : null;
}

/** Whether a word is one of these options: `-c`, also at the end of a bundle such as `-lc`, or `--eval`. */
export function isOptionOf({ longDash }: Interpreter, word: string, options: readonly string[] = []): boolean {
  if (longDash === true) {
    const name = /^-(\w+)$/.exec(word)?.[1]?.toLowerCase() ?? '';
    const all = options.map((option) => option.toLowerCase());
    return all.includes(name) || (name.length > 1 && all.some((option) => option.startsWith(name)));
  }
  const long = /^--(.+)$/s.exec(word)?.[1];
  if (long !== undefined) return long.length > 1 && options.includes(long);
  return options.includes(/^[-+]\w*(\w)$/.exec(word)?.[1] ?? '');
}

/** The names of all interpreters, as a part of a pattern. */
export const INTERPRETER_NAMES: string = INTERPRETERS.map(
  ({ names, isVersioned }) => `(?:${names.join('|')})${isVersioned === true ? String.raw`[\d.]*` : ''}`,
).join('|');
