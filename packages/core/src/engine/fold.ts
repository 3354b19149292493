import type {
  Block,
  Decision,
  Effect,
  EventRow,
  Extra,
  Hook,
  Json,
  JsonObject,
  ScheduleTable,
  Verdict,
  VerdictMessage,
} from '../model/index.ts';
import { foldExtras, withJoinedDenials } from './fold-extras.ts';

/** One hook and its verdict. */
export interface Said {
  readonly hook: Hook;
  readonly verdict: Verdict;
}

/** The combined result of an event's hooks: an outcome without the runs. */
export interface Folded {
  readonly decision: Decision;
  readonly reason: string | null;
  readonly block: Block | null;
  readonly updatedInput: JsonObject | null;
  readonly updatedToolOutput: Json | null;
  readonly updatedPrompt: string | null;
  readonly additionalContext: readonly string[];
  /** The hook that gave each item of context. */
  readonly contextHooks: readonly string[];
  readonly messages: readonly VerdictMessage[];
  readonly extra: Extra;
}

/** Shared by all events without answers; frozen, so that no host can write into another's outcome. */
export const NOTHING_SAID: Folded = Object.freeze({
  decision: 'none',
  reason: null,
  block: null,
  updatedInput: null,
  updatedToolOutput: null,
  updatedPrompt: null,
  additionalContext: Object.freeze([]),
  contextHooks: Object.freeze([]),
  messages: Object.freeze([]),
  extra: Object.freeze({}),
});

/** The rules of a dialect for combining answers. */
type FoldRules = Pick<ScheduleTable, 'reasons' | 'contextBesideBlock'>;

/** How a row of a dialect wants several answers combined, where it has rules of its own. */
type FoldRow = Pick<EventRow, 'block' | 'denials' | 'reasons' | 'rewriteBesideBlock'>;

/** Combines the answers of one dialect's hooks; depends on their order in the plan, on its rules and on nothing else. */
export function fold(said: readonly Said[], rules: FoldRules = {}, row: FoldRow = NO_RULES): Folded {
  const verdicts = said.map(({ verdict }) => verdict);
  if (verdicts.every(isSilent)) return NOTHING_SAID;
  const block = foldBlock(said, rules, row);
  const isRewriteDropped = block !== null && row.rewriteBesideBlock === 'dropped';
  const decision = block === null ? strictest(verdicts) : 'block';
  const extras = verdicts.map((verdict) => verdict.extra ?? {});
  const extra = foldExtras(row.denials === 'lines' ? withJoinedDenials(extras) : extras);
  return {
    decision,
    reason: decision === 'ask' || decision === 'allow' ? joinedReasons(said, isDecidedBy(decision, extra)) : null,
    block,
    updatedInput: isRewriteDropped ? null : (last(verdicts, 'updatedInput') ?? null),
    updatedToolOutput: last(verdicts, 'updatedToolOutput') ?? null,
    updatedPrompt: last(verdicts, 'updatedPrompt') ?? null,
    ...contextsOf(block !== null && rules.contextBesideBlock === 'dropped' ? [] : said),
    messages: verdicts.flatMap((verdict) => verdict.messages ?? []),
    extra: withoutOutranked(decision, extra),
  };
}

type FoldReasons = Pick<FoldRow, 'block'> & { readonly reasons?: EventRow['reasons'] | ScheduleTable['reasons'] };

const NO_RULES: FoldRow = { block: null };

/** Of several questions, those that put the call off are the strictest, and so the ones whose reasons count. */
const isDecidedBy =
  (decision: 'ask' | 'allow', { defer }: Extra) =>
  (verdict: Verdict): boolean =>
    verdict.decision === decision && (decision === 'allow' || defer !== true || verdict.extra?.defer === true);

/** What is refused is not put off, and what is refused or asked about is not permitted. */
function withoutOutranked(decision: Decision, extra: Extra): Extra {
  const isPutOff = decision === 'block' && extra.defer !== undefined;
  const isPermitted = (decision === 'block' || decision === 'ask') && extra.permission?.['behavior'] === 'allow';
  if (!isPutOff && !isPermitted) return extra;
  const { defer, permission, ...rest } = extra;
  return {
    ...rest,
    ...(isPutOff || defer === undefined ? {} : { defer }),
    ...(isPermitted || permission === undefined ? {} : { permission }),
  };
}

/** Most hooks let the event pass and return nothing. */
function isSilent(verdict: Verdict): boolean {
  for (const part in verdict) if (COUNTED.has(part) && verdict[part as keyof Verdict] !== undefined) return false;
  return true;
}

/** The parts of a verdict that contribute to the outcome; `effect` and `reason` only come with a decision. */
const COUNTED: ReadonlySet<string> = new Set([
  'decision',
  'updatedInput',
  'updatedToolOutput',
  'updatedPrompt',
  'context',
  'messages',
  'extra',
] satisfies readonly (keyof Verdict)[]);

/** The contexts in order, each with the id of the hook that gave it. */
export function contextsOf(
  said: readonly { readonly hook: Pick<Hook, 'id'>; readonly verdict: Verdict }[],
): Pick<Folded, 'additionalContext' | 'contextHooks'> {
  const given = said.flatMap(({ hook, verdict }) => (verdict.context ?? []).map((text) => ({ id: hook.id, text })));
  return { additionalContext: given.map(({ text }) => text), contextHooks: given.map(({ id }) => id) };
}

/** Adds a later dialect's part to an earlier one's by a rule that is the same for all dialects. */
export function foldAcross(earlier: Folded, later: Folded): Folded {
  if (earlier === NOTHING_SAID || later === NOTHING_SAID) return earlier === NOTHING_SAID ? later : earlier;
  const decision = STRICTNESS.find((word) => earlier.decision === word || later.decision === word) ?? 'none';
  const deciding = earlier.decision === decision ? earlier : later;
  return {
    decision,
    reason: earlier.decision === later.decision ? joined([earlier.reason, later.reason]) : deciding.reason,
    block: earlier.block ?? later.block,
    updatedInput: later.updatedInput ?? earlier.updatedInput,
    updatedToolOutput: later.updatedToolOutput ?? earlier.updatedToolOutput,
    updatedPrompt: later.updatedPrompt ?? earlier.updatedPrompt,
    additionalContext: [...earlier.additionalContext, ...later.additionalContext],
    contextHooks: [...earlier.contextHooks, ...later.contextHooks],
    messages: [...earlier.messages, ...later.messages],
    extra: withoutOutranked(decision, foldExtras(withJoinedDenials([earlier.extra, later.extra]))),
  };
}

/** The strictest first; none if there is nothing else. */
const STRICTNESS: readonly Decision[] = ['block', 'ask', 'allow'];

const strictest = (verdicts: readonly Verdict[]): Decision =>
  STRICTNESS.find((word) => verdicts.some((verdict) => verdict.decision === word)) ?? 'none';

/** Ending the turn outranks every other refusal; else the first effect is kept, with all reasons in order. */
function foldBlock(said: readonly Said[], { reasons: usual }: FoldRules, row: FoldRow): Block | null {
  const blocks = said.filter(({ verdict }) => verdict.decision === 'block');
  const winner = blocks.find(({ verdict }) => verdict.effect === 'end_turn') ?? blocks[0];
  const effect: Effect | undefined = winner?.verdict.effect;
  if (winner === undefined || effect === undefined) return null;
  const reasons = blocks
    .filter(({ verdict }) => verdict.effect === effect)
    .map(({ verdict }) => verdict.reason ?? null);
  return {
    effect,
    reason: oneReason(reasons, effect, { ...row, reasons: row.reasons ?? usual }),
    hook: winner.hook.id,
  };
}

/** The reason of all blocks that do the same; where a row has a rule, it is about the event's own block. */
function oneReason(reasons: readonly (string | null)[], effect: Effect, row: FoldReasons): string | null {
  if (row.reasons === undefined || row.reasons === 'lines') return joined(reasons);
  if (row.reasons === 'first' || effect !== row.block) return reasons.find((reason) => reason !== null) ?? null;
  return joined(reasons, '\n\n');
}

function joinedReasons(said: readonly Said[], wanted: (verdict: Verdict) => boolean): string | null {
  return joined(said.filter(({ verdict }) => wanted(verdict)).map(({ verdict }) => verdict.reason ?? null));
}

function joined(reasons: readonly (string | null)[], between = '\n'): string | null {
  const texts = reasons.filter((reason) => reason !== null);
  return texts.length === 0 ? null : texts.join(between);
}

type RewriteInFold = 'updatedInput' | 'updatedToolOutput' | 'updatedPrompt';

const last = <Key extends RewriteInFold>(verdicts: readonly Verdict[], key: Key): Verdict[Key] | undefined =>
  verdicts.findLast((verdict) => verdict[key] !== undefined)?.[key];
