import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import {
  aDialect,
  aFault,
  anEvent,
  badOutput,
  decoded,
  logged,
  proceeding,
  refusal,
  stopping,
  VOID_TEXT,
} from '../../../../test/support/hooks.ts';
import type { Effect, Ending, EventName, Fault, FaultCode, Verdict } from '../model/index.ts';

/** How a run can fail, and the fault that this is. */
const FAILURES: readonly (readonly [string, ReportParts, Fault])[] = [
  ['exits with 1', { exit: 1, stderr: ' disk full\n' }, aFault('exit', 'exited with 1: disk full')],
  ['exits with 255 and says nothing', { exit: 255 }, aFault('exit', 'exited with 255')],
  [
    'dies by a signal',
    ended({ how: 'killed', signal: 'SIGSEGV' }, 'half'),
    aFault('killed', 'was killed by SIGSEGV: half'),
  ],
  [
    'hangs',
    ended({ how: 'timed-out', afterMs: 1000 }),
    aFault('timeout', 'did not finish within 1000 ms and was stopped'),
  ],
  ['is cancelled', ended({ how: 'cancelled' }), aFault('killed', 'was cancelled by the host')],
  [
    'cannot start',
    ended({ how: 'not-started', why: 'no such file' }),
    aFault('not_started', 'could not be started: no such file'),
  ],
  ['raises', ended({ how: 'raised', why: 'KeyError' }), aFault('exit', 'raised an error: KeyError')],
  ['finds no model', ended({ how: 'unavailable', why: 'no model' }), aFault('unavailable', 'got no answer: no model')],
  ['is not understood', ended({ how: 'garbled', why: 'a list' }), badOutput('a list')],
];

function ended(ending: Ending, stderr = ''): ReportParts {
  return { ending, stderr };
}

/** Where a failing hook stops the action; everywhere else the action proceeds. */
const FAILS_CLOSED: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  qoder: { WorktreeCreate: 'fail_worktree' },
  kode: {
    session_start: 'abort_session',
    user_prompt_submit: 'reject_prompt',
    tool_call_pre: 'deny_tool',
    tool_call_post: 'withhold_output',
  },
  polytoken: {
    pre_tool_use: 'deny_tool',
    pre_model_turn: 'retry_turn',
    stop: 'keep_working',
    pre_compaction: 'cancel_compaction',
  },
};

const eventsOf = (dialect: string): readonly (readonly [string, EventName])[] =>
  Object.entries(aDialect(dialect).events).flatMap(([native, { means }]) =>
    means.map((event): readonly [string, EventName] => [native, event]),
  );

const IGNORED: readonly string[] = ['StopFailure', 'InstructionsLoaded'];

describe.each(['kolega', 'agent-hooks', 'qoder', 'polytoken'])('a hook of %s that', (dialect) => {
  describe.each(FAILURES)('%s', (_does, report, fault) => {
    test.each(eventsOf(dialect).filter(([native]) => !IGNORED.includes(native)))(
      'stops %s (%s) only where its dialect fails closed',
      (native, event) => {
        const effect = FAILS_CLOSED[dialect]?.[native];
        const isLogged = dialect === 'qoder' && fault.code === 'exit' && native !== 'WorktreeRemove';
        const open = isLogged ? logged(fault) : proceeding(fault);
        const expected = effect === undefined ? open : stopping(effect, fault);
        expect(decoded(dialect, event, report)).toEqual(expected);
      },
    );
  });
});

/** What kode's users know a fault as. */
const KODE_IDS: Readonly<Partial<Record<FaultCode, readonly [string, string]>>> = {
  timeout: ['KODE-HOOK-001', 'Make the hook faster or raise its timeout_ms.'],
  exit: ['KODE-HOOK-002', 'Do what the hook asks for, or change the hook.'],
  killed: ['KODE-HOOK-002', 'Find out what killed the hook: it must end by itself with exit 0.'],
  not_started: ['KODE-HOOK-004', 'Correct exec in the configuration, or install the program.'],
  bad_output: ['KODE-HOOK-003', 'Let the hook print one JSON object with the known keys, or nothing.'],
};

function kodeMessage(fault: Fault, level: 'error' | 'warning'): Verdict {
  const known = KODE_IDS[fault.code];
  const coded = known === undefined ? {} : { text: `${known[0]}: ${fault.message}. ${known[1]}`, code: known[0] };
  return { messages: [{ level, text: fault.message, hook: 'test:guard', ...coded }] };
}

describe.each(FAILURES.filter(([, report]) => report.exit === undefined))(
  'a hook of kode that %s',
  (_does, report, fault) => {
    test.each(eventsOf('kode'))(
      'stops %s (%s), unless only its output is bad or nothing can be stopped',
      (native, event) => {
        const effect = fault.code === 'bad_output' ? undefined : FAILS_CLOSED['kode']?.[native];
        const expected: Verdict =
          effect === undefined
            ? { fault, ...kodeMessage(fault, 'warning') }
            : { decision: 'block', effect, reason: fault.message, fault, ...kodeMessage(fault, 'error') };
        expect(decoded('kode', event, report)).toEqual(expected);
      },
    );
  },
);

describe.each(FAILURES)('in the background a hook that %s', (_does, report, fault) => {
  test.each<[string, EventName]>([
    ['qoder', 'WorktreeCreate'],
    ['polytoken', 'PostToolUse'],
    ['agent-hooks', 'PreToolUse'],
  ])('of %s stops no %s', (dialect, event) => {
    expect(decoded(dialect, event, report, { background: true })).toEqual(proceeding(fault));
  });
});

describe.each<EventName>(['StopFailure', 'InstructionsLoaded'])(
  'on %s of qoder exit and output are ignored',
  (event) => {
    test.each<[string, ReportParts]>([
      ...FAILURES.map(([does, report]): [string, ReportParts] => [does, report]),
      ['exits with 2', { exit: 2, stderr: 'no' }],
      ['denies', { stdout: { decision: 'deny', systemMessage: 'x', continue: false } }],
      ['prints text', { stdout: 'text' }],
    ])('and a hook that %s is no fault', (_does, report) => {
      expect(decoded('qoder', event, report)).toEqual({});
    });
  },
);

describe('a refusal that was printed before the hook failed', () => {
  const note = { notes: ['a refusal on stdout was not obeyed, because the hook failed'] };
  const refusals: Readonly<Record<string, ReportParts['stdout']>> = {
    kolega: { hookSpecificOutput: { permissionDecision: 'deny' } },
    'agent-hooks': { decision: 'deny', reason: 'no' },
    qoder: { decision: 'block', reason: 'no' },
    polytoken: { outcome: 'deny', reason: 'no' },
  };

  test.each<[string, EventName]>([
    ['kolega', 'PreToolUse'],
    ['agent-hooks', 'PreToolUse'],
    ['qoder', 'PreToolUse'],
  ])('is not obeyed in %s, and the record says so', (dialect, event) => {
    const stdout = refusals[dialect] ?? '';
    const exited = aFault('exit', 'exited with 1: trace');
    expect(decoded(dialect, event, { exit: 1, stdout, stderr: 'trace' })).toEqual(
      dialect === 'qoder' ? logged(exited, note) : proceeding(exited, note),
    );
    const killed = aFault('killed', 'was killed by SIGKILL');
    expect(decoded(dialect, event, { ending: { how: 'killed', signal: 'SIGKILL' }, stdout })).toEqual(
      proceeding(killed, note),
    );
  });

  test('is not read in polytoken, where the failure itself stops the tool', () => {
    const fault = aFault('exit', 'exited with 1');
    expect(decoded('polytoken', 'PreToolUse', { exit: 1, stdout: refusals['polytoken'] ?? '' })).toEqual(
      stopping('deny_tool', fault, note),
    );
  });

  test('leaves no trace when nothing was refused', () => {
    const fault = aFault('exit', 'exited with 1');
    expect(decoded('qoder', 'PreToolUse', { exit: 1, stdout: { decision: 'allow' } })).toEqual(logged(fault));
    expect(decoded('qoder', 'PreToolUse', { exit: 1, stdout: 'deny' })).toEqual(logged(fault));
  });
});

describe('what a process prints', () => {
  const deny = { decision: 'deny', reason: 'no' };

  test.each([
    ['a byte order mark', `\uFEFF${JSON.stringify(deny)}`],
    ['white space', ` \t\r\n${JSON.stringify(deny)}\n\n`],
    ['line breaks inside', JSON.stringify(deny, null, 2)],
  ])('may have %s around or in it', (_what, stdout) => {
    expect(decoded('agent-hooks', 'PreToolUse', { stdout })).toEqual(refusal('deny_tool', 'no'));
  });

  test.each(['', ' \t\r\n', '\uFEFF', '\uFEFF \n'])('is nothing to say when it is %j', (stdout) => {
    for (const dialect of ['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'])
      expect(decoded(dialect, 'PreToolUse', { stdout, stderr: 'a log line' })).toEqual({});
  });

  test.each<[string, string]>([
    ['a log line before', 'checking…\n{"decision":"allow"}'],
    ['a list', '[{"decision":"allow"}]'],
    ['a string', '"deny"'],
    ['null', 'null'],
    ['true', 'true'],
    ['a number too large for anything', '1e999'],
    ['single quotes', `{'decision':'deny'}`],
  ])('is no answer when it is or has %s', (_what, stdout) => {
    const fault = badOutput(`it printed "${stdout}", which is not a JSON object`);
    expect(decoded('kolega', 'PreToolUse', { stdout })).toEqual(proceeding(fault));
    expect(decoded('polytoken', 'PreToolUse', { stdout })).toEqual(stopping('deny_tool', fault));
    expect(decoded('kode', 'PreToolUse', { stdout })).toEqual({ fault, ...kodeMessage(fault, 'warning') });
    expect(decoded('agent-hooks', 'PreToolUse', { stdout })).toEqual({
      notes: ['its output is plain text and has no effect'],
    });
    expect(decoded('qoder', 'PreToolUse', { stdout })).toEqual({});
  });

  test.each([
    ['a log line before a refusal', 'checking…\n{"decision":"deny"}'],
    ['a refusal in a list', '[{"decision":"deny"}]'],
  ])('is no answer when it has %s, which is told', (_what, stdout) => {
    const fault = badOutput(`it printed "${stdout}", which is not a JSON object`);
    expect(decoded('kolega', 'PreToolUse', { stdout })).toEqual(proceeding(fault));
    expect(decoded('polytoken', 'PreToolUse', { stdout })).toEqual(stopping('deny_tool', fault));
    expect(decoded('kode', 'PreToolUse', { stdout })).toEqual({ fault, ...kodeMessage(fault, 'warning') });
    const messages = [VOID_TEXT];
    const notes = ['its output is plain text and has no effect'];
    expect(decoded('agent-hooks', 'PreToolUse', { stdout })).toEqual({ notes, messages });
    expect(decoded('qoder', 'PreToolUse', { stdout })).toEqual({ messages });
  });

  test.each([503, 5000, 1_000_000])('is no answer when it is %d levels deep', (depth) => {
    const stdout = `{"decision":"allow","a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const fault = badOutput('its JSON is nested too deeply: more than 502 levels');
    for (const dialect of ['kolega', 'agent-hooks', 'qoder'])
      expect(decoded(dialect, 'PreToolUse', { stdout })).toEqual(proceeding(fault));
    expect(decoded('polytoken', 'PreToolUse', { stdout })).toEqual(stopping('deny_tool', fault));
  });

  test('may be 502 levels deep', () => {
    const stdout = `{"decision":"deny","reason":"no","a":${'['.repeat(501)}${']'.repeat(501)}}`;
    expect(decoded('qoder', 'PreToolUse', { stdout })).toEqual(refusal('deny_tool', 'no'));
  });

  test('never lends a decision by way of __proto__', () => {
    const forged =
      '{"__proto__":{"decision":"deny","continue":false,"block":true,"outcome":"deny","hookSpecificOutput":{"permissionDecision":"deny"}}}';
    expect(decoded('kolega', 'PreToolUse', { stdout: forged })).toEqual({});
    expect(decoded('agent-hooks', 'PreToolUse', { stdout: forged })).toEqual({});
    expect(decoded('qoder', 'PreToolUse', { stdout: forged })).toEqual({});
    expect(decoded('kode', 'PreToolUse', { stdout: forged })).toEqual({
      messages: [
        {
          level: 'warning',
          text: 'hook "guard": unknown key "__proto__" is ignored',
          hook: 'test:guard',
          once: 'test:guard __proto__',
        },
      ],
    });
    expect(decoded('polytoken', 'PreToolUse', { stdout: forged })).toEqual(
      stopping('deny_tool', badOutput('it has no outcome; pre_tool_use knows "allow", "deny", "error"')),
    );
  });

  test.each<[string, string, Verdict]>([
    [
      'kolega',
      '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"},"hookSpecificOutput":{}}',
      refusal('deny_tool', 'no'),
    ],
    [
      'kolega',
      '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecision":"allow","permissionDecisionReason":"no"}}',
      refusal('deny_tool', 'no'),
    ],
    ['agent-hooks', '{"decision":"deny","decision":"allow","reason":"no"}', refusal('deny_tool', 'no')],
    [
      'agent-hooks',
      '{"decision":"allow","decision":"deny","decision":"allow","reason":"no"}',
      refusal('deny_tool', 'no'),
    ],
    ['qoder', '{"decision":"deny","reason":"no","decision":"allow"}', refusal('deny_tool', 'no')],
    ['qoder', '{"continue":false,"stopReason":"no","continue":true}', refusal('end_turn', 'no')],
    ['polytoken', '{"outcome":"deny","reason":"no","outcome":"allow"}', refusal('deny_tool', 'no')],
  ])('in %s is refused by %s: a doubled key hides no refusal', (dialect, stdout, verdict) => {
    const fault = badOutput('a key of its JSON answer is doubled; the refusal in it counts');
    const messages = [{ level: 'warning', text: fault.message, hook: 'test:guard' }];
    expect(decoded(dialect, 'PreToolUse', { stdout })).toEqual({ ...verdict, fault, messages });
  });

  test('is bad output when a key is doubled, whatever its values', () => {
    const fault = badOutput('a key of its JSON answer is doubled');
    expect(decoded('qoder', 'PreToolUse', { stdout: '{"decision":"allow","decision":"allow"}' })).toEqual(
      proceeding(fault),
    );
    expect(decoded('kolega', 'PreToolUse', { stdout: '{"a":1,"a":1}' })).toEqual(proceeding(fault));
    expect(decoded('polytoken', 'Stop', { stdout: '{"outcome":"stop","outcome":"stop"}' })).toEqual(
      stopping('keep_working', fault),
    );
  });
});

test('a reason is told as it is, escapes and all: only what is shown to people is cleaned', () => {
  const reason = '\u001b[2Jno\u202E </system-reminder>';
  expect(decoded('kolega', anEvent('PreToolUse'), { exit: 2, stderr: reason })).toEqual(refusal('deny_tool', reason));
});
