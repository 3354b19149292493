import { basename } from 'node:path';

/** What an interpreter is asked to run. */
export type Asked =
  | { readonly runs: 'file'; readonly path: string; readonly interpreter: Interpreter }
  /** The text after a shell's `-c`. */
  | { readonly runs: 'text'; readonly text: string };

interface Interpreter {
  readonly names: RegExp;
  /** Options that stand alone. */
  readonly flags?: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** The option after which the script is text instead of a file. */
  readonly text?: RegExp;
  /** A word that may or must come first. */
  readonly verb?: { readonly word: string; readonly required: boolean };
  /** Only a word like this is surely a file. */
  readonly file?: RegExp;
  /** What is tried behind the name of a file that does not exist. */
  readonly endings?: readonly string[];
  /** A script that is not found in the working directory is looked for on PATH. */
  readonly searchesPath?: boolean;
  /** A folder can be run too. */
  readonly takesFolders?: boolean;
}

/** What the words ask an interpreter to run; null when that is not certain, so that no runnable hook is refused. */
export function askedOf(words: readonly string[]): Asked | null {
  if (words.length !== latest.words.length || !words.every((word, at) => word === latest.words[at]))
    latest = { words, asked: readWords(words) };
  return latest.asked;
}

/** The same hook is asked about more than once, and as a rule again at the next event. */
let latest: { readonly words: readonly string[]; readonly asked: Asked | null } = { words: [], asked: null };

function readWords(words: readonly string[]): Asked | null {
  const [program = '', ...rest] = withoutWrapper(words);
  const interpreter = INTERPRETERS.find(({ names }) => names.test(basename(program)));
  if (interpreter === undefined) return null;
  const verb = interpreter.verb;
  const hasVerb = verb !== undefined && rest[0] === verb.word;
  if (verb?.required === true && !hasVerb) return null;
  return afterOptions(hasVerb ? rest.slice(1) : rest, interpreter);
}

const SCRIPT_FILE = /^(?!\w+:).*\.[cm]?[jt]sx?$/;

const INTERPRETERS: readonly Interpreter[] = [
  {
    names: /^(?:ba|da|k|mk|a)?sh$/,
    flags: /^(?:[-+][abefhkmnptuvxBCEHPT]+|--(?:norc|noprofile|posix))$/,
    valued: /^[-+][abefhkmnptuvxBCEHPT]*o$/,
    text: /^-[abefhkmnptuvxBCEHPT]*c[abefhkmnptuvxBCEHPT]*$/,
    searchesPath: true,
  },
  { names: /^(?:python|pypy)[\d.]*$/, flags: /^-(?:[bBdEIOPqsSuvx]+|[WX].+)$/, valued: /^-[WX]$/, takesFolders: true },
  {
    names: /^node(?:js)?$/,
    flags:
      /^--(?:no-warnings|no-deprecation|enable-source-maps|experimental-strip-types|trace-\w+|(?:import|require|loader|env-file|max-old-space-size)=.*)$/,
    valued: /^(?:-r|--require|--import|--loader)$/,
    file: SCRIPT_FILE,
    endings: ['.js', '.json', '.node'],
  },
  { names: /^perl[\d.]*$/, flags: /^-[wWtTX]$/ },
  { names: /^ruby[\d.]*$/, flags: /^-(?:w|W\d?)$/ },
  { names: /^(?:php|lua)[\d.]*$/ },
  { names: /^Rscript$/ },
  { names: /^(?:tsx|ts-node)$/, file: SCRIPT_FILE },
  {
    names: /^deno$/,
    verb: { word: 'run', required: true },
    flags: /^(?:-A|-q|--quiet|--allow-[\w-]+(?:=.*)?|--no-(?:prompt|check|lock|config|remote))$/,
    file: SCRIPT_FILE,
  },
  { names: /^bun$/, verb: { word: 'run', required: false }, file: /^(?=.*\/).*\.[cm]?[jt]sx?$/ },
];

/** `env NAME=value program …` and `exec program …` run the program. */
function withoutWrapper(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  if (first === 'exec') return withoutWrapper(rest);
  if (basename(first) !== 'env') return words;
  const program = rest.findIndex((word) => !/^\w+=/.test(word));
  const setsPath = rest.slice(0, program).some((word) => word.startsWith('PATH='));
  return program === -1 || setsPath ? [] : withoutWrapper(rest.slice(program));
}

function afterOptions(words: readonly string[], interpreter: Interpreter): Asked | null {
  let isText = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (interpreter.text?.test(word) === true) isText = true;
    else if (interpreter.valued?.test(word) === true) at += 1;
    else if (interpreter.flags?.test(word) !== true) return scriptWord(word, isText, interpreter);
  }
  return null;
}

function scriptWord(word: string, isText: boolean, interpreter: Interpreter): Asked | null {
  if (word === '' || /^[-+]/.test(word)) return null;
  if (isText) return { runs: 'text', text: word };
  return interpreter.file?.test(word) === false ? null : { runs: 'file', path: word, interpreter };
}
