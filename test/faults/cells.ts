import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLimit } from '../../packages/core/src/handlers/process/limit.ts';
import type { ProgramName } from '../../scripts/programs.mjs';
import { openDescriptors } from '../support/processes.ts';
import { needs } from '../support/programs.ts';
import type { FaultDialect, HookScope } from './dialect.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import { factsOf, sentenceOf } from './expectation.ts';
import { cellTitle, scopesOf, stagesOf, unitTitle } from './matrix.ts';
import type { Row } from './row.ts';
import { isFull, script } from './row.ts';
import { checkShot } from './shot.ts';
import { ENTRIES } from './site.ts';
import type { UnitResult } from './unit.ts';
import { runUnit } from './unit.ts';

const MOST_GROWTH_BYTES = 100 * 1024 * 1024;
const LONGEST_LOAD_MS = 60_000;
const TEST_TIMEOUT_MS = isFull ? 600_000 : 90_000;

type RunUnit = (row: Row, dialect: FaultDialect, scope: HookScope) => Promise<UnitResult>;

/** Makes a test of every cell: rows × dialects × scopes × events; `atOnce` units of a row run side by side. */
export function defineCells(rows: readonly Row[], atOnce: number, run: RunUnit = runUnit): void {
  vi.setConfig({ maxConcurrency: atOnce * 4, testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS });
  const limit = createLimit(atOnce);
  const runLimited: RunUnit = async (row, dialect, scope) => {
    const release = await limit.take(dialect.id);
    try {
      return await run(row, dialect, scope);
    } finally {
      release?.();
    }
  };
  if (run === runUnit) checkDescriptors();
  describe.concurrent('faults', () => {
    for (const row of rows) {
      describe.concurrent(`[${row.id}] ${row.section}: a hook that ${row.fault}`, needs(...programsOf(row)), () => {
        for (const dialect of FAULT_DIALECTS)
          for (const scope of scopesOf(row, dialect)) defineUnit(row, { dialect, scope }, runLimited);
      });
    }
  });
}

/** The programs without which the hook, or the shortage around it, cannot be had. */
const programsOf = ({ handler, shortage }: Row): readonly ProgramName[] => [
  ...(handler === 'python' ? (['python3'] as const) : []),
  ...(shortage?.startsWith('no processes') === true ? (['setpriv'] as const) : []),
];

interface Unit {
  readonly dialect: FaultDialect;
  readonly scope: HookScope;
}

function defineUnit(row: Row, { dialect, scope }: Unit, run: RunUnit): void {
  let result: Promise<UnitResult> | undefined;
  const unit = (): Promise<UnitResult> => (result ??= run(row, dialect, scope));
  for (const stage of stagesOf(row, dialect, scope)) {
    const spot = { dialect, stage, scope };
    const facts = factsOf(row.expected, spot);
    test(cellTitle(spot, sentenceOf(facts)), async () => {
      const shot = (await unit()).shots.get(stage);
      if (shot === undefined) throw new Error('the event was not fired');
      checkShot(shot, facts, { row, ...spot });
    });
  }
  test(unitTitle(dialect, scope), async () => checkUnit(await unit(), row, dialect));
}

function checkUnit(result: UnitResult, row: Row, dialect: FaultDialect): void {
  const { survivors, next, grewBytes, openedMs, trespasses, armed } = result;
  expect(survivors).toEqual([]);
  expect(next.block?.reason).toBe('still at work');
  expect(grewBytes ?? 0).toBeLessThan(MOST_GROWTH_BYTES);
  expect(openedMs).toBeLessThan(LONGEST_LOAD_MS);
  expect(trespasses).toBe(0);
  if (row.oneBadEntry !== true) return;
  expect(armed).toEqual({ armed: dialect.badEntry === 'skipped' ? ENTRIES - 1 : 0, entries: ENTRIES });
}

/** What every run leaves behind: nothing. The first run opens what later ones use again. */
function checkDescriptors(): void {
  let before: ReturnType<typeof openDescriptors>;
  beforeAll(async () => {
    for (const dialect of FAULT_DIALECTS) await runUnit(WARM_UP, dialect, 'project');
    before = openDescriptors();
  });
  afterAll(async () => {
    const check = (): void => {
      expect(openDescriptors().files).toEqual(before.files);
      expect(openDescriptors().sockets).toBeLessThanOrEqual(before.sockets + 1);
    };
    // A client of a model keeps its connections for a few seconds.
    await vi.waitFor(check, { timeout: 15_000, interval: 100 });
  });
}

const WARM_UP: Row = {
  id: 'warm-up',
  section: 'Process',
  fault: 'does nothing',
  program: () => script('sleep 0.1'),
  expected: { is: 'silence' },
};
