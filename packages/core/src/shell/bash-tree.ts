import type * as Unbash from 'unbash';
import { createContext, Script, type Context } from 'node:vm';
import { opaquePart } from './opaque-part.ts';

/** Why a line cannot be parsed; `isTooMuch`: it may be valid, but exceeds the limits. */
interface Unparsed {
  readonly why: string;
  readonly isTooMuch: boolean;
}

/**
 * Each simple command as text, as written and without its quotes; or why the line cannot be parsed: then it may
 * contain anything.
 */
export type SimpleCommands = { readonly texts: readonly string[] } | Unparsed;

/** A parsed line of Bash; or why it cannot be parsed. */
export type BashTree =
  | {
      readonly script: Unbash.ParsedScript;
      /** Every simple command in it, at any depth. */
      readonly commands: readonly Unbash.Command[];
    }
  | Unparsed;

/** Loads the parser, which most runs do not need; before that no line can be parsed. */
export async function prepareBashParser(): Promise<void> {
  await loadBashParser();
}

/** The parser itself, for callers that read only the end of a text. */
export async function loadBashParser(): Promise<Parser> {
  parser ??= await import('unbash');
  return parser;
}

/** The simple commands of a line of Bash, at any depth, without redirections and leading assignments. */
export function simpleCommands(line: string, limitMs: number = PARSE_LIMIT_MS): SimpleCommands {
  if (latest?.line === line) return latest.commands;
  const commands = parsed(line, limitMs, collectCommands);
  latest = { line, commands };
  return commands;
}

/**
 * The simple commands of a line that holds nothing but lists, pipes and conditions of them; a line with anything in it
 * that runs a command in another way (a substitution, a loop, a subshell, …) is not taken apart.
 */
export function plainCommands(line: string): SimpleCommands {
  if (latestPlain?.line === line) return latestPlain.commands;
  const commands = parsed(line, PARSE_LIMIT_MS, collectPlain);
  latestPlain = { line, commands };
  return commands;
}

/** A line of Bash as a tree, for callers that need more than its simple commands; an invalid line has none. */
export function bashTree(line: string, limitMs: number): BashTree {
  return parsed(line, limitMs, growTree);
}

/** The parser's result for a line; the parser itself fails on some lines. */
function parsed<Made>(
  line: string,
  limitMs: number,
  make: (loaded: Parser, line: string) => Made | Unparsed,
): Made | Unparsed {
  const loaded = parser;
  if (loaded === null) return tooMuch('the parser of Bash is not loaded');
  if (line.length > LONGEST_LINE) return tooMuch(`the command is longer than ${LONGEST_LINE} characters`);
  if (line.length > QUICK_LINE && isTangled(line)) return tooMuch('the command is nested too deeply');
  const work = (): Made | Unparsed => {
    try {
      return make(loaded, line);
    } catch {
      return TAKES_LONG;
    }
  };
  return line.length <= QUICK_LINE ? work() : (runWithin(limitMs, work) ?? TAKES_LONG);
}

const tooMuch = (why: string): Unparsed => ({ why, isTooMuch: true });

/**
 * Lines that take the parser long: it rescans the rest of a word at each open brace, and the rest of a line at each
 * level.
 */
function isTangled(line: string): boolean {
  const words = line.split(/\s+/);
  const braceSteps = words.reduce((sum, word) => sum + countOf(word, '{') * word.length, 0);
  return braceSteps > MOST_BRACE_STEPS || countOf(line, '<<') > MOST_DOCUMENTS || depthOf(line) > DEEPEST;
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/** The maximum number of open parentheses, of any kind. */
function depthOf(line: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of line) {
    if (character === '(') depth += 1;
    else if (character === ')' && depth > 0) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

type Parser = typeof Unbash;

let parser: Parser | null = null;
// Cached, because all hooks of an event ask about the same line.
let latest: ReadLine | null = null;

let latestPlain: ReadLine | null = null;

interface ReadLine {
  readonly line: string;
  readonly commands: SimpleCommands;
}

const LONGEST_LINE = 65_536;
// At most some milliseconds, whatever the line contains.
const QUICK_LINE = 200;
// Each takes about a tenth of a second.
const MOST_BRACE_STEPS = 20_000_000;
const MOST_DOCUMENTS = 500;
const DEEPEST = 200;
/** Fifty times what any accepted line takes; only a safeguard in case the parser has another weakness. */
const PARSE_LIMIT_MS = 5000;

const TAKES_LONG: Unparsed = { why: 'the command takes too long to parse', isTooMuch: true };

const mistaken = (mistake: string): Unparsed => ({ why: `the command cannot be parsed: ${mistake}`, isTooMuch: false });

function growTree(loaded: Parser, line: string): BashTree {
  const script = loaded.parse(line);
  const commands: Unbash.Command[] = [];
  const [mistake] = visitCommands(loaded, { script, line }, (command) => commands.push(command));
  return mistake === undefined ? { script, commands } : mistaken(mistake);
}

function collectCommands(loaded: Parser, line: string): SimpleCommands {
  const texts = new Set<string>();
  const [mistake] = visitCommands(loaded, { script: loaded.parse(line), line }, (command) => {
    for (const text of commandTexts(command)) texts.add(text);
  });
  return mistake === undefined ? { texts: [...texts] } : mistaken(mistake);
}

function collectPlain(loaded: Parser, line: string): SimpleCommands {
  const script = loaded.parse(line);
  const found = opaquePart(loaded.forEachChild, script);
  return found === null ? collectCommands(loaded, line) : { why: `the command has ${found} in it`, isTooMuch: false };
}

/** Visits every simple command, at any depth, and returns what is wrong with the line. */
function visitCommands(
  { forEachChild }: Parser,
  { script, line }: { readonly script: Unbash.ParsedScript; readonly line: string },
  show: (command: Unbash.Command) => void,
): readonly string[] {
  const mistakes: string[] = [];
  const visit = (node: Unbash.SyntaxNode, around: string): void => {
    // A script inside backticks has its own text, with their backslashes removed.
    const source = node.type === 'Script' ? (node.source ?? around) : around;
    mistakes.push(...mistakesIn(node, source));
    if (node.type === 'Command') show(node);
    forEachChild(node, (child) => visit(child, source));
  };
  visit(script, line);
  return mistakes;
}

/** What is wrong with a node. The parser accepts some errors that Bash does not, and then drops a part of the line. */
function mistakesIn(node: Unbash.SyntaxNode, source: string): readonly string[] {
  if (node.type === 'Script') return node.errors?.map(({ message }) => message) ?? [];
  if (node.type === 'CommandExpansion') {
    return node.text.startsWith('${') && !node.text.endsWith('}') ? ['unterminated ${'] : [];
  }
  if (node.type !== 'Command') return [];
  const pieces = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
  const isDropped = pieces.some(({ end }) => OPENS_NEXT.test(source.slice(end, end + LONGEST_GAP)));
  return isDropped ? ["unexpected token '('"] : [];
}

const OPENS_NEXT = /^(?:[ \t]|\\\n)*\(/;
const LONGEST_GAP = 100;

function commandTexts({ name, args }: Unbash.Command): readonly string[] {
  if (name === undefined) return [];
  const written = [name.text, ...args.map((word) => word.text)].join(' ');
  const unquoted = [name.value, ...args.map(unquote)].join(' ');
  return [written, unquoted];
}

function unquote(word: Unbash.CommandArgument): string {
  if (word.type === 'Word') return word.value;
  const { text, pos, value } = word;
  return value.type === 'Word' ? text.slice(0, value.pos - pos) + value.value : text;
}

/**
 * Runs work that is nearly always quick with a time limit, so that no input can hang the process: returns null when it
 * took longer or threw. The limit should be hundreds of times what such work takes, so that a busy machine does not
 * reach it.
 */
function runWithin<Value>(limitMs: number, work: () => Value): Value | null {
  sandbox ??= createContext(call);
  let value: { readonly is: Value } | null = null;
  call.work = () => {
    value = { is: work() };
  };
  try {
    callWork ??= new Script('work()');
    callWork.runInContext(sandbox, { timeout: limitMs, displayErrors: false });
  } catch {
    value = null;
  }
  call.work = nothing;
  return valueOf(value);
}

const valueOf = <Value>(value: { readonly is: Value } | null): Value | null => value?.is ?? null;

const nothing = (): void => {};
const call: { work: () => void } = { work: nothing };
// A timeout of `vm` is the only way to stop synchronous third-party code.
let callWork: Script | null = null;
let sandbox: Context | null = null;
