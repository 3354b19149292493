import type * as Unbash from 'unbash';
import { runWithin } from './time-limit.ts';

/** Each simple command as text, as written and with its quotes taken off; or why the line cannot be taken apart. */
export type SimpleCommands = { readonly texts: readonly string[] } | { readonly why: string };

/** Loads the parser, which most runs do not need; before that no line can be taken apart. */
export async function prepareBashParser(): Promise<void> {
  parser ??= await import('unbash');
}

/** The simple commands of a line of Bash, wherever they stand, without assignments before them and redirections. */
export function simpleCommands(line: string, limitMs: number): SimpleCommands {
  const loaded = parser;
  if (loaded === null) return { why: 'the parser of Bash is not loaded' };
  if (line.length > LONGEST_LINE) return { why: `the command is longer than ${LONGEST_LINE} characters` };
  if (latest?.line === line) return latest.commands;
  const collect = (): SimpleCommands | null => collectSafely(loaded, line);
  // The parser needs seconds for some lines, such as many open braces; a quick one must not depend on a busy machine.
  const commands = line.length <= QUICK_LINE ? collect() : runWithin(limitMs, collect);
  latest = { line, commands: commands ?? { why: 'the command takes too long to parse' } };
  return latest.commands;
}

type Parser = typeof Unbash;

let parser: Parser | null = null;
// All hooks of an event ask about the same line.
let latest: { readonly line: string; readonly commands: SimpleCommands } | null = null;

const LONGEST_LINE = 65_536;
// At most some milliseconds, whatever the line holds.
const QUICK_LINE = 200;

/** Null when the parser itself fails. */
function collectSafely(loaded: Parser, line: string): SimpleCommands | null {
  try {
    return collectCommands(loaded, line);
  } catch {
    return null;
  }
}

function collectCommands({ parse, forEachChild }: Parser, line: string): SimpleCommands {
  const texts = new Set<string>();
  const mistakes: string[] = [];
  const visit = (node: Unbash.SyntaxNode, around: string): void => {
    // A script inside backticks has its own text, without their backslashes.
    const source = node.type === 'Script' ? (node.source ?? around) : around;
    mistakes.push(...mistakesIn(node, source));
    if (node.type === 'Command') for (const text of commandTexts(node)) texts.add(text);
    forEachChild(node, (child) => visit(child, source));
  };
  visit(parse(line), line);
  const [mistake] = mistakes;
  return mistake === undefined ? { texts: [...texts] } : { why: `the command cannot be parsed: ${mistake}` };
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
