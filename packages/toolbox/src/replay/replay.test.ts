import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHooks, findDecision, type Hooks, type HooksOptions, type AnyEvent } from '@hookline/core/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOrders, permutations } from './check-orders.ts';
import { explainDecision } from './explain-decision.ts';
import type { findConflicts } from './find-conflicts.ts';
import { fromRecord } from './from-record.ts';
import { replay, type ReplayOptions, type ReplaySummary } from './replay.ts';
import { select } from './select.ts';

let folder = '';
let project = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-replay-')));
  project = join(folder, 'project');
  mkdirSync(project);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = (): HooksOptions => ({
  project,
  home: join(folder, 'home'),
  trust: 'all',
  env: {
    PATH: process.env['PATH'],
    HOOKLINE_STATE_DIR: join(folder, 'state'),
    HOOKLINE_CONFIG_DIR: join(folder, 'config'),
  },
});

const write = (path: string, content: unknown): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(content));
};

const guard = (script: string, where = 'project'): void =>
  write(`${where}/.polytoken/hooks.json`, [{ name: 'guard', event: 'pre_tool_use', handler: { bash: script } }]);

const NO_RM = `if grep -q 'rm -rf'; then echo 'no rm' >&2; exit 2; fi`;

const tool = (command: string, more: object = {}): AnyEvent => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: project,
  tool_name: 'Bash',
  tool_input: { command },
  ...more,
});

async function live(...events: readonly AnyEvent[]): Promise<void> {
  const hooks = await createHooks(options());
  for (const event of events) await hooks.fire(event);
  await hooks.close();
}

const record = (): string => join(folder, 'state/record');

async function again(part: Partial<ReplayOptions> = {}, signal?: AbortSignal): Promise<ReplaySummary> {
  const open = (at: string): Promise<Hooks> => createHooks({ ...options(), project: at, record: false });
  const selection = await select(fromRecord(record()), {}, false);
  const all = { open, project: null, defaultProject: project, jobs: 4, withCut: false, withBackground: false, ...part };
  return replay(selection, all, signal);
}

const lines = (): number =>
  readdirSync(record()).reduce((sum, name) => sum + readFileSync(join(record(), name)).length, 0);

describe('replay', () => {
  it('finds nothing to tell when nothing has changed, and writes nothing into the record', async () => {
    guard(NO_RM);
    await live(tool('ls'), tool('rm -rf /'));
    const before = lines();
    const { events, same, groups, interrupted } = await again();
    expect({ events, same, groups, interrupted }).toEqual({ events: 2, same: 2, groups: [], interrupted: false });
    expect(lines()).toBe(before);
  });

  it('finds what a changed guard lets through and what it newly blocks', async () => {
    guard(NO_RM);
    await live(tool('ls'), tool('rm -rf /'), tool('rm -rf /x'));
    guard(`if grep -q '"ls"'; then echo 'no ls' >&2; exit 2; fi`);
    const { groups, loosened, tightened } = await again();
    expect(
      groups.map(({ before, now, count, hook, reason, since }) => [before, now, count, hook, reason, since]),
    ).toEqual([
      ['block', 'none', 2, 'polytoken:project:guard', 'no rm', 'passed'],
      ['none', 'block', 1, 'polytoken:project:guard', 'no ls', null],
    ]);
    expect([loosened, tightened]).toEqual([2, 1]);
  });

  it('runs events at the same place of another project', async () => {
    guard(NO_RM);
    mkdirSync(join(project, 'sub'));
    await live(tool('rm -rf /', { cwd: join(project, 'sub') }));
    guard('pwd >> seen; exit 0', 'other');
    mkdirSync(join(folder, 'other/sub'));
    const { loosened } = await again({ project: join(folder, 'other') });
    expect(loosened).toBe(1);
  });

  it('leaves out events that were cut, unless they are wanted, and those of projects that are gone', async () => {
    guard(NO_RM);
    await live(tool('ls'), tool(`echo ${'x'.repeat(20_000)}`));
    expect(await again()).toMatchObject({ events: 1, skipped: { cut: 1, gone: 0, unreadable: 0 } });
    expect(await again({ withCut: true })).toMatchObject({ events: 2, skipped: { cut: 0 } });
    rmSync(project, { recursive: true });
    expect(await again()).toMatchObject({ events: 0, skipped: { cut: 1, gone: 1 } });
  });

  it('leaves background hooks alone unless they are wanted', async () => {
    const late = { type: 'command', command: 'echo x >> late', async: true };
    write('project/.qoder/settings.json', { hooks: { PreToolUse: [{ matcher: '*', hooks: [late] }] } });
    await live(tool('ls'));
    rmSync(join(project, 'late'), { force: true });
    await again();
    expect(readdirSync(project)).not.toContain('late');
    await again({ withBackground: true });
    expect(readdirSync(project)).toContain('late');
  });

  it('stops at a signal with what is done so far', async () => {
    guard('sleep 0.05');
    await live(...Array.from({ length: 12 }, (_, index) => tool(`echo ${index}`)));
    const controller = new AbortController();
    const summary = await again(
      { jobs: 3, onProgress: ({ done }) => (done === 2 ? controller.abort() : undefined) },
      controller.signal,
    );
    expect([summary.events, summary.interrupted]).toEqual([2, true]);
  });
});

describe('explainDecision', () => {
  it('tells of a recorded decision who said what, by which rule, and why others took no part', async () => {
    write('project/.polytoken/hooks.json', [
      { name: 'guard', event: 'pre_tool_use', handler: { bash: NO_RM } },
      { name: 'reader', event: 'pre_tool_use', matcher: 'Read', handler: { bash: 'exit 0' } },
      { name: 'later', event: 'pre_tool_use', handler: { bash: 'exit 0' } },
      { name: 'end', event: 'stop', handler: { bash: 'exit 0' } },
    ]);
    await live(tool('rm -rf /'));
    const decision = findDecision(record(), 'last');
    if ('newest' in decision) throw new Error('nothing was recorded');
    const hooks = await createHooks({ ...options(), record: false });
    const report = await explainDecision(decision, hooks);
    await hooks.close();
    expect(report.matched.map(({ run, verdict }) => [run.id, run.status, verdict?.decision, verdict?.reason])).toEqual([
      ['polytoken:project:guard', 'blocked', 'block', 'no rm'],
      ['polytoken:project:later', 'skipped', undefined, undefined],
    ]);
    expect(report.others.map(({ id, runs }) => [id, runs])).toEqual([
      ['polytoken:project:reader', false],
      ['polytoken:project:end', false],
    ]);
    expect(report.rules.map(({ rule }) => rule)).toEqual(['one-block', 'later-hooks-rest']);
    expect(report.notes).toEqual([]);
  });

  it('says what it cannot know: hooks that are gone, and answers that are no texts', async () => {
    guard(NO_RM);
    write('project/.qoder/settings.json', { hooks: {} });
    await live(tool('rm -rf /'));
    guard(NO_RM, 'elsewhere');
    rmSync(join(project, '.polytoken'), { recursive: true });
    const decision = findDecision(record(), 'last');
    if ('newest' in decision) throw new Error('nothing was recorded');
    const hooks = await createHooks({ ...options(), record: false });
    const report = await explainDecision(decision, hooks);
    await hooks.close();
    expect(report.matched.map(({ run, verdict }) => [run.status, verdict])).toEqual([['blocked', null]]);
    expect([report.rules[0]?.rule, report.notes]).toEqual([
      'one-block',
      ['not here any more: polytoken:project:guard'],
    ]);
  });
});

describe('checkOrders', () => {
  const answer = (decision: string, input?: object): object => ({
    type: 'command',
    command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision, permissionDecisionReason: decision, ...(input === undefined ? {} : { updatedInput: input }) } })}'`,
  });

  async function check(...commands: readonly object[]): Promise<unknown> {
    write('project/.qoder/settings.json', { hooks: { PreToolUse: [{ matcher: '*', hooks: commands }] } });
    const reports = new Map<
      string,
      Parameters<typeof checkOrders>[2] extends ReadonlyMap<string, infer Report> ? Report : never
    >();
    const said: Parameters<typeof findConflicts>[0][number][] = [];
    const hooks = await createHooks({ ...options(), record: false, onSaid: (each) => void said.push(each) });
    await hooks.fire(tool('ls'));
    for (const { id, report } of said) reports.set(id, report);
    const { tried, possible, other } = await checkOrders(hooks, tool('ls'), reports);
    await hooks.close();
    return { tried, possible, other };
  }

  it('tries every order of up to six hooks, through the engine itself', async () => {
    const commands = [
      answer('allow', { command: 'a' }),
      answer('deny'),
      answer('ask'),
      answer('allow', { command: 'b' }),
      answer('deny', { x: 1 }),
    ];
    expect(await check(...commands)).toEqual({ tried: 120, possible: '120', other: null });
  });

  it('tries many orders of more', async () => {
    const commands = Array.from({ length: 8 }, (_, index) =>
      answer(index % 2 === 0 ? 'allow' : 'ask', { command: `c${index}` }),
    );
    expect(await check(...commands)).toEqual({ tried: 720, possible: '40320', other: null });
  });

  it('tells of an order that changes the outcome', async () => {
    const outcomes = [{ decision: 'allow' }, { decision: 'ask' }];
    let calls = 0;
    const hooks = {
      refold: (_event: AnyEvent, { ended }: { ended: readonly string[] }) =>
        Promise.resolve({ outcome: ended[0] === 'b' ? outcomes[1] : outcomes[0], said: [], calls: (calls += 1) }),
    } as unknown as Hooks;
    const report = { ending: { how: 'answered' }, stdout: '', stderr: '', truncated: [], durationMs: 0 } as const;
    const reports = new Map([
      ['a', report],
      ['b', report],
    ]);
    expect(await checkOrders(hooks, tool('ls'), reports)).toEqual({
      hooks: ['a', 'b'],
      tried: 2,
      possible: '2',
      other: { order: ['b', 'a'], differs: ['decision'] },
    });
    expect([...permutations([1, 2, 3])]).toHaveLength(6);
  });
});
