import { isUsualReason } from '../engine/answers/refusal.ts';
import { host } from '../dialects/index.ts';
import { nativeName } from '../engine/frame.ts';
import type { Bounds, Dialect, Effect, EventRow, HooksOptions, Outcome } from '../model/index.ts';
import { knownSystems } from '../settings/settings.ts';

/** What only the host knows about the refused event. */
export interface HostFacts {
  /** The tool by the name that the model uses. */
  readonly tool?: string;
  /** The option `dialects` of `createHooks`, where it holds tables of your own. */
  readonly dialects?: HooksOptions['dialects'];
}

type Blocked = Pick<Outcome, 'event' | 'block' | 'hooks'>;

/**
 * The refusal in the wording of the dialect that blocked; null when nothing was blocked, or the dialect has no text
 * for it.
 */
export function hostText(outcome: Blocked, { tool = 'the tool', dialects }: HostFacts = {}): string | null {
  const { block } = outcome;
  const blocker = blockerOf(outcome, dialects);
  if (block === null || blocker === null) return block?.reason ?? null;
  // A hook may end the turn where its event would do something else; then there is only the reason.
  const wording = block.effect === blocker.row?.block ? blocker.row.blockText : undefined;
  const given = isUsualReason(blocker.dialect.answer, block.reason, blocker.native) ? null : filled(block.reason);
  const reason = given ?? wording?.withoutReason ?? filled(block.reason);
  if (wording === undefined || reason === null) return reason;
  return fill(wording.text, { tool, reason });
}

/** What the refusal appends to the output that the model sees; null where the dialect that blocked appends nothing. */
export function annotationOf(outcome: Blocked, { dialects }: Pick<HostFacts, 'dialects'> = {}): string | null {
  const annotation = blockerOf(outcome, dialects)?.row?.annotation;
  return annotation === undefined ? null : fill(annotation, { reason: outcome.block?.reason ?? '' });
}

/**
 * What the end of a turn means where a refusal ends it: whether the other tool calls of the same reply are skipped,
 * and the text for the model, which is null where the dialect that ended it informs the user alone.
 */
export function turnEndOf(
  outcome: Blocked,
  { dialects }: Pick<HostFacts, 'dialects'> = {},
): { readonly stopsOtherCalls: boolean; readonly forModel: string | null } {
  const end = outcome.block?.effect === 'end_turn' ? blockerOf(outcome, dialects)?.dialect.answer.endTurn : null;
  const reason = filled(outcome.block?.reason ?? null) ?? 'it gave no reason';
  return {
    stopsOtherCalls: end?.otherCalls === 'do-not-run',
    forModel: end?.tellsModel === true ? `A hook stopped the turn: ${reason}` : null,
  };
}

/**
 * How many times in a row the dialect that blocked may keep the host from stopping, or make it retry; null: its block
 * has no such bound.
 */
export function boundOf(outcome: Blocked, { dialects }: Pick<HostFacts, 'dialects'> = {}): number | null {
  const bound = outcome.block === null ? undefined : BOUNDED[outcome.block.effect];
  return bound === undefined ? null : (blockerOf(outcome, dialects)?.dialect.bounds[bound] ?? null);
}

const BOUNDED: Readonly<Partial<Record<Effect, keyof Bounds>>> = {
  keep_working: 'keepWorking',
  retry_turn: 'retryTurn',
};

interface Blocker {
  readonly dialect: Dialect;
  readonly native: string;
  readonly row: EventRow | undefined;
}

function blockerOf({ event, block, hooks }: Blocked, dialects: HostFacts['dialects']): Blocker | null {
  const id = hooks.find((run) => run.id === block?.hook)?.dialect;
  const dialect = [...knownSystems(dialects), host].find((each) => each.id === id);
  if (dialect === undefined) return null;
  const native = nativeName(dialect, { hook_event_name: event }) ?? event;
  return { dialect, native, row: dialect.events[native] };
}

const filled = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text);

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
