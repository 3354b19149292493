import type { Hook, MatchResult, MatchSubject } from '../model/index.ts';
import type { HookEntry } from './routes.ts';
import { bothMatch } from './rules/compiled-matcher.ts';
import { memoized } from '../text/memo.ts';

/** A hook that an event has selected, and why. */
export interface Selected {
  readonly entry: HookEntry;
  readonly why: string;
  /** Selected because its matcher could not decide within its budget, or has not yet. */
  readonly isUndecided?: true;
}

/** What an index needs from an event. */
export interface Subjects {
  readonly subject: MatchSubject;
  /** The same under further names of the tool; a matcher that accepts one of them accepts the event. */
  readonly otherSubjects: readonly MatchSubject[];
}

/** The hooks of one native event, indexed by name: the cost of a selection does not grow with their number. */
export interface HookIndex {
  /** Those whose matchers accept the event, in configuration order. */
  readonly select: (subjects: Subjects) => readonly Selected[];
}

/** The index of a list of hooks; built at its first use, and dropped with the list. */
export const indexOf = memoized((hooks: readonly HookEntry[]): HookIndex => createIndex(hooks));

/** Tests one hook directly: what the index does for many, and what `explain` reports for those that it left out. */
export function isSelected(hook: Hook, { subject, otherSubjects }: Subjects): MatchResult {
  const first = isAbout(hook, subject);
  if (first.matches) return first;
  for (const other of otherSubjects) {
    const further = isAbout(hook, other);
    if (further.matches) return further;
  }
  return first;
}

/** Whether a hook accepts the names of an event, so that its input alone may rule the hook out. */
export const couldBeSelected = (hook: Hook, { subject, otherSubjects }: Subjects): boolean =>
  [subject, ...otherSubjects].some((each) => couldAccept(hook, each));

function isAbout(hook: Hook, subject: MatchSubject): MatchResult {
  const byMatcher = hook.matcher.test(subject);
  if (!byMatcher.matches || hook.condition === null) return byMatcher;
  const byCondition = hook.condition.test(subject);
  return byCondition.matches ? bothMatch(byMatcher, byCondition) : byCondition;
}

function createIndex(hooks: readonly HookEntry[]): HookIndex {
  const places = placesOf(hooks);
  const memo = new Map<string | null, Candidates>();
  let held = 0;
  // The same tool is often used many times in a row.
  let last: Candidates | null = null;
  const candidatesOf = (subject: MatchSubject): Candidates => {
    if (last !== null && holdsFor(last, subject)) return last;
    const known = memo.get(subject.text);
    if (known !== undefined && holdsFor(known, subject)) return (last = known);
    const found = findCandidates(hooks, places, subject);
    if (!found.isSettled || !holdsFor(found, subject) || (subject.text?.length ?? 0) > LONGEST_TEXT) return found;
    held += found.items.length;
    if (memo.size === MOST_TEXTS || held > MOST_HELD) {
      memo.clear();
      held = found.items.length;
    }
    memo.set(subject.text, found);
    return found;
  };
  return {
    select: (subjects) => {
      if (subjects.otherSubjects.length > 0) return selectByAny(hooks, subjects, candidatesOf);
      const { selected, items } = candidatesOf(subjects.subject);
      return selected ?? items.flatMap((item) => resultOf(item, subjects));
    },
  };
}

/** Results are cached by subject text; a tool name that differs from it was not tested. */
const holdsFor = ({ text, hasTools }: Candidates, subject: MatchSubject): boolean =>
  text === subject.text && (text === subject.toolName || !hasTools);

const LONGEST_TEXT = 200;
const MOST_TEXTS = 512;
// Number of hooks in the whole cache: where thousands match everything, few texts are kept.
const MOST_HELD = 50_000;

/** Positions in the list of hooks that may accept a text. */
interface HookPlaces {
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly byPrefix: ReadonlyMap<string, readonly number[]>;
  readonly prefixLengths: readonly number[];
  /** Positions of hooks that must always be tested. */
  readonly others: readonly number[];
}

function placesOf(hooks: readonly HookEntry[]): HookPlaces {
  const byName = new Map<string, number[]>();
  const byPrefix = new Map<string, number[]>();
  const others: number[] = [];
  hooks.forEach(({ hook: { matcher } }, place) => {
    const prefix = (matcher.prefix ?? '').slice(0, LONGEST_PREFIX);
    if (matcher.names !== null) for (const name of new Set(matcher.names)) addTo(byName, name, place);
    else if (prefix !== '') addTo(byPrefix, prefix, place);
    else others.push(place);
  });
  const lengths = new Set([...byPrefix.keys()].map((prefix) => prefix.length));
  return { byName, byPrefix, prefixLengths: [...lengths], others };
}

// One look-up for each length that occurs: there are few lengths, and they are long enough for the name of a server.
const LONGEST_PREFIX = 32;

function addTo(groups: Map<string, number[]>, key: string, place: number): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [place]);
  else group.push(place);
}

/** Hooks that may be selected by a text. */
interface Candidates {
  readonly text: string | null;
  readonly items: readonly Candidate[];
  /** The result, where all of them depend on names alone. */
  readonly selected: readonly Selected[] | null;
  /** Whether the tool's name was used beside the text. */
  readonly hasTools: boolean;
  /** Whether none of them waits for a slow search. */
  readonly isSettled: boolean;
}

interface Candidate {
  readonly place: number;
  readonly entry: HookEntry;
  /** Why it is selected; null when it must be tested again for each event. */
  readonly by: MatchResult | null;
}

function findCandidates(hooks: readonly HookEntry[], places: HookPlaces, subject: MatchSubject): Candidates {
  const items: Candidate[] = [];
  let hasTools = false;
  for (const place of placesFor(subject.text, places, hooks.length)) {
    const entry = hooks[place];
    if (entry === undefined) continue;
    const item = candidateOf(entry, place, subject);
    hasTools ||= !isByText(entry.hook);
    if (item !== null) items.push(item);
  }
  const certain = items.flatMap(({ entry, by }) => (by === null ? [] : [selectedBy(entry, by)]));
  const selected = certain.length === items.length ? certain : null;
  const isSettled = items.every(({ by }) => by?.undecided !== 'pending');
  return { text: subject.text, items, selected, hasTools, isSettled };
}

const selectedBy = (entry: HookEntry, { why, undecided }: MatchResult): Selected =>
  undecided === undefined ? { entry, why } : { entry, why, isUndecided: true };

/**
 * In configuration order. An event without a subject is tested against all hooks, since some dialects ignore matchers
 * there.
 */
function placesFor(text: string | null, places: HookPlaces, count: number): readonly number[] {
  if (text === null) return Array.from({ length: count }, (_, place) => place);
  const found = [...places.others, ...(places.byName.get(text) ?? [])];
  for (const length of places.prefixLengths) {
    const group = text.length < length ? undefined : places.byPrefix.get(text.slice(0, length));
    for (const place of group ?? []) found.push(place);
  }
  return found.toSorted((one, other) => one - other);
}

const isByText = ({ matcher, condition }: Hook): boolean => matcher.looksAt === 'names' && condition === null;

/** Null when the names alone rule the hook out. */
function candidateOf(entry: HookEntry, place: number, subject: MatchSubject): Candidate | null {
  if (isByText(entry.hook)) {
    const by = entry.hook.matcher.test(subject);
    return by.matches ? { place, entry, by } : null;
  }
  return couldAccept(entry.hook, subject) ? { place, entry, by: null } : null;
}

function couldAccept({ matcher, condition }: Hook, subject: MatchSubject): boolean {
  if (matcher.looksAt === 'names' && !matcher.test(subject).matches) return false;
  return matcher.couldAccept?.(subject) !== false && condition?.couldAccept?.(subject) !== false;
}

function resultOf({ entry, by }: Candidate, subjects: Subjects): readonly Selected[] {
  const answer = by ?? isSelected(entry.hook, subjects);
  return answer.matches ? [selectedBy(entry, answer)] : [];
}

/** A tool with several names: a hook selected under one of them is selected. */
function selectByAny(
  hooks: readonly HookEntry[],
  subjects: Subjects,
  candidatesOf: (subject: MatchSubject) => Candidates,
): readonly Selected[] {
  const all = [subjects.subject, ...subjects.otherSubjects];
  const places = new Set(all.flatMap((subject) => candidatesOf(subject).items.map(({ place }) => place)));
  return [...places]
    .toSorted((one, other) => one - other)
    .flatMap((place) => {
      const entry = hooks[place];
      return entry === undefined ? [] : resultOf({ place, entry, by: null }, subjects);
    });
}
