import type * as Unbash from 'unbash';
import { type Otherwise, type Owner, runWithin } from './time-limit.ts';

/** Each simple command as text, as written and with its quotes taken off; or why the line cannot be taken apart. */
export type SimpleCommands = { readonly texts: readonly string[] } | { readonly why: string };

/** A line of Bash as the parser understands it; or why it cannot be taken apart. */
export type BashTree =
  | {
      readonly script: Unbash.ParsedScript;
      /** Every simple command in it, wherever it stands. */
      readonly commands: readonly Unbash.Command[];
    }
  | { readonly why: string };

/** Loads the parser, which most runs do not need; before that no line can be taken apart. */
export async function prepareBashParser(): Promise<void> {
  parser ??= await import('unbash');
}

/** The simple commands of a line of Bash, wherever they stand, without assignments before them and redirections. */
export function simpleCommands(line: string, limitMs: number, owner: Owner = 'host'): SimpleCommands {
  const loaded = parser;
  if (loaded === null) return { why: 'the parser of Bash is not loaded' };
  if (line.length > LONGEST_LINE) return { why: `the command is longer than ${LONGEST_LINE} characters` };
  if (latest?.line === line) return latest.commands;
  const collect = (): SimpleCommands => collectSafely(loaded, line);
  // The parser needs seconds for some lines, such as many open braces; a quick one must not depend on a busy machine.
  const commands = line.length <= QUICK_LINE ? collect() : runWithin({ owner, limitMs }, collect, UNPARSED);
  if (commands !== UNPARSED.noTime) latest = { line, commands };
  return commands;
}

/** A line of Bash as a tree, for those that need more than its simple commands; a line that Bash would refuse has none. */
export function bashTree(line: string, limitMs: number): BashTree {
  const loaded = parser;
  if (loaded === null) return { why: 'the parser of Bash is not loaded' };
  if (line.length > LONGEST_LINE) return { why: `the command is longer than ${LONGEST_LINE} characters` };
  const grow = (): BashTree => treeSafely(loaded, line);
  return line.length <= QUICK_LINE ? grow() : runWithin({ owner: null, limitMs }, grow, UNGROWN);
}

type Parser = typeof Unbash;

let parser: Parser | null = null;
// All hooks of an event ask about the same line.
let latest: { readonly line: string; readonly commands: SimpleCommands } | null = null;

const LONGEST_LINE = 65_536;
// At most some milliseconds, whatever the line holds.
const QUICK_LINE = 200;

const TAKES_LONG = 'the command takes too long to parse';
const UNPARSED: Otherwise<SimpleCommands> = { tooLong: { why: TAKES_LONG }, noTime: { why: TAKES_LONG } };
const UNGROWN: Otherwise<BashTree> = { tooLong: { why: TAKES_LONG }, noTime: { why: TAKES_LONG } };

/** The parser itself fails on some lines. */
function treeSafely(loaded: Parser, line: string): BashTree {
  try {
    const script = loaded.parse(line);
    const commands: Unbash.Command[] = [];
    const [mistake] = visitCommands(loaded, { script, line }, (command) => commands.push(command));
    return mistake === undefined ? { script, commands } : { why: `the command cannot be parsed: ${mistake}` };
  } catch {
    return UNGROWN.tooLong;
  }
}

/** The parser itself fails on some lines. */
function collectSafely(loaded: Parser, line: string): SimpleCommands {
  try {
    return collectCommands(loaded, line);
  } catch {
    return UNPARSED.tooLong;
  }
}

function collectCommands(loaded: Parser, line: string): SimpleCommands {
  const texts = new Set<string>();
  const [mistake] = visitCommands(loaded, { script: loaded.parse(line), line }, (command) => {
    for (const text of commandTexts(command)) texts.add(text);
  });
  return mistake === undefined ? { texts: [...texts] } : { why: `the command cannot be parsed: ${mistake}` };
}

/** Shows every simple command, wherever it stands, and gives what is wrong with the line. */
function visitCommands(
  { forEachChild }: Parser,
  { script, line }: { readonly script: Unbash.ParsedScript; readonly line: string },
  show: (command: Unbash.Command) => void,
): readonly string[] {
  const mistakes: string[] = [];
  const visit = (node: Unbash.SyntaxNode, around: string): void => {
    // A script inside backticks has its own text, without their backslashes.
    const source = node.type === 'Script' ? (node.source ?? around) : around;
    mistakes.push(...mistakesIn(node, source));
    if (node.type === 'Command') show(node);
    forEachChild(node, (child) => visit(child, source));
  };
  visit(script, line);
  return mistakes;
}

/** What is wrong with a node. The parser forgives some mistakes that Bash does not, and drops a part of the line then. */
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
