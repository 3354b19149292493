import { loadBashParser } from '../../shell/bash-tree.ts';
import { isBuiltin } from '../../shell/builtins.ts';

/** Why a text must be run by a new bash; null when a waiting shell runs it in the same way. */
export async function flawOfText(text: string): Promise<string | null> {
  return flawIn(text, DIFFERENCES) ?? flawOfEnd(text);
}

/** Why a script must be run by a new bash; null when a waiting shell can read it in the same way. */
export function flawOfScript(text: string): string | null {
  return flawIn(text, DIFFERENCES) ?? flawIn(text, OF_SCRIPTS);
}

function flawIn(text: string, differences: readonly Difference[]): string | null {
  const difference = differences.find(({ pattern }) => pattern.test(text));
  if (difference !== undefined) return difference.why;
  return /\bset\b/.test(text.replace(HARMLESS_SET, ''))
    ? 'options of the shell change how a text inside another is run'
    : null;
}

interface Difference {
  readonly pattern: RegExp;
  readonly why: string;
}

/** What lets a text see the difference between `bash -c text` and a shell that reads the text later. */
const DIFFERENCES: readonly Difference[] = [
  { pattern: /ppid|\bp(?:s|stree|grep|kill|idof)\b/i, why: 'the parent of the process is another' },
  { pattern: /\/proc\b/, why: 'the arguments and the first environment of the process are others' },
  { pattern: /PIPESTATUS/, why: 'the state of a pipeline before the first one is known' },
  {
    pattern: /\btrap\b[^]*\b(?:ERR|DEBUG|RETURN)\b|\b(?:functrace|errtrace|extdebug)\b/,
    why: 'traps see the text inside another',
  },
  { pattern: /\balias|expand_aliases|extglob|posix/i, why: 'how a line is read depends on the lines before it' },
  { pattern: /\b(?:coproc|suspend|disown|history|fc|times|logout)\b/, why: 'the shell has a past of its own' },
  { pattern: /(?:^|[;&|({`\n]|\b(?:then|do|else))\s*(?:\.|source)\s/, why: 'what another file holds is not known' },
  { pattern: /\r|\0|\ufffd/, why: 'signs that bash treats by where they stand' },
];

/** What lets a script see, in addition, that it is read by another shell. */
const OF_SCRIPTS: readonly Difference[] = [
  { pattern: /\breturn\b/, why: 'a file that is read may return where a script may not' },
  {
    pattern: /\b(?:FUNCNAME|caller|BASH_(?:LINENO|ARGC|ARGV))\b|BASH_SOURCE(?!\[0\]|["}\s])/,
    why: 'a file that is read has a caller',
  },
  { pattern: /\$(?:_\b|\{[!#]?_\b)/, why: 'the last word that the shell has seen is another' },
  {
    pattern: /\b(?:declare|typeset|local|readonly)\b[^\n]*\s-\w*i/,
    why: 'after a mistake in a number a script goes on',
  },
  { pattern: /\b(?:declare|typeset)\s+-\w*p|\bcompgen\b/, why: 'the variables of the shell tell of its caller' },
  { pattern: /\btrap\b/, why: 'at the end a trap speaks in the name of the caller' },
];

const HARMLESS_SET =
  /\bset\s+(?:--(?=\s)|[-+][euf]+\b|[-+][euf]*o\s+(?:pipefail|errexit|nounset|noglob)\b)(?:\s+[-+][euf]*o\s+pipefail\b)*/g;

/** At the end of `-c` bash executes the last program instead of waiting for it, which shows when that is killed. */
async function flawOfEnd(text: string): Promise<string | null> {
  const { parse } = await loadBashParser();
  try {
    const { commands, errors } = parse(text);
    if (errors !== undefined && errors.length > 0) return UNCERTAIN;
    const last = commands.at(-1);
    if (last === undefined) return text.trim() === '' || /^\s*#[^\n]*$/.test(text) ? null : UNCERTAIN;
    if (!NOTHING.test(text.slice(last.end))) return UNCERTAIN; // the parser may leave out what it does not understand
    if (last.background === true) return null;
    const functions = new Set(commands.map(({ command }) => functionName(command)));
    return endsInProgram(last.command, functions) ? 'its last command may take the place of the shell' : null;
  } catch {
    return UNCERTAIN;
  }
}

const UNCERTAIN = 'it cannot be read with certainty';

/** Blanks, separators and comments. */
const NOTHING = /^(?:[\s;&]|#[^\n]*(?:\n|$))*$/;

interface SyntaxNode {
  readonly type: string;
  readonly commands?: readonly SyntaxNode[];
  readonly name?: { readonly text: string } | undefined;
}

const functionName = (node: SyntaxNode): string | undefined => (node.type === 'Function' ? node.name?.text : undefined);

function endsInProgram(node: SyntaxNode, functions: ReadonlySet<string | undefined>): boolean {
  const last = node.type === 'AndOr' ? node.commands?.at(-1) : undefined;
  if (last !== undefined) return endsInProgram(last, functions);
  if (node.type !== 'Command') return !COMPOUND.has(node.type);
  const name = node.name?.text;
  if (name === undefined || functions.has(name)) return false;
  return !isBuiltin(name) || RUNS_OTHERS.has(name);
}

/** Commands that bash never execs as the last one of a text. */
const COMPOUND: ReadonlySet<string> = new Set(
  'Pipeline If While For ArithmeticFor Case BraceGroup TestCommand ArithmeticCommand Function Redirected'.split(' '),
);

const RUNS_OTHERS: ReadonlySet<string> = new Set(['command', 'builtin', 'coproc']);
