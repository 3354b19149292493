import type { PolicyRollout, RolloutGates, RolloutStage } from '../model/index.ts';
import { keysOf, list, or, type PolicyValue, share, text, whole, wrong } from './read-values.ts';

/** Used where a policy does not say what a stage must show. */
const USUAL: RolloutGates = {
  minMinutes: 60,
  minDecisions: 1000,
  mostBlocks: 0.05,
  mostFaults: 0.002,
  mostP95Ms: 2000,
  mostExceptions: 3,
};

/** Reads a roll-out; `hookName` reads the name of a hook of the policy. */
export function rolloutIn(written: PolicyValue, hookName: (written: PolicyValue) => string): PolicyRollout {
  const at = keysOf(written, ['id', 'hooks', 'stages', 'gates']);
  const stages = list(stageIn)(at('stages'));
  return {
    id: text(at('id')),
    hooks: list(hookName)(at('hooks')),
    stages: stages.length === 0 ? wrong(at('stages'), 'at least one stage') : stages,
    gates: or(at('gates'), USUAL, gatesIn),
  };
}

function stageIn(written: PolicyValue): RolloutStage {
  const at = keysOf(written, ['shadow', 'enforce']);
  const percent = whole(0, 100);
  const [shadow, enforce] = [at('shadow'), at('enforce')];
  if ((shadow.value === undefined) === (enforce.value === undefined))
    return wrong(written, 'either {"shadow": PERCENT} or {"enforce": PERCENT}');
  return shadow.value === undefined ? { enforce: percent(enforce) } : { shadow: percent(shadow) };
}

const MOST = 1_000_000_000;

function gatesIn(written: PolicyValue): RolloutGates {
  const at = keysOf(written, Object.keys(USUAL));
  const number = (key: keyof RolloutGates): number => or(at(key), USUAL[key], whole(0, MOST));
  const rate = (key: keyof RolloutGates): number => or(at(key), USUAL[key], share);
  return {
    minMinutes: number('minMinutes'),
    minDecisions: number('minDecisions'),
    mostBlocks: rate('mostBlocks'),
    mostFaults: rate('mostFaults'),
    mostP95Ms: number('mostP95Ms'),
    mostExceptions: number('mostExceptions'),
  };
}
