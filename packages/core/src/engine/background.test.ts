import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import { aFrame, aHook, aReport, aWorld } from '../../../../test/support/hooks.ts';
import type { BackgroundJob, Handler, Hook, HookRun, Request, WakeCall } from '../model/index.ts';
import { startBackground } from './background.ts';
import type { Ports } from './ports.ts';
import { ADMITTED } from './admit.ts';

interface Heard {
  readonly contexts: unknown[];
  readonly wakes: WakeCall[];
  readonly requests: Request[];
  readonly kept: Promise<unknown>[];
  readonly jobs: BackgroundJob[];
  readonly ended: unknown[];
}

interface Manner extends Partial<Ports> {
  readonly wait: boolean;
  readonly shadow?: true;
}

/** Starts hooks of a dialect in the background of a Stop, and tells what the world has heard of them. */
function start(dialect: string, hooks: readonly Partial<Hook>[], parts: ReportParts, { wait, shadow, ...own }: Manner) {
  const heard: Heard = { contexts: [], wakes: [], requests: [], kept: [], jobs: [], ended: [] };
  const ports = aWorld(
    (request) => {
      heard.requests.push(request);
      return Promise.resolve(aReport(parts));
    },
    {
      onContext: (context) => heard.contexts.push(context),
      onWake: (call) => heard.wakes.push(call),
      keep: (work) => heard.kept.push(work),
      onBackgroundEnd: (decisionId, run) => heard.ended.push([decisionId, run.name]),
      ...own,
    },
  );
  let count = 0;
  const firing = {
    decisionId: 'd',
    ports,
    signal: undefined,
    nextRunId: () => `d-${(count += 1)}`,
    background: wait ? 'waited-for' : 'kept',
  } as const;
  const steps = hooks.map((hook) => ({
    hook: aHook({ dialect, background: true, ...hook }),
    background: true,
    why: 'x',
    ...(shadow === undefined ? {} : { shadow }),
  }));
  const frame = aFrame(dialect, 'Stop');
  return { heard, started: startBackground({ frame, steps, skipped: [], pace: 'parallel', hooks: [] }, frame, firing) };
}

describe('what a background hook says to the person', () => {
  const told = async (parts: ReportParts, manner: Partial<Manner> = {}) => {
    const messages: unknown[] = [];
    const onMessage = (message: unknown): void => void messages.push(message);
    const { started } = start('qoder', [{}], parts, { wait: false, onMessage, ...manner });
    await started[0]?.ended;
    return messages;
  };
  const SAYS = { stdout: { systemMessage: 'the build \u001b[31mis red' } };

  test('is told when the hook ends, without live control sequences', async () => {
    expect(await told(SAYS)).toEqual([{ level: 'info', text: 'the build is red', code: null, hook: 'test:guard' }]);
  });

  test('is left to the outcome where somebody waits, and to the record where it is in shadow', async () => {
    expect(await told(SAYS, { wait: true })).toEqual([]);
    expect(await told(SAYS, { shadow: true })).toEqual([]);
  });

  test('is not that it failed, or refused without the power to', async () => {
    expect(await told({ exit: 1, stderr: 'trace' })).toEqual([]);
    expect(await told({ stdout: { decision: 'deny', reason: 'no' } })).toEqual([]);
  });
});

describe('what a background hook says', () => {
  const say = async (dialect: string, parts: ReportParts, hook: Partial<Hook> = {}) => {
    const { heard, started } = start(dialect, [hook], parts, { wait: true });
    const end = await started[0]?.ended;
    return { heard, verdict: end?.verdict };
  };

  test('is context for the next turn where the dialect takes it', async () => {
    const { heard, verdict } = await say('qoder', { stdout: 'lint failed' });
    expect([verdict, heard.contexts]).toEqual([
      { context: ['lint failed'] },
      [{ hook: 'test:guard', text: 'lint failed' }],
    ]);
    expect(heard.ended).toEqual([['d', 'guard']]);
  });

  test('is only recorded where the dialect does not', async () => {
    const { heard, verdict } = await say('agent-hooks', { stdout: { additional_context: 'a', log: 'b' } });
    expect([verdict, heard.contexts]).toEqual([
      { notes: ['log: b', 'context of a background hook is only recorded here'] },
      [],
    ]);
  });

  test.each(['qoder', 'agent-hooks'])('that is nothing is nothing in %s', async (dialect) => {
    const { heard, verdict } = await say(dialect, {});
    expect([verdict, heard.contexts]).toStrictEqual([{}, []]);
  });

  test('is noted alone where there is no other note', async () => {
    const { verdict } = await say('agent-hooks', { stdout: { additional_context: 'a' } });
    expect(verdict).toStrictEqual({ notes: ['context of a background hook is only recorded here'] });
  });

  test('in shadow reaches only the record', async () => {
    const runs: HookRun[] = [];
    const { heard, started } = start(
      'qoder',
      [{}],
      { stdout: 'lint failed' },
      {
        wait: true,
        shadow: true,
        onBackgroundEnd: (_decisionId, run) => runs.push(run),
      },
    );
    const end = await started[0]?.ended;
    expect([end?.verdict, heard.contexts, heard.wakes]).toStrictEqual([{}, [], []]);
    expect(end?.run).toMatchObject({
      status: 'background',
      stdout: 'lint failed',
      shadow: { decision: 'none', effect: null, reason: null, rewrites: [], contexts: 1 },
    });
    expect(runs).toEqual([end?.run]);
  });

  test('about a failure is told', async () => {
    const { verdict } = await say('qoder', { exit: 1, stderr: 'no' });
    expect(verdict).toEqual({
      fault: { code: 'exit', message: 'hook "guard" exited with 1: no' },
      messages: [{ level: 'warning', text: 'hook "guard" exited with 1: no', hook: 'test:guard' }],
    });
  });

  test('wakes the model by exit 2 alone, if it may; all else that it says is silent', async () => {
    const wake = { message: null, summary: null };
    const woken = await say('qoder', { exit: 2, stderr: 'tests fail' }, { wake });
    expect([woken.verdict, woken.heard.wakes]).toEqual([
      {},
      [{ hook: 'test:guard', reminder: 'guard: tests fail', summary: 'Stop hook feedback' }],
    ]);
    const silent = await say('qoder', { stdout: 'all is well' }, { wake });
    expect([silent.verdict, silent.heard.wakes, silent.heard.contexts]).toEqual([{}, [], []]);
  });

  test('needs no listener', async () => {
    const deaf = { onWake: undefined, onContext: undefined };
    const wake = { message: null, summary: null };
    for (const hook of [{ wake }, {}])
      for (const { ended } of start('qoder', [hook], { exit: 2, stderr: 'no' }, { wait: true, ...deaf }).started)
        expect(await ended).toMatchObject({ run: { status: 'background', exitCode: 2 } });
  });
});

describe('background hooks', () => {
  const handlers: readonly Handler[] = [
    { kind: 'command', form: 'shell', shell: 'bash', script: 'exit 0' },
    { kind: 'http', url: 'http://localhost', headers: {}, allowedVariables: null },
    { kind: 'python', callable: 'a:b' },
    { kind: 'module', path: 'a.mjs', exportName: 'default' },
    { kind: 'prompt', prompt: 'x', model: null },
    { kind: 'function', call: () => undefined },
  ];
  const hooks = handlers.map((handler) => ({ name: handler.kind, handler }));

  test('are handed over where somebody takes them, except those that need this process', async () => {
    const jobs: BackgroundJob[] = [];
    const detach = (given: readonly BackgroundJob[]): Promise<void> => {
      jobs.push(...given);
      return Promise.resolve();
    };
    const { heard, started } = start('qoder', hooks, {}, { wait: false, detach });
    expect(
      jobs.map(({ decisionId, hook, nativeEvent, event, request }) => [
        decisionId,
        hook.name,
        hook.status,
        nativeEvent,
        event,
        request.runId,
      ]),
    ).toEqual([
      ['d', 'command', 'background', 'Stop', 'Stop', 'd-1'],
      ['d', 'http', 'background', 'Stop', 'Stop', 'd-2'],
      ['d', 'python', 'background', 'Stop', 'Stop', 'd-3'],
      ['d', 'module', 'background', 'Stop', 'Stop', 'd-4'],
      ['d', 'prompt', 'background', 'Stop', 'Stop', 'd-5'],
    ]);
    expect(jobs[0]?.request).toMatchObject({ kind: 'command', background: true });
    expect(started.map(({ step, ended }) => [step.hook.name, ended === null])).toEqual([
      ['command', true],
      ['http', true],
      ['python', true],
      ['module', true],
      ['prompt', true],
      ['function', false],
    ]);
    await Promise.all(heard.kept);
    expect([heard.requests.map(({ kind }) => kind), heard.kept.length]).toEqual([['function'], 2]);
  });

  test('that are handed over are doubted when what they were started from has changed meanwhile', async () => {
    const [command, http] = hooks;
    if (command === undefined || http === undefined) throw new Error('no hooks');
    const doubts: unknown[] = [];
    const doubted = (onDoubt?: Ports['onDoubt']) =>
      start(
        'qoder',
        [command, http],
        {},
        {
          wait: false,
          detach: () => Promise.resolve(),
          gate: {
            admit: ({ name }) => ({ ...ADMITTED, changed: () => (name === 'http' ? 'the file has changed' : null) }),
          },
          onDoubt,
        },
      ).heard.kept;
    await Promise.all(doubted((decisionId, { name }, why) => doubts.push([decisionId, name, why])));
    expect(doubts).toEqual([['d', 'http', 'the file has changed']]);
    await expect(Promise.all(doubted())).resolves.toEqual([undefined]);
  });

  test('that no gate checks are not doubted', async () => {
    const doubts: unknown[] = [];
    const onDoubt = (): unknown => doubts.push('doubt');
    const detach = (): Promise<void> => Promise.resolve();
    const { heard } = start(
      'qoder',
      hooks.slice(0, 1),
      {},
      { wait: false, detach, gate: { admit: () => ADMITTED }, onDoubt },
    );
    await Promise.all(heard.kept);
    expect(doubts).toEqual([]);
  });

  test('that are waited for run in this process, and no other process is asked to take them', async () => {
    let asked = 0;
    const detach = (): Promise<void> => {
      asked += 1;
      return Promise.resolve();
    };
    const waited = start('qoder', hooks, {}, { wait: true, detach });
    const rest = start('qoder', hooks.slice(5), {}, { wait: false, detach });
    const none = start('qoder', [], {}, { wait: false, detach });
    expect([asked, none.started, none.heard.kept]).toEqual([0, [], []]);
    await Promise.all([...waited.heard.kept, ...rest.heard.kept]);
    expect([waited.heard.requests.length, rest.heard.requests.length]).toEqual([6, 1]);
  });
});
