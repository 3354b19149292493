import { isTaken } from '../engine/natives.ts';
import type { Dialect, Effect, EventRow, AnyEvent } from '../model/index.ts';

/** The ways in which a hook can refuse: by the event's own block, by ending the turn, or by an outcome word. */
type RefusalWay =
  | { readonly by: 'block' }
  | { readonly by: 'end-turn' }
  | { readonly by: 'word'; readonly word: string };

/** A way to refuse and what it does. */
export interface RefusalPower {
  readonly way: RefusalWay;
  readonly effect: Effect;
  /** Whether it can be expressed without a reason; otherwise a default replaces a missing reason. */
  readonly isSilent: boolean;
}

/** How the wanted effect, or the nearest to it, can be expressed; null where none can. */
export function refusalFor(powers: readonly RefusalPower[], wanted: Effect): RefusalPower | null {
  const near = [wanted, ...(INSTEAD[wanted] ?? [])];
  return near.flatMap((effect) => powers.filter((power) => power.effect === effect))[0] ?? null;
}

/**
 * Effects that stop the same thing in another way; none may do the opposite, so a turn that must end is never
 * continued.
 */
const INSTEAD: Readonly<Partial<Record<Effect, readonly Effect[]>>> = {
  deny_tool: ['end_turn'],
  end_turn: ['deny_tool', 'reject_prompt', 'withhold_output'],
  withhold_output: ['end_turn'],
  suppress_compaction: ['cancel_compaction'],
  cancel_compaction: ['suppress_compaction'],
};

/** All ways in which a hook can refuse on an event, the event's own first. */
export function powersToRefuse(dialect: Dialect, row: EventRow, event?: AnyEvent): readonly RefusalPower[] {
  const taken = event !== undefined && isTaken(row, event);
  const { style, endTurn } = dialect.answer;
  if (style === 'tagged-outcome') return taken ? [] : wordsToRefuse(row);
  return [
    ...(row.block === null || taken ? [] : [{ way: { by: 'block' }, effect: row.block, isSilent: false } as const]),
    ...haltingPower(row),
    ...(endTurn !== null && row.halts === undefined && row.endsTurn === true && row.block !== 'end_turn'
      ? [{ way: { by: 'end-turn' }, effect: 'end_turn', isSilent: false } as const]
      : []),
  ];
}

/** What `continue: false` does, where that is neither the end of the turn nor the event's own block. */
const haltingPower = ({ halts, block }: EventRow): readonly RefusalPower[] =>
  halts === undefined || halts === 'no-power' || halts === block
    ? []
    : [{ way: { by: 'end-turn' }, effect: halts, isSilent: false }];

const wordsToRefuse = (row: EventRow): readonly RefusalPower[] =>
  Object.entries(row.outcomes ?? {}).flatMap(([word, { does, effect = row.block, fields }]) => {
    const isSilent = does === 'suppress' && Object.values(fields).every(({ required }) => !required);
    return does === 'proceed' || effect === null ? [] : [{ way: { by: 'word', word }, effect, isSilent }];
  });
