import { effectOf } from '@hookline/fleet';
import type { ManagedPolicy, RolloutGates } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { policyHook, policyOf } from '../../../../test/support/policy.ts';
import { DIALECTS } from '../../../core/src/dialects/index.ts';
import { parsePolicy } from '../../../core/src/managed/parse-policy.ts';
import { type HookFigures, look, type RolloutRow, shadowOf, type StageCounts, type StageFigures } from './rollout.ts';

const STAGES = [{ shadow: 5 }, { shadow: 100 }, { enforce: 1 }, { enforce: 10 }, { enforce: 50 }, { enforce: 100 }];
const GATES: RolloutGates = {
  minMinutes: 60,
  minDecisions: 1000,
  mostBlocks: 0.05,
  mostFaults: 0.002,
  mostP95Ms: 500,
  mostExceptions: 3,
};
const RULES = { stages: STAGES, gates: GATES };
const POLICY: ManagedPolicy = parsePolicy(
  policyOf([policyHook('qoder', 'guard', 'x')], { rollout: { id: 'r1', hooks: ['guard'], stages: STAGES } }),
  DIALECTS,
);
const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;
const MACHINES = 5000;

type Mode = 'off' | 'shadow' | 'enforced';

/** How often a guard goes wrong in a thousand decisions, by how it runs. */
interface Guard {
  readonly faults: Readonly<Record<Mode, number>>;
  readonly blocks: Readonly<Record<Mode, number>>;
  readonly p95Ms?: number;
}

interface Week {
  readonly row: RolloutRow;
  /** The largest share of machines on which the guard decided. */
  readonly mostEnforced: number;
  readonly minutes: number;
}

/** Plays a week of one look each ten minutes: every machine computes its own ring and tells what happened. */
function week(guard: Guard): Week {
  let row: RolloutRow = { stage: 0, sinceMs: 0, state: 'running', why: null };
  let figures = NO_RUNS;
  let mostEnforced = 0;
  let modes = modesAt(row);
  for (let minute = 0; minute < WEEK_MINUTES; minute += 10) {
    figures = added(figures, modes, guard);
    mostEnforced = Math.max(mostEnforced, modes.enforced / MACHINES);
    const next = look(row, RULES, figuresOf(figures), minute * MINUTE_MS);
    if (next !== row) {
      if (next.stage !== row.stage) figures = NO_RUNS;
      row = next;
      modes = modesAt(row);
    }
    if (row.state !== 'running') return { row, mostEnforced, minutes: minute };
  }
  return { row, mostEnforced, minutes: WEEK_MINUTES };
}

const NONE: StageCounts = { decisions: 0, blocks: 0, faults: 0, p95Ms: 0 };
const NO_RUNS: HookFigures = { hook: 'guard', enforced: NONE, shadow: NONE };
const figuresOf = (hook: HookFigures): StageFigures => ({ hooks: [hook], exceptions: 0, machines: 50 });

function modesAt(row: RolloutRow): Readonly<Record<Mode, number>> {
  const modes = { off: 0, shadow: 0, enforced: 0 };
  for (let machine = 0; machine < MACHINES; machine += 1) modes[modeOf(`machine-${machine}`, row)] += 1;
  return modes;
}

function modeOf(machine: string, row: RolloutRow): Mode {
  const statement = { version: POLICY.version, stage: row.stage, shadow: shadowOf(row, ['guard']) };
  const { shadow, off } = effectOf(POLICY, statement, machine);
  if ('guard' in off) return 'off';
  return shadow.includes('guard') ? 'shadow' : 'enforced';
}

function added(before: HookFigures, modes: Readonly<Record<Mode, number>>, guard: Guard): HookFigures {
  const counts = (mode: 'shadow' | 'enforced'): StageCounts => ({
    decisions: before[mode].decisions + modes[mode],
    blocks: before[mode].blocks + (modes[mode] * guard.blocks[mode]) / 1000,
    faults: before[mode].faults + (modes[mode] * guard.faults[mode]) / 1000,
    p95Ms: guard.p95Ms ?? 40,
  });
  return { hook: 'guard', enforced: counts('enforced'), shadow: counts('shadow') };
}

const calm = { off: 0, shadow: 0, enforced: 0 };

describe('a week of a roll-out', () => {
  it('brings a good guard to all machines', () => {
    const { row, mostEnforced } = week({ faults: calm, blocks: { ...calm, shadow: 10, enforced: 10 } });
    expect(row).toMatchObject({ stage: 5, state: 'done', why: null });
    expect(mostEnforced).toBe(1);
  });

  it.each<[string, Guard, number, RegExp]>([
    [
      'fails in shadow',
      { faults: { ...calm, shadow: 300 }, blocks: calm },
      0,
      /^stage 1 \(shadow 5 %\): guard: in shadow, faults 30 % > 0.2 %/,
    ],
    [
      'would block everybody',
      { faults: calm, blocks: { ...calm, shadow: 900 } },
      0,
      /^stage 1 .*: guard: in shadow, blocks 90 % > 5 %/,
    ],
    [
      'fails only where it decides',
      { faults: { ...calm, enforced: 500 }, blocks: calm },
      0.02,
      /^stage 3 \(enforce 1 %\): guard: faults/,
    ],
    [
      'blocks everybody only where it decides',
      { faults: calm, blocks: { ...calm, enforced: 1000 } },
      0.02,
      /^stage 3 .*: guard: blocks 100 % > 5 %/,
    ],
    ['is slow', { faults: calm, blocks: calm, p95Ms: 900 }, 0, /p95 900 ms > 500 ms/],
  ])('before it decides on a tenth of the machines, it halts a guard that %s', (_, guard, most, why) => {
    const { row, mostEnforced } = week(guard);
    expect(row.state).toBe('halted');
    expect(row.why).toMatch(why);
    expect(mostEnforced).toBeLessThanOrEqual(most);
    expect(mostEnforced).toBeLessThan(0.1);
    // Once it is halted, it decides nowhere.
    expect(modesAt(row)).toMatchObject({ enforced: 0 });
  });
});

describe('a look', () => {
  const row: RolloutRow = { stage: 2, sinceMs: 0, state: 'running', why: null };
  const enforced: StageCounts = { decisions: 5000, blocks: 10, faults: 0, p95Ms: 10 };
  const withEnforced = (more: Partial<StageCounts>): HookFigures => ({
    hook: 'guard',
    enforced: { ...enforced, ...more },
    shadow: NONE,
  });
  const figures = figuresOf(withEnforced({}));

  it('goes on only after the time and the decisions that were asked for', () => {
    expect(look(row, RULES, figures, 59 * MINUTE_MS)).toBe(row);
    expect(look(row, RULES, figuresOf(withEnforced({ decisions: 999 })), 90 * MINUTE_MS)).toBe(row);
    expect(look(row, RULES, figures, 60 * MINUTE_MS)).toMatchObject({ stage: 3, sinceMs: 60 * MINUTE_MS });
  });

  it('does not wait for decisions where the share of few machines is none', () => {
    const none = { ...figuresOf(withEnforced({ decisions: 0 })), machines: 0 };
    expect(look(row, RULES, none, 59 * MINUTE_MS)).toBe(row);
    expect(look(row, RULES, none, 60 * MINUTE_MS)).toMatchObject({ stage: 3 });
  });

  it('looks at each hook by itself', () => {
    const good = { ...withEnforced({ decisions: 1_000_000 }), hook: 'other' };
    const bad = withEnforced({ decisions: 100, blocks: 100 });
    expect(look(row, RULES, { ...figures, hooks: [good, bad] }, 1)).toMatchObject({
      state: 'halted',
      why: 'stage 3 (enforce 1 %): guard: blocks 100 % > 5 % of 100 decisions',
    });
    const rare = withEnforced({ decisions: 999 });
    expect(look(row, RULES, { ...figures, hooks: [good, rare] }, 90 * MINUTE_MS)).toBe(row);
  });

  it('halts at once, also for exceptions that people took', () => {
    expect(look(row, RULES, { ...figures, exceptions: 4 }, 1)).toMatchObject({
      state: 'halted',
      why: 'stage 3 (enforce 1 %): 4 break-glass exceptions > 3',
    });
  });

  it('does not judge a handful of decisions, and never moves what was halted or is done', () => {
    expect(look(row, RULES, figuresOf(withEnforced({ decisions: 10, faults: 10 })), 1)).toBe(row);
    for (const state of ['halted', 'done'] as const) {
      const over = { ...row, state };
      expect(look(over, RULES, figuresOf(withEnforced({ faults: 5000 })), 1e9)).toBe(over);
    }
  });
});
