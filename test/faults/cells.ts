import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { HookRun, Outcome } from '../../packages/core/src/model/index.ts';
import { createLimit } from '../../packages/core/src/handlers/process/limit.ts';
import { openDescriptors } from '../support/processes.ts';
import type { FaultDialect, Stage } from './dialects.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import type { Facts } from './expectation.ts';
import { factsOf, sentenceOf } from './expectation.ts';
import type { Row } from './row.ts';
import { PATIENCE_MS, script } from './row.ts';
import type { Shot, UnitResult } from './unit.ts';
import { nameOf, runUnit, stagesOf } from './unit.ts';

/** Past the timeout, for the grace after SIGTERM and for a machine that is busy with other things. */
const GRACE_MS = 5000;
const MOST_GROWTH_BYTES = 100 * 1024 * 1024;
const TEST_TIMEOUT_MS = process.env['HOOKLINE_FAULTS'] === 'full' ? 600_000 : 90_000;

type RunUnit = (row: Row, dialect: FaultDialect) => Promise<UnitResult>;

/** Makes a test of every cell: rows × dialects × events; `atOnce` units of a row and a dialect run side by side. */
export function defineCells(rows: readonly Row[], atOnce: number, run: RunUnit = runUnit): void {
  vi.setConfig({ maxConcurrency: atOnce * 4, testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS });
  const limit = createLimit(atOnce);
  const runLimited: RunUnit = async (row, dialect) => {
    const release = await limit.take(dialect.id);
    try {
      return await run(row, dialect);
    } finally {
      release?.();
    }
  };
  if (run === runUnit) checkDescriptors();
  describe.concurrent('faults', () => {
    for (const row of rows) {
      describe.concurrent(`[${row.id}] ${row.section}: a hook that ${row.fault}`, () => {
        for (const dialect of FAULT_DIALECTS) defineUnit(row, dialect, runLimited);
      });
    }
  });
}

function defineUnit(row: Row, dialect: FaultDialect, run: RunUnit): void {
  const stages = stagesOf(row, dialect);
  if (stages.length === 0) return;
  let result: Promise<UnitResult> | undefined;
  const unit = (): Promise<UnitResult> => (result ??= run(row, dialect));
  for (const stage of stages) {
    const facts = factsOf(row.expected, dialect, stage);
    test(`${dialect.id} ${stage.event}: ${sentenceOf(facts)}`, async () => {
      const shot = (await unit()).shots.get(stage);
      if (shot === undefined) throw new Error('the event was not fired');
      checkShot(shot, facts, { row, dialect, stage });
    });
  }
  test(`${dialect.id}: no process is left, and the next event works`, async () => {
    const { survivors, next, grewBytes } = await unit();
    expect(survivors).toEqual([]);
    expect(next.block?.reason).toBe('still at work');
    expect(grewBytes ?? 0).toBeLessThan(MOST_GROWTH_BYTES);
  });
}

/** What every run leaves behind: nothing. The first run opens what later ones use again. */
function checkDescriptors(): void {
  let before: ReturnType<typeof openDescriptors>;
  beforeAll(async () => {
    for (const dialect of FAULT_DIALECTS) await runUnit(WARM_UP, dialect);
    before = openDescriptors();
  });
  afterAll(async () => {
    await vi.waitFor(() => expect(openDescriptors().files).toEqual(before.files), { timeout: 5000 });
    expect(openDescriptors().sockets).toBeLessThanOrEqual(before.sockets + 1);
  });
}

const WARM_UP: Row = {
  id: 'warm-up',
  section: 'Process',
  fault: 'does nothing',
  program: () => script('sleep 0.1'),
  expected: { is: 'silence' },
};

interface Where {
  readonly row: Row;
  readonly dialect: FaultDialect;
  readonly stage: Stage;
}

/** Holds an outcome against what the specification asks of its cell. */
export function checkShot({ outcome, tookMs, decisions }: Shot, facts: Facts, where: Where): void {
  const { row, stage } = where;
  const [run, ...others] = outcome.hooks;
  if (run === undefined) throw new Error('no hook ran');
  expect(others).toEqual([]);
  expect({
    event: outcome.event,
    decision: outcome.decision,
    effect: outcome.block?.effect ?? null,
    status: run.status,
    fault: run.fault?.code ?? null,
    truncated: row.truncated === 'perhaps' ? [] : run.truncated,
  }).toEqual({
    event: stage.event,
    decision: facts.decision,
    effect: facts.effect,
    status: facts.status,
    fault: facts.fault,
    truncated: row.truncated === undefined || row.truncated === 'perhaps' ? [] : [row.truncated],
  });
  checkWords(outcome, run, facts, where);
  expect(tookMs).toBeLessThan(limitOf(where));
  // One outcome, and the record tells the same.
  expect(decisions.map(({ status, outcome: recorded }) => [status, recorded?.decision])).toEqual([
    ['done', facts.decision],
  ]);
  expect(() => JSON.stringify(outcome)).not.toThrow();
}

function limitOf({ row, dialect }: Where): number {
  const ownMs = typeof row.withinMs === 'number' ? row.withinMs : row.withinMs?.[dialect.id];
  return ownMs ?? (row.timeoutMs ?? PATIENCE_MS) + GRACE_MS;
}

function checkWords(outcome: Outcome, run: HookRun, facts: Facts, { row, dialect, stage }: Where): void {
  if (facts.faultSays !== null) expect(run.fault?.message).toMatch(facts.faultSays);
  if (facts.notes !== null) expect(run.notes.join('\n')).toMatch(facts.notes);
  checkReason(outcome, run, facts, dialect.defaultReason(nameOf(stage)));
  for (const { text } of outcome.messages) expect(text).not.toMatch(LIVE);
  if (row.tells !== undefined) {
    const texts = [...outcome.additionalContext, ...outcome.messages.map(({ text }) => text)];
    expect(texts.join('\n')).toContain(row.tells);
  }
  const told = outcome.messages.filter(({ hook, level }) => hook === run.id && level !== 'info');
  // Every fault is visible; kode also tells its refusals.
  const id = facts.fault === null ? (facts.decision === 'block' ? 'refusal' : null) : facts.fault;
  const code = id === null ? undefined : dialect.faultIds[id];
  if (facts.fault !== null || code !== undefined) {
    const level = facts.decision === 'block' ? 'error' : 'warning';
    expect(told.map((message) => [message.level, message.code ?? null])).toContainEqual([level, code ?? null]);
  }
}

function checkReason(outcome: Outcome, run: HookRun, { reason }: Facts, byDefault: string): void {
  const given = outcome.block?.reason ?? null;
  if (reason === null) expect(outcome.block).toBe(null);
  else if (reason === 'fault') expect(given).toBe(run.fault?.message);
  else if (reason === 'default') expect(given).toBe(byDefault);
  else expect(given).toMatch(reason);
}

/** Controls but tab and line feed, and characters that hide or turn text around. */
export const LIVE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
