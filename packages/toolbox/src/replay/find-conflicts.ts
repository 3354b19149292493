import { isDeepStrictEqual } from 'node:util';
import { type HookSaid, isJsonObject, type Json, type AnyEvent, type Rewrite } from '@hookline/core/internal';

/** Two hooks that conflict. */
export interface Conflict {
  readonly kind: 'allow-beside-block' | 'ask-beside-block' | 'same-field' | 'contradicting-rewrites' | 'undone-rewrite';
  /** Ids; the one that comes first in the plan, then the other. */
  readonly hooks: readonly [string, string];
  /** What both rewrite; null where the conflict is about decisions. */
  readonly field: string | null;
  readonly message: string;
}

/** Finds conflicts between the answers of hooks; `said` is in the order of the plan. */
export function findConflicts(said: readonly HookSaid[]): readonly Conflict[] {
  const heard = said.filter(({ background, shadow }) => !background && !shadow);
  return heard.flatMap((earlier, index) =>
    heard
      .slice(index + 1)
      .flatMap((later) => [...decisionConflicts(earlier, later), ...rewriteConflicts(earlier, later)]),
  );
}

function decisionConflicts(earlier: HookSaid, later: HookSaid): readonly Conflict[] {
  const blocker = [earlier, later].find(({ verdict }) => verdict.decision === 'block');
  const other = [earlier, later].find(({ verdict }) => verdict.decision === 'allow' || verdict.decision === 'ask');
  const word = other?.verdict.decision;
  if (blocker === undefined || other === undefined || (word !== 'allow' && word !== 'ask')) return [];
  const message = `${other.id} ${word === 'allow' ? 'allows' : 'asks about'} what ${blocker.id} blocks; the block wins`;
  return [{ kind: `${word}-beside-block`, hooks: [earlier.id, later.id], field: null, message }];
}

/** A field before and after a hook. */
interface Change {
  readonly field: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

function rewriteConflicts(earlier: HookSaid, later: HookSaid): readonly Conflict[] {
  const fields = new Map(fieldsOf(later).map((change) => [change.field, change]));
  return fieldsOf(earlier)
    .filter(isChange)
    .flatMap((first) => {
      const second = fields.get(first.field);
      return second === undefined ? [] : (conflictOf(first, second, [earlier.id, later.id]) ?? []);
    });
}

const isChange = ({ before, after }: Change): boolean => !isDeepStrictEqual(before, after);

function conflictOf(first: Change, second: Change, hooks: readonly [string, string]): Conflict | null {
  const { field } = first;
  const [one, other] = hooks;
  if (isDeepStrictEqual(second.after, first.before)) {
    const why = isChange(second) ? 'puts back' : 'had not seen that, and writes back';
    return conflict(
      'undone-rewrite',
      hooks,
      field,
      `${one} makes ${field} ${shown(first.after)}; ${other} ${why} ${shown(second.after)}`,
    );
  }
  if (isDeepStrictEqual(second.after, first.after))
    return isChange(second)
      ? conflict('same-field', hooks, field, `${one} and ${other} both make ${field} ${shown(first.after)}`)
      : null;
  const hasSeen = isDeepStrictEqual(second.before, first.after);
  const both = `${one} makes ${field} ${shown(first.after)}, ${other} makes it ${shown(second.after)}`;
  return hasSeen
    ? conflict('same-field', hooks, field, `${both}, knowing the first`)
    : conflict(
        'contradicting-rewrites',
        hooks,
        field,
        `${both}; they have not seen each other, and the later one in the plan wins`,
      );
}

const conflict = (kind: Conflict['kind'], hooks: Conflict['hooks'], field: string, message: string): Conflict => ({
  kind,
  hooks,
  field,
  message,
});

const LONGEST = 80;

function shown(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The event fields that a rewrite replaces. */
const PLACES: Readonly<Record<Rewrite, string>> = {
  updatedInput: 'tool_input',
  updatedToolOutput: 'tool_response',
  updatedPrompt: 'prompt',
};

/** What a hook writes, field by field, changed or not: for an object each of its keys. */
const fieldsOf = ({ saw, verdict }: HookSaid): readonly Change[] =>
  (Object.entries(PLACES) as [Rewrite, string][]).flatMap(([key, field]) => {
    const after = verdict[key];
    return after === undefined ? [] : changesIn(field, valueIn(saw, field), after);
  });

const valueIn = (event: AnyEvent, field: string): Json | undefined => event[field];

function changesIn(field: string, before: Json | undefined, after: Json): readonly Change[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ field, before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => ({
    field: `${field}.${key}`,
    before: before[key],
    after: after[key],
  }));
}
