import type { MatchRule } from '../../model/dialect.ts';
import { type CompiledMatcher, matchEverything } from './compiled-matcher.ts';
import { matchContent } from './content-regex.ts';
import { matchSegmentGlob } from './segment-glob.ts';
import { matchBasenames, matchFullRegex, matchSearchedRegex } from './subject-regex.ts';

export type { CompiledMatcher } from './compiled-matcher.ts';

/** A matcher as a hook file writes it: one pattern, or one for the tool and one for its input. */
export interface WrittenMatcher {
  readonly pattern?: string | null;
  readonly tool?: string;
  readonly content?: string;
}

/** Makes a written matcher ready; never throws, a bad one is said in `problems`. */
export function compileMatcher(rule: MatchRule, written: WrittenMatcher): CompiledMatcher {
  if (rule === 'tool-and-content-regex') return matchContent(written);
  const pattern = written.pattern ?? null;
  if (pattern === null) return matchEverything(null);
  return COMPILERS[rule](pattern);
}

const acceptsAll = (pattern: string): boolean => ['', '*'].includes(pattern.trim());

const unlessAll =
  (compile: (pattern: string) => CompiledMatcher) =>
  (pattern: string): CompiledMatcher =>
    acceptsAll(pattern) ? matchEverything(pattern) : compile(pattern);

const COMPILERS: Readonly<Record<Exclude<MatchRule, 'tool-and-content-regex'>, (pattern: string) => CompiledMatcher>> =
  {
    'names-or-full-regex': unlessAll(matchFullRegex),
    'names-or-searched-regex': unlessAll(matchSearchedRegex),
    'basenames-or-searched-regex': unlessAll(matchBasenames),
    'segment-glob': matchSegmentGlob,
    everything: matchEverything,
  };
