import type { Finding, SlowSearch, SlowSearches } from '../../model/hook.ts';
import { type Automaton, createAutomaton } from '../linear/automaton.ts';
import { parseExpression } from '../linear/expression.ts';
import { type Node, requiredTexts } from '../linear/nodes.ts';
import { programOf } from '../linear/program.ts';
import { literalPrefix } from './literal-prefix.ts';
import { estimateRegexCost, type RegexCost } from './regex-cost.ts';
import { runLinear } from './run-linear.ts';
import { searchBeside, searchBlocking } from './search-thread.ts';

/**
 * Whether a regular expression is found in one of the texts; never throws. What would hold up the event loop is left to `slow`, or
 * done at once where there is none: the answer is the same.
 */
export type Search = (texts: readonly string[], slow?: SlowSearches) => Finding;

/** An expression that can be searched. */
export interface CompiledSearch {
  readonly search: Search;
  /** What every text begins with in which it is found. */
  readonly prefix: string;
  /** It taken apart; null where it is written in a way that is not read. */
  readonly node: Node | null;
  readonly flags: string;
}

/** Why an expression cannot be used: it is none, or making it ready could take forever. */
export interface RefusedSearch {
  readonly refused: 'invalid' | 'costly';
  readonly why: string;
}

/** A JavaScript expression, checked and ready to search, or why it cannot be used. */
export function compileSearch(source: string, flags: string): CompiledSearch | RefusedSearch {
  if (source.length > LONGEST_SOURCE) return { refused: 'costly', why: SOURCE_TOO_LONG };
  const mistake = mistakeIn(source, flags);
  if (mistake !== null) return { refused: 'invalid', why: mistake };
  const cost = estimateRegexCost({ source, flags });
  const node = parseExpression(source, flags);
  const isQuicklyReady = cost.optionals <= MOST_OPTIONALS && effortOf(source, flags) <= MOST_EFFORT;
  const expression: Expression = { source, flags, cost, node, isQuicklyReady };
  if (!isQuicklyReady && automatonOf(expression) === null)
    return {
      refused: 'costly',
      why: 'beside a look-around or a back-reference it has too many classes, or optional parts in a row',
    };
  return { search: searchWith(expression), prefix: literalPrefix(source, flags), node, flags };
}

/** Characters of an expression that is used at all. */
export const LONGEST_SOURCE = 8192;
/** Why a longer one is not. */
export const SOURCE_TOO_LONG = `it is longer than ${LONGEST_SOURCE} characters`;
// The ordinary engine makes an expression ready at its first use, and cannot be stopped there.
const MOST_OPTIONALS = 16;
const MOST_EFFORT = 8192;

/** How long it takes to make an expression ready, in plain characters that take as long; 100 of them take about half a millisecond. */
function effortOf(source: string, flags: string): number {
  const groups = source.split('(').length - 1;
  // A class by a property of Unicode is hundreds of ranges, each of them in both cases where case does not count.
  const properties = source.split(/\\p\{/i).length - 1;
  return source.length + 8 * groups + (flags.includes('i') ? 80 : 27) * properties;
}

/** What is wrong with the syntax. Classes by a property, which take long to be read, are known to be right where the flag v allows them. */
function mistakeIn(source: string, flags: string): string | null {
  try {
    void new RegExp(flags === '' ? source : source.replace(PROPERTY, '\\w'), flags.replace('i', ''));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const PROPERTY = /\\[pP]\{\w+\}/g;

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly cost: RegexCost;
  readonly node: Node | null;
  /** Whether the ordinary engine can make it ready without delay. */
  readonly isQuicklyReady: boolean;
}

/** Null where no automaton can decide the expression. */
function automatonOf({ node, flags }: Pick<Expression, 'node' | 'flags'>): Automaton | null {
  const program = node === null ? null : programOf(node);
  return program === null ? null : createAutomaton(program, 'search', /[uv]/.test(flags));
}

/** Each way gives the same answer; which one is taken depends on the expression and on the lengths of the texts alone. */
function searchWith(expression: Expression): Search {
  const { source, flags, cost, node, isQuicklyReady } = expression;
  const required = node === null ? null : requiredTexts(node);
  let regex: RegExp | null = null;
  let rest: Search | null = null;
  return (texts, slow) => {
    if (required !== null && !texts.some((text) => required.some((part) => text.includes(part)))) return 'refuses';
    if (isQuicklyReady && isQuick(cost, texts)) {
      regex ??= new RegExp(source, flags);
      const found = searchNow(regex, texts);
      if (found !== null) return found;
    }
    rest ??= slowSearch(expression);
    return rest(texts, slow);
  };
}

/** Null where the expression needs more memory than there is, which shows at its first use. */
function searchNow(regex: RegExp, texts: readonly string[]): Finding | null {
  try {
    for (const text of texts) if (regex.test(text)) return 'accepts';
    return 'refuses';
  } catch {
    return null;
  }
}

/** An upper bound of the steps that the ordinary engine can take, from pattern and lengths. */
function isQuick({ factor, degree }: RegexCost, texts: readonly string[]): boolean {
  const most = degree <= 1 ? SIMPLE_STEPS : QUICK_STEPS;
  return texts.reduce((sum, { length }) => sum + factor * (length + 2) ** degree, 0) <= most;
}

// Both take some milliseconds: without repetition most places are given up at a glance.
const SIMPLE_STEPS = 10_000_000;
const QUICK_STEPS = 300_000;

/** What could take long: an automaton where there can be one, else the ordinary engine in a thread of its own. */
function slowSearch(expression: Expression): Search {
  const automaton = automatonOf(expression);
  if (automaton !== null) return (texts, slow) => runLinear(automaton, texts, slow);
  const { source, flags } = expression;
  const search: SlowSearch = {
    now: (texts) => searchBlocking({ source, flags, texts }),
    later: (texts, signal) => searchBeside({ source, flags, texts }, signal),
  };
  return (texts, slow) => (slow === undefined ? search.now(texts) : slow.find(search, texts));
}
