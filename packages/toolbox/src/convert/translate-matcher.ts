import type { Dialect, EventName, EventRow, Hook, MatchRule } from '@hookline/core/internal';

/** The matchers with which a hook is registered at the target; each becomes an entry of its own. */
export interface TranslatedMatcher {
  /** Null: everything. */
  readonly matchers: readonly (string | null)[];
  /** False: they accept more than the hook's own, which is then tested as well. */
  readonly isExact: boolean;
}

/** The two systems of a conversion. */
export interface Pair {
  readonly from: Dialect;
  readonly to: Dialect;
  /** Whether each of them uses its own names of tools. */
  readonly toolNames: 'given' | 'native';
}

/** The hook's matcher in the target's syntax, or one that accepts more where it cannot be expressed. */
export function translateMatcher(hook: Hook, { from, to, toolNames }: Pair, event: EventName): TranslatedMatcher {
  const { names, text } = hook.matcher;
  if (text === null) return { matchers: [null], isExact: true };
  const [ours, theirs] = [rowOf(from, event), rowOf(to, event)];
  if (names === null || ours === undefined || theirs === undefined || !isSameSubject(ours, theirs)) return ANYTHING;
  const isTool = ours.subject.from === 'field' && ours.subject.field === 'tool_name';
  const known = isTool && toolNames === 'native' ? names.flatMap((name) => namesIn(name, from, to)) : names;
  const spelled = SPELLINGS[theirs.match ?? to.match]([...new Set(known)]);
  return spelled === null ? ANYTHING : { matchers: spelled, isExact: true };
}

const ANYTHING: TranslatedMatcher = { matchers: [null], isExact: false };

const rowOf = ({ events }: Dialect, event: EventName): EventRow | undefined =>
  Object.values(events).find(({ means }) => means.includes(event));

const isSameSubject = ({ subject: one }: EventRow, { subject: other }: EventRow): boolean =>
  one.from === 'field' && other.from === 'field' && one.field === other.field && one.or === other.or;

/** A tool of one system under the names of the other; a tool that neither table knows keeps its name. */
function namesIn(name: string, from: Dialect, to: Dialect): readonly string[] {
  const known = Object.entries(from.tools).find(([, tool]) => tool.names.some((each) => each === name))?.[0];
  // A system without a table uses the neutral names.
  const neutral = known ?? (Object.keys(from.tools).length === 0 ? name : null);
  if (neutral === null) return [name];
  return Object.hasOwn(to.tools, neutral) ? (to.tools[neutral]?.names ?? [neutral]) : [neutral];
}

type Spelling = (names: readonly string[]) => readonly (string | null)[] | null;

const MOST_ENTRIES = 8;

const listOr =
  (plain: RegExp, otherwise: (alternatives: string) => string): Spelling =>
  (names) =>
    names.length === 0 ? null : [names.every((name) => plain.test(name)) ? names.join('|') : otherwise(escaped(names))];

const escaped = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');

const SPELLINGS: Readonly<Record<MatchRule, Spelling>> = {
  'names-or-full-regex': listOr(/^\w+$/, (names) => `(?:${names})`),
  'names-or-searched-regex': listOr(/^[\w -]+$/, (names) => `^(?:${names})$`),
  'names-or-valid-regex': listOr(/^[\w -]+$/, (names) => `^(?:${names})$`),
  'valid-regex': listOr(/^$/, (names) => `^(?:${names})$`),
  'words-or-valid-regex': () => null,
  'words-or-linear-regex': listOr(/^\w+$/, (names) => `^(?:${names})$`),
  'basenames-or-searched-regex': () => null,
  'aliases-or-valid-regex': listOr(/^[\w -]+$/, (names) => `^(?:${names})$`),
  // The whole subject is meant, so that names and bars are themselves.
  'whole-regex': listOr(/^[\w -]+$/, (names) => names),
  'aliases-or-whole-regex': listOr(/^[\w -]+$/, (names) => names),
  'searched-regex': listOr(/^$/, (names) => `^(?:${names})$`),
  equal: () => null,
  'tool-and-content-regex': listOr(/^$/, (names) => `^(?:${names})$`),
  // A glob has no alternatives, so each name gets its own entry.
  'segment-glob': (names) =>
    names.length > 0 && names.length <= MOST_ENTRIES && names.every((name) => /^[\w.-]+$/.test(name)) ? names : null,
  everything: () => null,
};
