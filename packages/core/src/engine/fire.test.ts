import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import {
  aDialect,
  aFire,
  aHook,
  aMatcher,
  anEvent,
  aPlace,
  aReport,
  aWorld,
  nameOf,
  NOW,
} from '../../../../test/support/hooks.ts';
import type { Finding, Hook, Matcher, MatchResult, Outcome, Report, Request, SlowSearch } from '../model/index.ts';
import type { HookEntry, DialectHooks } from './routes.ts';
import { fire } from './engine.ts';
import { runDialect } from './run-dialect.ts';
import type { Fire } from './ports.ts';
import { frameOf } from './frame.ts';
import { plan } from './plan.ts';
import { explainFinding } from './rules/compiled-matcher.ts';
import type { TrustGate } from './admit.ts';
import { ADMITTED } from './admit.ts';

const EVENT = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });

const entry = (over: Partial<Hook>, inactiveBecause: string | null = null): HookEntry => ({
  hook: aHook(over),
  inactiveBecause,
});

const having = (id: string, native: string, ...hooks: readonly HookEntry[]): DialectHooks => ({
  dialect: aDialect(id),
  byEvent: new Map([[native, hooks]]),
});

interface Played {
  readonly outcome: Outcome;
  readonly ran: readonly string[];
}

async function play(
  over: Partial<Fire>,
  script: Readonly<Record<string, ReportParts>> = {},
  gate?: TrustGate,
): Promise<Played> {
  const ran: string[] = [];
  const run = (request: Request): Promise<Report> => {
    ran.push(nameOf(request));
    return Promise.resolve(aReport(script[nameOf(request)] ?? {}));
  };
  return { outcome: await fire(aFire(EVENT, over), aWorld(run, { gate })), ran };
}

const told = ({ hooks }: Outcome) => hooks.map(({ name, status, why }) => [name, status, why]);

/** A matcher that tells how often it was asked. */
function counting(result: MatchResult): { readonly matcher: Matcher; readonly asked: () => number } {
  let asked = 0;
  const test = (): MatchResult => {
    asked += 1;
    return result;
  };
  return { matcher: { ...aMatcher(), test }, asked: () => asked };
}

describe('a gate', () => {
  const hooks = [
    having(
      'kode',
      'tool_call_pre',
      entry({ name: 'a', dialect: 'kode' }),
      entry({ name: 'b', dialect: 'kode' }),
      entry({ name: 'c', dialect: 'kode', background: true }),
    ),
  ];
  const withholding = (...names: readonly string[]): TrustGate => ({
    admit: ({ name }) => ({
      ...ADMITTED,
      withheld: names.includes(name) ? { why: `${name} changed`, hint: null } : null,
    }),
  });

  test('keeps a hook from running, and has the tool call asked about', async () => {
    const { outcome, ran } = await play({ hooks }, {}, withholding('a'));
    expect(ran.toSorted()).toEqual(['b', 'c']);
    expect(outcome).toMatchObject({ decision: 'ask', reason: 'a changed', block: null });
    expect(outcome.hooks.map(({ name, status, why }) => [name, status, why])).toEqual([
      ['a', 'skipped', 'a changed'],
      ['b', 'passed', null],
      ['c', 'background', null],
    ]);
    expect(outcome.diagnostics.map(({ severity, message }) => [severity, message])).toEqual([['error', 'a changed']]);
  });

  test('has the call refused where no one can answer', async () => {
    const block = { effect: 'deny_tool', reason: 'a changed', hook: 'test:a' };
    const said = { decision: 'block', block };
    const event = { ...EVENT, non_interactive: true };
    expect((await play({ hooks, event }, {}, withholding('a'))).outcome).toMatchObject(said);
    const place = aPlace({ nonInteractive: true });
    expect((await play({ hooks, place }, {}, withholding('a'))).outcome).toMatchObject(said);
  });

  test('has a request for permission asked about, or refused, whose answer the hook could have refused', async () => {
    const event = anEvent('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } });
    const asked = [
      having(
        'qoder',
        'PermissionRequest',
        entry({ name: 'a', dialect: 'qoder' }),
        entry({ name: 'b', dialect: 'qoder' }),
      ),
    ];
    const allowed = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } };
    const script = { b: { stdout: JSON.stringify(allowed) } };
    const gate = withholding('a');
    expect((await play({ hooks: asked, event }, script, gate)).outcome).toMatchObject({
      decision: 'ask',
      reason: 'a changed',
      extra: {},
    });
    const alone = { ...event, non_interactive: true };
    expect((await play({ hooks: asked, event: alone }, script, gate)).outcome).toMatchObject({
      decision: 'block',
      block: { effect: 'deny_tool', reason: 'a changed' },
      extra: {},
    });
  });

  test('only has a warning given for a hook that could not have refused', async () => {
    const { outcome, ran } = await play({ hooks }, {}, withholding('c'));
    expect(ran).toEqual(['a', 'b']);
    expect(outcome.decision).toBe('none');
    expect(outcome.messages.map(({ level, text, hook }) => [level, text, hook])).toEqual([
      ['warning', 'c changed', 'test:c'],
    ]);
    expect(outcome.hooks.at(-1)).toMatchObject({ name: 'c', status: 'skipped', why: 'c changed' });
  });

  test('has a hook doubted whose files changed while it ran: only its refusal counts', async () => {
    const gate: TrustGate = { admit: () => ({ ...ADMITTED, changed: () => 'x.sh changed' }) };
    const { outcome } = await play({ hooks }, {}, gate);
    expect(outcome.decision).not.toBe('none');
    expect(outcome.hooks[0]).toMatchObject({ fault: { code: 'unavailable' } });
  });
});

describe('a matcher', () => {
  test('is asked once about an event, before anything runs', async () => {
    const { matcher, asked } = counting({ matches: true, why: '' });
    const { ran } = await play({
      hooks: [having('kode', 'tool_call_pre', entry({ name: 'a', dialect: 'kode', matcher }))],
    });
    expect([ran, asked()]).toEqual([['a'], 1]);
  });

  test('that could not decide is told once', async () => {
    const { matcher } = counting({ matches: true, why: 'slow', undecided: 'ever' });
    const hooks = [having('kode', 'tool_call_pre', entry({ name: 'slow', dialect: 'kode', matcher }))];
    const text =
      'the matcher of test:slow could not be decided within its budget: the hook runs, since a slow pattern must not silence a guard; write simpler patterns';
    expect((await play({ hooks })).outcome.messages.map((each) => each.text)).toEqual([text]);
  });
});

describe('a slow search', () => {
  const asking = (search: SlowSearch): Matcher => ({
    ...aMatcher(),
    test: ({ slow }) => {
      const finding = slow?.find(search, ['text']) ?? 'undecided';
      return explainFinding('m', finding, 'text');
    },
  });
  const searching = (later: SlowSearch['later']): SlowSearch => ({ now: () => 'undecided', later });
  const kode = (name: string, matcher: Matcher) => entry({ name, dialect: 'kode', matcher });

  test('is waited for, and asked once; then only what it accepts runs', async () => {
    let asked = 0;
    const slow = (finding: Finding): SlowSearch =>
      searching(async () => {
        asked += 1;
        await setImmediate();
        return finding;
      });
    const hooks = [
      having('kode', 'tool_call_pre', kode('yes', asking(slow('accepts'))), kode('no', asking(slow('refuses')))),
    ];
    const { ran, outcome } = await play({ hooks });
    expect([ran, asked, outcome.messages]).toEqual([['yes'], 2, []]);
  });

  test('that fails lets its hook run', async () => {
    const hooks = [
      having('kode', 'tool_call_pre', kode('unsure', asking(searching(() => Promise.reject(new Error('x')))))),
    ];
    expect((await play({ hooks })).ran).toEqual(['unsure']);
  });
});

describe('hooks that do not run', () => {
  const untrusted = entry({ name: 'untrusted', dialect: 'kode' }, 'the project is not trusted');

  test('are told with their own reason also after another dialect has blocked, and inside a hook', async () => {
    const hooks = [
      having('kolega', 'PreToolUse', entry({ name: 'guard', dialect: 'kolega' })),
      having('kode', 'tool_call_pre', entry({ name: 'later', dialect: 'kode' }), untrusted),
    ];
    const blocked = await play({ hooks }, { guard: { exit: 2, stderr: 'no' } });
    expect(told(blocked.outcome)).toEqual([
      ['guard', 'blocked', null],
      ['later', 'skipped', 'not run: test:guard had blocked before'],
      ['untrusted', 'skipped', 'the project is not trusted'],
    ]);
    const nested = await play({ hooks, place: aPlace({ isInsideHook: true }) });
    expect(told(nested.outcome).map(([name, , why]) => [name, why])).toEqual([
      ['guard', 'not run: the event was fired from within a hook'],
      ['later', 'not run: the event was fired from within a hook'],
      ['untrusted', 'the project is not trusted'],
    ]);
  });

  test.each([false, true])(
    'are those of the background where they are left out, waited for or not: %s',
    async (wait) => {
      const hooks = [
        having(
          'qoder',
          'PreToolUse',
          entry({ name: 'guard', dialect: 'qoder' }),
          entry({ name: 'late', dialect: 'qoder', background: true }),
        ),
      ];
      const { outcome, ran } = await play({ hooks, wait, background: 'left-out' }, { guard: { stdout: 'fine' } });
      expect([ran, told(outcome)]).toEqual([
        ['guard'],
        [
          ['guard', 'passed', null],
          ['late', 'skipped', 'not started'],
        ],
      ]);
      expect((await play({ hooks, wait })).ran.toSorted()).toEqual(['guard', 'late']);
    },
  );
});

describe('what hooks rewrite under the names of their system', () => {
  const { tools } = aDialect('kolega');
  const call = { tool_name: 'Read', tool_input: { file_path: 'a.ts' } };
  const fold = async (name: 'PreToolUse' | 'PermissionRequest', parts: ReportParts) => {
    const speaking = { ...aDialect('qoder'), tools };
    const seen = frameOf(speaking, anEvent(name, call), aPlace({ toolNames: 'native' }), NOW);
    if (seen === null) throw new Error('no frame');
    const ports = aWorld(() => Promise.resolve(aReport(parts)));
    const firing = { decisionId: 'd', ports, signal: undefined, nextRunId: () => 'd-1', background: 'kept' } as const;
    return (await runDialect(plan([entry({})], seen), firing)).folded;
  };

  test('is given back in the host’s words, also in an answer about a permission', async () => {
    const decision = { behavior: 'allow', updatedInput: { path: 'b.ts' }, note: 'x' };
    const { extra } = await fold('PermissionRequest', {
      stdout: { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } },
    });
    expect(extra.permission).toEqual({ ...decision, updatedInput: { file_path: 'b.ts' } });
  });

  test('is nothing where nothing was rewritten', async () => {
    expect((await fold('PreToolUse', {})).updatedInput).toBeNull();
    const decision = { behavior: 'allow' };
    const { extra } = await fold('PermissionRequest', {
      stdout: { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } },
    });
    expect(extra.permission).toEqual(decision);
  });
});
