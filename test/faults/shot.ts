import { expect } from 'vitest';
import type { HookRun, Outcome } from '../../packages/core/src/model/index.ts';
import type { RecordedDecision } from '../../packages/core/src/record/timeline.ts';
import type { FaultDialect } from './dialect.ts';
import type { Facts } from './expectation.ts';
import { PATIENCE_WITH_LAG } from './lag.ts';
import type { Row, Spot } from './row.ts';
import { PATIENCE_MS } from './row.ts';
import { nameOf } from './site.ts';

/** What one event came to. */
export interface Shot {
  readonly outcome: Outcome;
  readonly tookMs: number;
  /** How long our process was kept from running meanwhile. */
  readonly lagMs: number;
  readonly decisions: readonly RecordedDecision[];
  /** Whether the program left a sign that it ran. */
  readonly ran: boolean;
}

/** Past the timeout, for the grace after SIGTERM and for a machine that is busy with other things. */
const GRACE_MS = 5000;

/** The cell that an outcome belongs to. */
export interface Where extends Spot {
  readonly row: Row;
}

/** Holds an outcome against what the specification asks of its cell. */
export function checkShot(shot: Shot, facts: Facts, where: Where): void {
  const { outcome, tookMs, lagMs, decisions } = shot;
  const { row, stage } = where;
  expect(outcome.diagnostics.map(({ message }) => message).join('\n')).toMatch(row.diagnoses?.(where) ?? /^/);
  checkRecord(decisions, facts);
  expect(tookMs).toBeLessThan(limitOf(where) + lagMs * PATIENCE_WITH_LAG);
  expect(() => JSON.stringify(outcome)).not.toThrow();
  if (facts.hooks !== 'one') return checkAbsence(shot, facts);
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
}

/** One outcome, and the record tells the same; where no hook is, nothing need be told. */
function checkRecord(decisions: Shot['decisions'], { hooks, decision }: Facts): void {
  const told = decisions.map(({ status, outcome }) => [status, outcome?.decision]);
  if (hooks === 'one' || told.length > 0) expect(told).toEqual([['done', decision]]);
}

function checkAbsence({ outcome, ran }: Shot, { hooks, decision, effect, withheld }: Facts): void {
  expect({
    decision: outcome.decision,
    effect: outcome.block?.effect ?? null,
    statuses: outcome.hooks.map(({ status }) => status),
    ran,
  }).toEqual({ decision, effect, statuses: hooks === 'none' ? [] : ['skipped'], ran: false });
  if (withheld === null) return;
  const warnings = outcome.messages.filter(({ level }) => level === 'warning').map(({ text }) => text);
  expect(outcome.block?.reason ?? outcome.reason ?? warnings.join('\n')).toMatch(withheld);
}

function limitOf({ row, dialect }: Where): number {
  const ownMs = row.withinMs ?? (dialect.fixedTimeoutMs === null ? undefined : row.withinFixedMs);
  return ownMs ?? (row.timeoutMs ?? PATIENCE_MS) + GRACE_MS;
}

function checkWords(outcome: Outcome, run: HookRun, facts: Facts, { row, dialect, stage }: Where): void {
  if (facts.faultSays !== null) expect(run.fault?.message).toMatch(facts.faultSays);
  if (facts.powerless !== null) expect(powerlessReason(run)).toMatch(facts.powerless);
  if (facts.notes !== null) expect(run.notes.join('\n')).toMatch(facts.notes);
  checkReason(outcome, run, factsAtExit(facts, run, dialect), dialect.defaultReason(nameOf(stage), stage.native));
  for (const { text } of outcome.messages) expect(text).not.toMatch(LIVE);
  if (row.tells !== undefined) {
    const texts = [...outcome.additionalContext, ...outcome.messages.map(({ text }) => text)];
    expect(texts.join('\n')).toContain(row.tells);
  }
  const isLogged = dialect.failedExit === 'a remark' && facts.fault === 'exit' && facts.decision !== 'block';
  const told = outcome.messages.filter(({ hook, level }) => hook === run.id && (isLogged || level !== 'info'));
  // Every fault is visible; some dialects also have an id for refusals.
  const id = facts.fault === null ? (facts.decision === 'block' ? 'refusal' : null) : facts.fault;
  const code = id === null ? undefined : dialect.faultIds[id];
  if (facts.fault !== null || code !== undefined) {
    // What is wrong beside a refusal is no more than a warning.
    const standsForFault = facts.reason === 'fault' || facts.reason === stage.faultReason;
    const isBlocked = facts.decision === 'block' && (facts.fault === null || standsForFault);
    const level = isBlocked ? 'error' : isLogged ? 'info' : 'warning';
    expect(told.map((message) => [message.level, message.code ?? null])).toContainEqual([level, code ?? null]);
  }
}

const powerlessReason = ({ fault }: HookRun): string =>
  fault?.message.replace(/^.*? cannot (?:be stopped|stop anything): /s, '') ?? '';

/** Where stderr is lost beside exit code 2, the reason is the usual one. */
const factsAtExit = (facts: Facts, { exitCode, fault }: HookRun, { exitTwoReason }: FaultDialect): Facts =>
  exitTwoReason === 'default' && exitCode === 2 && fault === null && facts.reason !== null
    ? { ...facts, reason: 'default' }
    : facts;

function checkReason(outcome: Outcome, run: HookRun, { reason }: Facts, byDefault: string): void {
  const given = outcome.block?.reason ?? null;
  if (reason === null) expect(outcome.block).toBe(null);
  else if (reason === 'fault') expect(given).toBe(run.fault?.message);
  else if (reason === 'default') expect(given).toBe(byDefault);
  else expect(given).toMatch(reason);
}

/** Controls but tab and line feed, and characters that hide or turn text around. */
export const LIVE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
