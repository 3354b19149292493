import { type Finding, NO_FINDING } from './compiled-matcher.ts';
import { literalPrefix } from './literal-prefix.ts';
import { estimateRegexCost, type RegexCost } from './regex-cost.ts';
import { requiredText } from './required-text.ts';
import { hasTimeFor, type Owner, runDirectly, runWithin, TRIVIAL_STEPS } from './time-limit.ts';

/** A search of one regular expression in several texts that share one limit; never throws, never takes longer. */
export type GuardedSearch = (texts: readonly string[], limitMs: number) => Finding;

/** An expression that can be searched; `prefix` is what every text begins with in which it is found. */
export interface GuardedRegex {
  readonly search: GuardedSearch;
  readonly prefix: string;
}

/** Why an expression cannot be used: it is none, or it would take too long. */
export interface RefusedRegex {
  readonly refused: 'invalid' | 'costly';
  readonly why: string;
}

/** What is known of an expression beside itself. */
interface Origin {
  readonly owner?: Owner;
  /** The part of it that says what every text needs; absent: all of it. */
  readonly body?: string;
}

/** A native expression, checked and ready to search, or why it cannot be used. Surely quick searches run directly, all others under a timer. */
export function compileGuardedRegex(
  source: string,
  flags: string,
  { owner = 'user', body = source }: Origin = {},
): GuardedRegex | RefusedRegex {
  // Making an expression ready at its first use cannot be stopped by a timer, so what would take long there is refused.
  if (source.length > LONGEST_SOURCE) return { refused: 'costly', why: SOURCE_TOO_LONG };
  const effort = effortOf(source, flags);
  if (effort > MOST_EFFORT) return { refused: 'costly', why: 'it has too many groups and classes of characters' };
  const mistake = mistakeIn(source, flags);
  if (mistake !== null) return { refused: 'invalid', why: mistake };
  const cost = estimateRegexCost({ source, flags });
  if (cost.optionals > MOST_OPTIONALS)
    return { refused: 'costly', why: `it has more than ${MOST_OPTIONALS} optional parts in a row` };
  const required = requiredText(body, flags);
  const make = (): RegExp => new RegExp(source, flags);
  return { search: searchWith({ make, cost, effort, required, owner }), prefix: literalPrefix(source, flags) };
}

/** Characters of an expression that is used at all. */
export const LONGEST_SOURCE = 8192;
/** Why a longer one is not. */
export const SOURCE_TOO_LONG = `it is longer than ${LONGEST_SOURCE} characters`;
const MOST_OPTIONALS = 16;
const MOST_EFFORT = 8192;

/** How long it takes to make an expression ready, in plain characters that take as long; 100 of them take about half a millisecond. */
function effortOf(source: string, flags: string): number {
  const groups = source.split('(').length - 1;
  // A class by a property of Unicode is hundreds of ranges, each of them in both cases where case does not count.
  const properties = source.split(/\\p\{/i).length - 1;
  return source.length + 8 * groups + (flags.includes('i') ? 80 : 27) * properties;
}

const EFFORT_PER_MS = 200;

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
  readonly make: () => RegExp;
  readonly cost: RegexCost;
  readonly effort: number;
  /** What every text holds in which it is found. */
  readonly required: string;
  readonly owner: Owner;
}

function searchWith({ make, cost, effort, required, owner }: Expression): GuardedSearch {
  let regex: RegExp | null = null;
  let uses = 0;
  const search = (texts: readonly string[]): Finding => {
    const found = (regex ??= make());
    return texts.some((text) => found.test(text)) ? 'accepts' : 'refuses';
  };
  return (texts, limitMs) => {
    if (required !== '' && !texts.some((text) => text.includes(required))) return 'refuses';
    if (cannotBeStopped(cost, texts)) return 'undecided';
    // The engine makes an expression ready at its first use, and once more, for speed, at its second.
    const isNew = uses < 2;
    if (isNew && !hasTimeFor(owner, effort / EFFORT_PER_MS)) return 'postponed';
    uses += 1;
    const steps = Math.max(stepsOf(cost, texts), isNew ? TRIVIAL_STEPS + 1 : 0);
    const isQuick = steps <= (cost.degree <= 1 ? SIMPLE_STEPS : QUICK_STEPS);
    const work = (): Finding => search(texts);
    return isQuick ? runDirectly(owner, steps, work, NO_FINDING) : runWithin({ owner, limitMs }, work, NO_FINDING);
  };
}

/**
 * The timer comes through only where the engine goes back: turning many choices down at every place of a long text it never does,
 * and on its way to the end of a very long line it does not either.
 */
function cannotBeStopped({ choices, degree }: RegexCost, texts: readonly string[]): boolean {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return choices * length > SIMPLE_STEPS || (degree > 1 && length > LONGEST_TEXT);
}

/** A simple search in a very long text goes through it once: it takes no more than reading it did, and decides. */
const stepsOf = ({ factor, degree }: RegexCost, texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + factor * (length + 2) ** degree, 0);

// Both take some ten milliseconds on a slow machine at most: without repetition most places are given up at a glance.
const SIMPLE_STEPS = 30_000_000;
const QUICK_STEPS = 500_000;
// Characters in all that an expression with repetition is searched in.
const LONGEST_TEXT = 1_000_000;
