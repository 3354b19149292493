import { type Dialect, DIALECTS, type Hooks, type AnyEvent, type ListedHook } from '@hookline/core/internal';
import { exampleEvents } from '../cases/index.ts';

/** A built-in event that selects the hook, according to the engine; null when there is none. */
export function reachingExample(hook: ListedHook, hooks: Hooks, project: string): AnyEvent | null {
  const candidates = candidatesFor(hook, project);
  return candidates.find((event) => reaches(event, hook.id, hooks)) ?? null;
}

/** Any event of the hook's kind, whether or not its matcher accepts it; null when its dialect has no such event. */
export const anyExample = (hook: ListedHook, project: string): AnyEvent | null =>
  candidatesFor(hook, project)[0] ?? null;

/**
 * Why none of the built-in examples selects the hook, in the engine's words; one that selects it but is taken by a
 * duplicate is the best explanation.
 */
export function whyUnreached(hook: ListedHook, hooks: Hooks, project: string): string {
  const entries = candidatesFor(hook, project).flatMap(
    (event) => hooks.explain(event).hooks.find(({ id }) => id === hook.id) ?? [],
  );
  return (entries.find(({ armed }) => !armed) ?? entries[0])?.why ?? 'its system has no such event';
}

/** Whether the event would run the hook. */
const reaches = (event: AnyEvent, id: string, hooks: Hooks): boolean =>
  hooks.explain(event).hooks.some((hook) => hook.id === id && hook.runs);

function candidatesFor({ dialect: id, event, matcher }: ListedHook, project: string): readonly AnyEvent[] {
  const dialect = DIALECTS.find((each) => each.id === id);
  const row = dialect?.events[event];
  if (dialect === undefined || row === undefined) return [];
  const words = literalsIn(matcher ?? '');
  return row.means.flatMap((name) => {
    const plain = exampleEvents(name, { project });
    const own = exampleEvents(name, { project, dialect: id });
    const [usual] = plain;
    return [...plain, ...own, ...(usual === undefined ? [] : words.flatMap((word) => withSubject(usual, word, row)))];
  });
}

/** The names that a matcher lists, or has as a literal prefix. */
const literalsIn = (matcher: string): readonly string[] =>
  matcher.split('|').flatMap((piece) => /^\^?([\w./:-]+)/.exec(piece.trim())?.[1] ?? []);

type Row = NonNullable<Dialect['events'][string]>;

function withSubject(event: AnyEvent, word: string, { subject }: Row): readonly AnyEvent[] {
  if (event['tool_name'] !== undefined) return [{ ...event, tool_name: word }];
  return subject.from === 'field' || subject.from === 'basename' ? [{ ...event, [subject.field]: word }] : [];
}
