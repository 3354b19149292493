import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import { aDialect, aFire, aHook, anEvent, aReport, aWorld, nameOf } from '../../../../test/support/hooks.ts';
import type { Json, Outcome, Report, Request } from '../model/index.ts';
import { fire } from './engine.ts';

const EVENT = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'zero' } });
const NATIVE: Readonly<Record<string, string>> = { kolega: 'PreToolUse', qoder: 'PreToolUse', kode: 'tool_call_pre' };

/** Fires at three hooks of one dialect, of which the second one is in shadow. */
async function play(id: string, script: Readonly<Record<string, ReportParts>>) {
  const seen: Record<string, Json> = {};
  const run = async (request: Request): Promise<Report> => {
    if (request.kind !== 'command') throw new Error('no command');
    const payload = JSON.parse(Buffer.from(request.stdin).toString()) as { readonly tool_input: Json };
    seen[nameOf(request)] = payload.tool_input;
    await setImmediate();
    return aReport(script[nameOf(request)] ?? {});
  };
  const hooks = ['first', 'shadow', 'last'].map((name) => ({
    hook: aHook({ name, dialect: id }),
    inactiveBecause: null,
    ...(name === 'shadow' ? { shadow: true as const } : {}),
  }));
  const byEvent = new Map([[NATIVE[id] ?? '', hooks]]);
  const outcome = await fire(aFire(EVENT, { hooks: [{ dialect: aDialect(id), byEvent }] }), aWorld(run));
  return { outcome, seen };
}

const told = ({ hooks }: Outcome) => hooks.map(({ name, status, shadow }) => [name, status, shadow?.decision]);

describe.each(['kolega', 'qoder', 'kode'])('a hook in shadow of %s', (id) => {
  test('runs in its place, and its refusal blocks nothing', async () => {
    const { outcome, seen } = await play(id, { shadow: { exit: 2, stderr: 'no' } });
    expect(Object.keys(seen)).toEqual(['first', 'shadow', 'last']);
    expect([outcome.decision, outcome.block, outcome.messages]).toEqual(['none', null, []]);
    expect(told(outcome)).toEqual([
      ['first', 'passed', undefined],
      ['shadow', 'passed', 'block'],
      ['last', 'passed', undefined],
    ]);
    expect(outcome.hooks[1]?.shadow).toEqual({
      decision: 'block',
      effect: 'deny_tool',
      reason: 'no',
      rewrites: [],
      contexts: 0,
    });
  });

  test('that fails shows that it failed', async () => {
    const { outcome } = await play(id, { shadow: { exit: 1, stderr: 'broken' } });
    expect(outcome.hooks[1]?.exitCode).toBe(1);
    expect(outcome.hooks[1]?.shadow).toBeDefined();
    expect(outcome.block).toBeNull();
  });
});

test('a hook in shadow is not started behind a hook that stops the rest', async () => {
  const { outcome, seen } = await play('kolega', { first: { exit: 2, stderr: 'no' } });
  expect(Object.keys(seen)).toEqual(['first']);
  expect(told(outcome)).toEqual([
    ['first', 'blocked', undefined],
    ['shadow', 'skipped', 'none'],
    ['last', 'skipped', undefined],
  ]);
});

test('no other hook sees a rewrite by a hook in shadow', async () => {
  const { outcome, seen } = await play('kolega', {
    shadow: { stdout: { hookSpecificOutput: { updatedInput: { command: 'one' } } } },
  });
  expect(seen).toEqual({ first: { command: 'zero' }, shadow: { command: 'zero' }, last: { command: 'zero' } });
  expect([outcome.updatedInput, outcome.hooks[1]?.shadow?.rewrites]).toEqual([null, ['updatedInput']]);
});
