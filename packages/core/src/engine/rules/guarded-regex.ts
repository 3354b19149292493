import type { Finding } from './compiled-matcher.ts';
import { literalPrefix } from './literal-prefix.ts';
import { estimateRegexCost, type RegexCost } from './regex-cost.ts';
import { runWithin } from './time-limit.ts';

/** A search of one regular expression in several texts that share one limit; never throws, never takes longer. */
export type GuardedSearch = (texts: readonly string[], limitMs: number) => Finding;

/** An expression that can be searched; `prefix` is what every text begins with in which it is found. */
export interface GuardedRegex {
  readonly search: GuardedSearch;
  readonly prefix: string;
}

/** A native expression, ready to search, or why it cannot be used. Surely quick searches run directly, all others under a timer. */
export function compileGuardedRegex(source: string, flags: string): GuardedRegex | { readonly why: string } {
  // Making an expression ready at its first use cannot be stopped by a timer, so what would take long there is refused.
  if (source.length > LONGEST_SOURCE) return { why: `it is longer than ${LONGEST_SOURCE} characters` };
  try {
    const regex = new RegExp(source, flags);
    const cost = estimateRegexCost(regex);
    if (cost.optionals > MOST_OPTIONALS) return { why: `it has more than ${MOST_OPTIONALS} optional parts in a row` };
    return { search: searchWith(regex, cost), prefix: literalPrefix(source, flags) };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

const LONGEST_SOURCE = 8192;
const MOST_OPTIONALS = 16;

function searchWith(regex: RegExp, cost: RegexCost): GuardedSearch {
  const search = (texts: readonly string[]): Finding =>
    texts.some((text) => regex.test(text)) ? 'accepts' : 'refuses';
  return (texts, limitMs) => {
    const runIt = isQuick(cost, texts) ? runDirectly : runWithin;
    return runIt(limitMs, () => search(texts)) ?? 'undecided';
  };
}

/** A simple search in a very long text goes through it once: it takes no more than reading it did, and always decides. */
function isQuick({ factor, degree }: RegexCost, texts: readonly string[]): boolean {
  if (degree <= 1 && factor <= SIMPLE_FACTOR) return true;
  const steps = texts.reduce((sum, { length }) => sum + factor * (length + 2) ** degree, 0);
  return steps <= QUICK_STEPS;
}

const SIMPLE_FACTOR = 64;
// Some milliseconds on a slow machine.
const QUICK_STEPS = 500_000;

/** An expression may fail at its first use, when it needs too much memory. */
function runDirectly(_limitMs: number, search: () => Finding): Finding | null {
  try {
    return search();
  } catch {
    return null;
  }
}
