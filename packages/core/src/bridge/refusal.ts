import type { Dialect, Effect, EventRow, AnyEvent } from '../model/index.ts';

/** The ways in which a hook can refuse: by the event's own block, by ending the turn, or by an outcome word. */
type Way = { readonly by: 'block' } | { readonly by: 'end-turn' } | { readonly by: 'word'; readonly word: string };

/** A way to refuse and what it does. */
export interface Power {
  readonly way: Way;
  readonly effect: Effect;
  /** Whether it can be said without a reason; else one stands for a reason that is missing. */
  readonly isSilent: boolean;
}

/** How the wanted effect, or the nearest to it, can be said; null where nothing near can. */
export function refusalFor(powers: readonly Power[], wanted: Effect): Power | null {
  const near = [wanted, ...(INSTEAD[wanted] ?? [])];
  return near.flatMap((effect) => powers.filter((power) => power.effect === effect))[0] ?? null;
}

/** What holds the same thing back in another way. None of them may do the opposite: a turn that is to end must not be kept going. */
const INSTEAD: Readonly<Partial<Record<Effect, readonly Effect[]>>> = {
  end_turn: ['deny_tool', 'reject_prompt', 'withhold_output'],
  withhold_output: ['end_turn'],
  suppress_compaction: ['cancel_compaction'],
  cancel_compaction: ['suppress_compaction'],
};

/** All ways in which a hook can refuse on an event, the event's own first. */
export function powersToRefuse(dialect: Dialect, row: EventRow, event?: AnyEvent): readonly Power[] {
  const taken = row.noBlockWhen !== undefined && event?.[row.noBlockWhen.field] === row.noBlockWhen.is;
  const { style, endTurn } = dialect.answer;
  if (style === 'tagged-outcome') return taken ? [] : wordsToRefuse(row);
  return [
    ...(row.block === null || taken ? [] : [{ way: { by: 'block' }, effect: row.block, isSilent: false } as const]),
    ...(endTurn !== null && row.endsTurn === true && row.block !== 'end_turn'
      ? [{ way: { by: 'end-turn' }, effect: 'end_turn', isSilent: false } as const]
      : []),
  ];
}

const wordsToRefuse = (row: EventRow): readonly Power[] =>
  Object.entries(row.outcomes ?? {}).flatMap(([word, { does, effect = row.block, fields }]) => {
    const isSilent = does === 'suppress' && Object.values(fields).every(({ required }) => !required);
    return does === 'proceed' || effect === null ? [] : [{ way: { by: 'word', word }, effect, isSilent }];
  });
