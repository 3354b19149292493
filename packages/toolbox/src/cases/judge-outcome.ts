import type { HookRun, Json, JsonObject, Outcome } from '@hookline/core';
import {
  compileSearch,
  createEventSearches,
  type EventSearches,
  type Search,
  whenSearched,
} from '@hookline/core/internal';
import { isDeepStrictEqual } from 'node:util';
import type { Expectation, MessageExpectation, Mismatch, TextExpectation } from './hook-case.ts';

/**
 * All differences between an outcome and the expectation; empty when the case passes. Patterns are searched like those
 * of matchers: a possibly slow one runs asynchronously, and within a budget.
 */
export async function judgeOutcome(
  outcome: Outcome,
  expect: Expectation,
  durationMs: number,
  signal?: AbortSignal,
): Promise<readonly Mismatch[]> {
  const searches = createEventSearches(signal);
  const fits: Fits = (expected, actual) => isSo(expected, actual, searches);
  return whenSearched(searches, () => judge(outcome, expect, durationMs, fits));
}

/** Whether a text is as expected; not decided while a search for it still runs. */
type Fits = (expected: TextExpectation, actual: string) => boolean;

function judge(outcome: Outcome, expect: Expectation, durationMs: number, fits: Fits): readonly Mismatch[] {
  const reason = outcome.block === null ? outcome.reason : outcome.block.reason;
  // If nothing ran, nothing else is worth reporting.
  const idle = expect.hooks === undefined ? someRan(outcome.hooks) : [];
  if (idle.length > 0) return idle;
  return [
    ...(expect.decision === undefined ? [] : same('decision', expect.decision, outcome.decision)),
    ...(expect.isLetPass === true && outcome.block !== null ? [BLOCKED] : []),
    ...(expect.effect === undefined ? [] : same('effect', expect.effect, outcome.block?.effect ?? null)),
    ...text('reason', expect.reason, reason, fits),
    ...(expect.updatedInput === undefined ? [] : same('updatedInput', expect.updatedInput, outcome.updatedInput)),
    ...(expect.updatedToolOutput === undefined
      ? []
      : same('updatedToolOutput', expect.updatedToolOutput, outcome.updatedToolOutput)),
    ...text('updatedPrompt', expect.updatedPrompt, outcome.updatedPrompt, fits),
    ...texts(expect.context, outcome.additionalContext, fits),
    ...messages(expect.messages, outcome, fits),
    ...(expect.hooks === undefined ? [] : runs(expect.hooks, outcome.hooks)),
    ...faults(expect.faults ?? [], outcome.hooks),
    ...extras(expect.extra ?? {}, outcome),
    ...time(expect.withinMs, durationMs),
  ];
}

const BLOCKED: Mismatch = { what: 'decision', expected: 'anything but a block', actual: 'block' };

/** The hooks of an outcome that were run. */
export const ranOf = (outcome: Outcome): readonly HookRun[] =>
  outcome.hooks.filter(({ status }) => status !== 'skipped');

/** Whether a name in a case file means a hook: its id, its name, or the end of a path in its name. */
export const isHook = (named: string, { id, name }: Pick<HookRun, 'id' | 'name'>): boolean =>
  id === named || name === named || name.endsWith(`/${named}`);

const shown = (value: Json | undefined): string =>
  value === undefined || value === null
    ? 'nothing'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2);

const same = (what: string, expected: Json, actual: Json): readonly Mismatch[] =>
  isDeepStrictEqual(expected, actual) ? [] : [{ what, expected: shown(expected), actual: shown(actual) }];

function text(
  what: string,
  expected: TextExpectation | null | undefined,
  actual: string | null,
  fits: Fits,
): readonly Mismatch[] {
  if (expected === undefined) return [];
  if (expected === null) return same(what, null, actual);
  return actual !== null && fits(expected, actual)
    ? []
    : [{ what, expected: inWords(expected), actual: shown(actual) }];
}

function isSo(expected: TextExpectation, actual: string, searches: EventSearches): boolean {
  switch (expected.is) {
    case 'exactly':
      return actual === expected.text;
    case 'containing':
      return actual.includes(expected.text);
    case 'matching':
      return searchOf(expected.pattern)([actual], searches) === 'accepts';
  }
}

/** The search of a pattern; the object must stay the same while it runs. */
function searchOf(pattern: RegExp): Search {
  const known = SEARCHES.get(pattern);
  if (known !== undefined) return known;
  // A pattern with the flags g or y would continue from where it stopped.
  const compiled = compileSearch(pattern.source, pattern.flags.replace(/[dgy]/g, ''));
  const made: Search = 'search' in compiled ? compiled.search : () => 'undecided';
  SEARCHES.set(pattern, made);
  return made;
}

const SEARCHES = new WeakMap<RegExp, Search>();

function inWords(expected: TextExpectation): string {
  switch (expected.is) {
    case 'exactly':
      return expected.text;
    case 'containing':
      return `a text that contains ${JSON.stringify(expected.text)}`;
    case 'matching':
      return `a text that matches ${String(expected.pattern)}`;
  }
}

const lines = (all: readonly string[]): string => (all.length === 0 ? 'nothing' : all.join('\n'));

function texts(expected: Expectation['context'], actual: readonly string[], fits: Fits): readonly Mismatch[] {
  if (expected === undefined) return [];
  const isSame = isList(expected)
    ? expected.length === actual.length && expected.every((each, index) => fits(each, actual[index] ?? ''))
    : actual.some((each) => fits(expected, each));
  const wanted = isList(expected) ? expected.map(inWords) : [inWords(expected)];
  return isSame ? [] : [{ what: 'context', expected: lines(wanted), actual: lines(actual) }];
}

const isList = <Item>(value: Item | readonly Item[]): value is readonly Item[] => Array.isArray(value);

function messages(expected: Expectation['messages'], { messages: actual }: Outcome, fits: Fits): readonly Mismatch[] {
  if (expected === undefined) return [];
  const isThere = (
    { level, text: wanted }: MessageExpectation,
    message: Outcome['messages'][number] | undefined,
  ): boolean => message !== undefined && (level === null || level === message.level) && fits(wanted, message.text);
  const isSame = isList(expected)
    ? expected.length === actual.length && expected.every((each, index) => isThere(each, actual[index]))
    : actual.some((message) => isThere(expected, message));
  if (isSame) return [];
  const wanted = (isList(expected) ? expected : [expected]).map(({ level, text: one }) =>
    level === null ? inWords(one) : `${level}: ${inWords(one)}`,
  );
  return [
    {
      what: 'messages',
      expected: lines(wanted),
      actual: lines(actual.map(({ level, text: one }) => `${level}: ${one}`)),
    },
  ];
}

function someRan(all: readonly HookRun[]): readonly Mismatch[] {
  if (all.some(({ status }) => status !== 'skipped')) return [];
  const why = all.map(({ name, why: because }) => `${name}: ${because ?? 'skipped'}`);
  const actual = why.length === 0 ? 'no hook for this event' : lines(why);
  return [{ what: 'hooks', expected: 'at least one that runs (if none should, say hooks: [])', actual }];
}

function runs(expected: NonNullable<Expectation['hooks']>, all: readonly HookRun[]): readonly Mismatch[] {
  const ran = all.filter(({ status }) => status !== 'skipped');
  const isSame =
    expected.length === ran.length &&
    expected.every(({ hook, status }, index) => {
      const run = ran[index];
      return run !== undefined && isHook(hook, run) && (status === null || status === run.status);
    });
  const wanted = expected.map(({ hook, status }) => (status === null ? hook : `${hook}: ${status}`));
  return isSame
    ? []
    : [{ what: 'hooks', expected: lines(wanted), actual: lines(ran.map(({ name, status }) => `${name}: ${status}`)) }];
}

function faults(expected: readonly string[], all: readonly HookRun[]): readonly Mismatch[] {
  const actual = all.flatMap(({ name, fault }) => (fault === null ? [] : [{ name, ...fault }]));
  if (
    isDeepStrictEqual(
      expected,
      actual.map(({ code }) => code),
    )
  )
    return [];
  return [
    {
      what: 'faults',
      expected: lines(expected),
      actual: lines(actual.map(({ name, code, message }) => `${code} (${name}: ${message})`)),
    },
  ];
}

const extras = (expected: JsonObject, { extra }: Outcome): readonly Mismatch[] =>
  Object.entries(expected).flatMap(([key, value]) => same(`extra.${key}`, value, (extra as JsonObject)[key] ?? null));

const time = (limitMs: number | undefined, durationMs: number): readonly Mismatch[] =>
  limitMs === undefined || durationMs <= limitMs
    ? []
    : [{ what: 'time', expected: `at most ${limitMs} ms`, actual: `${Math.round(durationMs)} ms` }];
