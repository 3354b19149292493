import type { MatchRule } from '../../model/event-row.ts';
import { matchAliases, type ToolAliases } from './alias-regex.ts';
import { matchAliasesOrWhole, matchWhole } from './whole-regex.ts';
import { type CompiledMatcher, matchEverything } from './compiled-matcher.ts';
import { matchContent } from './content-regex.ts';
import { newReading, type PatternReading } from './pattern-reading.ts';
import { matchSegmentGlob } from './segment-glob.ts';
import {
  matchBasenames,
  matchEqual,
  matchFullRegex,
  matchLinear,
  matchPatternOrText,
  matchRegexOnly,
  matchSearchedRegex,
  matchValidRegex,
  matchWords,
} from './subject-regex.ts';

export type { CompiledMatcher } from './compiled-matcher.ts';

/** A matcher as a hook file writes it: one pattern, or one for the tool and one for its input. */
export interface WrittenMatcher {
  readonly pattern?: string | null;
  readonly tool?: string;
  readonly content?: string;
}

/** Compiles a written matcher; never throws, a bad one is reported in `problems`. */
export function compileMatcher(
  rule: MatchRule,
  written: WrittenMatcher,
  reading: PatternReading = newReading(),
  aliases: ToolAliases = {},
): CompiledMatcher {
  if (rule === 'tool-and-content-regex') return matchContent(written);
  const pattern = written.pattern ?? null;
  if (pattern === null) return matchEverything(null);
  return COMPILERS[rule](pattern, reading, aliases);
}

const acceptsAll = (pattern: string): boolean => ['', '*'].includes(pattern.trim());

type Compile = (pattern: string, reading: PatternReading, aliases: ToolAliases) => CompiledMatcher;

const unlessAll =
  (compile: Compile): Compile =>
  (pattern, reading, aliases) =>
    acceptsAll(pattern) ? matchEverything(pattern) : compile(pattern, reading, aliases);

const COMPILERS: Readonly<Record<Exclude<MatchRule, 'tool-and-content-regex'>, Compile>> = {
  'names-or-full-regex': unlessAll(matchFullRegex),
  'names-or-searched-regex': unlessAll(matchSearchedRegex),
  'names-or-valid-regex': unlessAll(matchValidRegex),
  'valid-regex': (pattern, reading) => (pattern === '' ? matchEverything(pattern) : matchRegexOnly(pattern, reading)),
  'words-or-valid-regex': unlessAll(matchWords),
  'words-or-linear-regex': (pattern, reading) =>
    pattern === '' || pattern === '*' ? matchEverything(pattern) : matchLinear(pattern, reading),
  'basenames-or-searched-regex': unlessAll(matchBasenames),
  'aliases-or-valid-regex': matchAliases,
  'whole-regex': matchWhole,
  'aliases-or-whole-regex': matchAliasesOrWhole,
  'searched-regex': unlessAll(matchPatternOrText),
  equal: unlessAll(matchEqual),
  'segment-glob': (pattern) => matchSegmentGlob(pattern),
  everything: matchEverything,
};
