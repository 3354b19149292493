import type { Finding, SlowSearch, SlowSearches } from '../../model/hook.ts';
import { type Automaton, createAutomaton } from '../linear/automaton.ts';
import { parseExpression } from '../linear/expression.ts';
import { type PatternNode, requiredTexts } from '../linear/nodes.ts';
import { programOf } from '../linear/program.ts';
import { literalPrefix } from './literal-prefix.ts';
import { estimateRegexCost, type RegexCost } from './regex-cost.ts';
import { holdsOneOf } from './required-words.ts';
import { linearSearch, tryLinear } from './run-linear.ts';
import { searchBeside, searchBlocking } from './search-thread.ts';
import { charactersIn, nextTurn } from './slow-searches.ts';

/**
 * Whether a regular expression is found in one of the texts; never throws. What would block the event loop is left to
 * `slow`, or done synchronously where there is none: the result is the same.
 */
export type Search = (texts: readonly string[], slow?: SlowSearches) => Finding;

/** An expression that can be searched. */
export interface CompiledSearch {
  readonly search: Search;
  /** The literal prefix of every text in which it is found. */
  readonly prefix: string;
  /** Its parsed form; null for syntax that is not supported. */
  readonly node: PatternNode | null;
  readonly flags: string;
}

/** Why an expression cannot be used: it is invalid, or compiling it could take forever. */
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

/** Maximum length of an expression. */
export const LONGEST_SOURCE = 8192;
/** Why a longer one is rejected. */
export const SOURCE_TOO_LONG = `it is longer than ${LONGEST_SOURCE} characters`;
// The built-in engine compiles an expression at its first use, and cannot be stopped there.
const MOST_OPTIONALS = 16;
const MOST_EFFORT = 8192;

/**
 * The estimated compile time of an expression, as a number of plain characters that take as long; 100 of them take
 * about half a millisecond.
 */
function effortOf(source: string, flags: string): number {
  const groups = source.split('(').length - 1;
  // A Unicode property class is hundreds of ranges, each of them in both cases where case is ignored.
  const properties = source.split(/\\p\{/i).length - 1;
  return source.length + 8 * groups + (flags.includes('i') ? 80 : 27) * properties;
}

/** The syntax error. Property classes, which take long to parse, are known to be valid where the flag v allows them. */
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
  readonly node: PatternNode | null;
  /** Whether the built-in engine can compile it without delay. */
  readonly isQuicklyReady: boolean;
}

/** Null where no automaton can decide the expression. */
function automatonOf({ node, flags }: Pick<Expression, 'node' | 'flags'>): Automaton | null {
  const program = node === null ? null : programOf(node);
  return program === null ? null : createAutomaton(program, 'search', /[uv]/.test(flags));
}

/** Each way gives the same result; the choice depends only on the expression and the lengths of the texts. */
function searchWith(expression: Expression): Search {
  const { node } = expression;
  const words = node === null ? null : requiredTexts(node);
  const quickly = quickSearch(expression);
  let rest: RestSearch | null = null;
  const restOf = (): RestSearch => (rest ??= restSearch(expression));
  const search: SlowSearch = {
    now: (texts) => (isWithout(words, texts) ? 'refuses' : (quickly(texts) ?? restOf().search.now(texts))),
    later: async (texts, signal) => {
      if (words !== null && !(await holdsOneOf(words, texts, signal))) return 'refuses';
      await nextTurn();
      return quickly(texts) ?? restOf().search.later(texts, signal);
    },
  };
  const atOnce = (texts: readonly string[], slow: SlowSearches): Finding | null => {
    if (words !== null && !slow.mayTake(charactersIn(texts) * words.length * STEPS_PER_CHARACTER)) return null;
    if (isWithout(words, texts)) return 'refuses';
    return quickly(texts, slow) ?? restOf().atOnce(texts, slow);
  };
  return (texts, slow) => {
    if (slow === undefined) return search.now(texts);
    return slow.known(search, texts) ?? atOnce(texts, slow) ?? slow.find(search, texts);
  };
}

// The built-in engine finds plain words, and rejects expressions without repetition, much faster than an automaton.
const STEPS_PER_CHARACTER = 1 / 32;

/** Whether a word that every match needs is missing. */
const isWithout = (words: readonly string[] | null, texts: readonly string[]): boolean =>
  words !== null && !texts.some((text) => words.some((word) => text.includes(word)));

/** A search by the built-in engine; null where it could take long, or longer than the synchronous budget. */
function quickSearch({
  source,
  flags,
  cost,
  isQuicklyReady,
}: Expression): (texts: readonly string[], slow?: SlowSearches) => Finding | null {
  let regex: RegExp | null = null;
  return (texts, slow) => {
    if (!isQuicklyReady || !isQuick(cost, texts)) return null;
    if (slow?.mayTake(charactersIn(texts) * cost.factor * STEPS_PER_CHARACTER) === false) return null;
    regex ??= new RegExp(source, flags);
    return searchNow(regex, texts);
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

/** An upper bound of the steps that the built-in engine can take, from pattern and lengths. */
function isQuick({ factor, degree }: RegexCost, texts: readonly string[]): boolean {
  const most = degree <= 1 ? SIMPLE_STEPS : QUICK_STEPS;
  return texts.reduce((sum, { length }) => sum + factor * (length + 2) ** degree, 0) <= most;
}

// Both take some milliseconds: without repetition most positions are rejected at once.
const SIMPLE_STEPS = 10_000_000;
const QUICK_STEPS = 300_000;

interface RestSearch {
  readonly search: SlowSearch;
  /** Null where it would block the event loop. */
  readonly atOnce: (texts: readonly string[], slow: SlowSearches) => Finding | null;
}

/** A possibly slow search: an automaton where possible, else the built-in engine in a separate thread. */
function restSearch(expression: Expression): RestSearch {
  const automaton = automatonOf(expression);
  if (automaton !== null)
    return { search: linearSearch(automaton), atOnce: (texts, slow) => tryLinear(automaton, texts, slow) };
  const { source, flags } = expression;
  const search: SlowSearch = {
    now: (texts) => searchBlocking({ source, flags, texts }),
    later: (texts, signal) => searchBeside({ source, flags, texts }, signal),
  };
  return { search, atOnce: () => null };
}
