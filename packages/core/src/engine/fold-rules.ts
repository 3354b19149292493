import type { Dialect, HookSaid, Outcome, Rewrite } from '../model/index.ts';
import { blockedBefore } from './hook-run.ts';

/** The rules by which `fold` and the engine make one outcome of all answers, as sentences. */
export const FOLD_RULES = {
  'nobody-decided': 'no hook decided anything, so the action goes on as it would without hooks',
  'one-block': 'one block is enough',
  'block-outweighs': 'a block outweighs every ask and allow',
  'first-block-stands':
    'of several blocks the first in the order of the plan counts, with the reasons of all that do the same',
  'end-turn-outranks': 'a block that ends the turn outranks every other block',
  'fault-blocks': 'the dialect lets a hook that fails block this event',
  'fault-proceeds': 'the dialect lets the action go on when a hook fails on this event',
  'no-power': 'a refusal where the event cannot be stopped is a fault, and stops nothing',
  'later-hooks-rest': 'after a block the later hooks of the dialect are not run',
  'later-dialects-rest': 'after a block the later dialects are not run',
  'ask-outweighs-allow': 'an ask outweighs every allow',
  'one-ask': 'a hook asked for confirmation, and none blocked',
  'one-allow': 'a hook allowed it, and none blocked or asked',
  'last-rewrite-stands': 'of several rewrites of the same thing the last in the order of the plan counts',
  'contexts-add-up': 'contexts add up in the order of the plan',
  'background-decides-nothing': 'a background hook decides nothing',
  'shadow-decides-nothing': 'a hook in shadow decides nothing',
} as const satisfies Readonly<Record<string, string>>;

export type FoldRule = keyof typeof FOLD_RULES;

/** What is needed to find the rules that applied. */
export type Decided = Pick<Outcome, 'decision' | 'block' | 'hooks' | 'additionalContext'>;

/** The rules that made an outcome what it is: the one that decided first, then the others that took part. */
export function rulesOf(outcome: Decided, said: readonly HookSaid[]): readonly FoldRule[] {
  const heard = said.filter(({ background, shadow }) => !background && !shadow);
  return [
    decidedBy(outcome, heard),
    ...faultRules(outcome, heard),
    ...restRules(outcome),
    ...(REWRITES.some((key) => isRepeated(heard, key)) ? (['last-rewrite-stands'] as const) : []),
    ...(outcome.additionalContext.length > 1 ? (['contexts-add-up'] as const) : []),
    ...(said.some(({ background }) => background) ? (['background-decides-nothing'] as const) : []),
    ...(said.some(({ shadow }) => shadow) ? (['shadow-decides-nothing'] as const) : []),
  ];
}

function decidedBy({ decision, block }: Decided, heard: readonly HookSaid[]): FoldRule {
  const has = (word: 'allow' | 'ask'): boolean => heard.some(({ verdict }) => verdict.decision === word);
  switch (decision) {
    case 'none':
      return 'nobody-decided';
    case 'allow':
      return 'one-allow';
    case 'ask':
      return has('allow') ? 'ask-outweighs-allow' : 'one-ask';
    case 'block': {
      const blocks = heard.filter(({ verdict }) => verdict.decision === 'block');
      if (has('ask') || has('allow')) return 'block-outweighs';
      if (blocks.length < 2) return 'one-block';
      const isOutranked = block?.effect === 'end_turn' && blocks.some(({ verdict }) => verdict.effect !== 'end_turn');
      return isOutranked ? 'end-turn-outranks' : 'first-block-stands';
    }
  }
}

function faultRules({ block }: Decided, heard: readonly HookSaid[]): readonly FoldRule[] {
  const failed = heard.filter(({ verdict }) => verdict.fault !== undefined);
  const isPowerless = ({ verdict }: HookSaid): boolean => verdict.fault?.code === 'no_power';
  const goesOn = failed.some((each) => each.verdict.decision !== 'block' && !isPowerless(each));
  return [
    ...(failed.some(({ id }) => id === block?.hook) ? (['fault-blocks'] as const) : []),
    ...(goesOn ? (['fault-proceeds'] as const) : []),
    ...(failed.some(isPowerless) ? (['no-power'] as const) : []),
  ];
}

function restRules({ block, hooks }: Decided): readonly FoldRule[] {
  const dialect = hooks.find(({ id }) => id === block?.hook)?.dialect;
  const reasons = new Set(block === null ? [] : hooks.map(({ id }) => blockedBefore(id)));
  const resting = hooks.filter(({ status, why }) => status === 'skipped' && why !== null && reasons.has(why));
  return [
    ...(resting.some((run) => run.dialect === dialect) ? (['later-hooks-rest'] as const) : []),
    ...(resting.some((run) => run.dialect !== dialect) ? (['later-dialects-rest'] as const) : []),
  ];
}

const REWRITES: readonly Rewrite[] = ['updatedInput', 'updatedToolOutput', 'updatedPrompt'];

const isRepeated = (heard: readonly HookSaid[], key: Rewrite): boolean =>
  heard.filter(({ verdict }) => verdict[key] !== undefined).length > 1;

/** The order in which the hooks of a dialect run, as a sentence. */
export function scheduleWords({ schedule: { order, pace, afterBlock } }: Dialect): string {
  return [ORDERS[order], PACES[pace], AFTER_BLOCK[afterBlock]].join(', ');
}

type Schedule = Dialect['schedule'];

const ORDERS: Readonly<Record<Schedule['order'], string>> = {
  configuration: 'in the order of the files',
  priority: 'highest priority first',
};

const PACES: Readonly<Record<Schedule['pace'], string>> = {
  'one-by-one': 'one by one, each seeing what the ones before have rewritten',
  'parallel-unless-sequential': 'all at once unless one of them is sequential',
};

const AFTER_BLOCK: Readonly<Record<Schedule['afterBlock'], string>> = {
  stop: 'the first block ends the row',
  'go-on': 'a block does not keep the others from running',
};
