import { describe, expect, test } from 'vitest';
import type { Circumstances, ReportParts } from '../../../../../test/support/hooks.ts';
import { anEvent, decoded, VOID_REFUSAL } from '../../../../../test/support/hooks.ts';
import type { AnyEvent, Effect, EventName, Handler, Json, JsonObject, Verdict } from '../../model/index.ts';

const said = (event: EventName | AnyEvent, parts: ReportParts, more?: Circumstances): Verdict =>
  decoded('claude', event, parts, more);
const answer = (event: EventName | AnyEvent, stdout: Json): Verdict => said(event, { stdout });
const own = (event: EventName, fields: JsonObject, beside: JsonObject = {}): JsonObject => ({
  ...beside,
  hookSpecificOutput: { hookEventName: event, ...fields },
});
const deny = (reason?: string): JsonObject =>
  own('PreToolUse', {
    permissionDecision: 'deny',
    ...(reason === undefined ? {} : { permissionDecisionReason: reason }),
  });
const KILLED = { ending: { how: 'killed', signal: 'SIGTERM' } } as const;
const ENDS: readonly (readonly [string, ReportParts])[] = [
  ['exit 1', { exit: 1 }],
  ['exit 127', { exit: 127 }],
  ['a signal', KILLED],
];

describe('what stands on stdout at each end of a process', () => {
  test.each([['exit 0', {}], ...ENDS] as const)(
    'an object that fits is read after %s, and is no failure',
    (_name, end) => {
      expect(said('PreToolUse', { ...end, stdout: deny('no') })).toMatchObject({
        decision: 'block',
        effect: 'deny_tool',
        reason: 'no',
      });
      expect(said('PreToolUse', { ...end, stdout: deny('no') }).fault).toBeUndefined();
      const context = own('PreToolUse', { additionalContext: 'look' });
      expect(said('PreToolUse', { ...end, stdout: context })).toEqual({ context: ['look'] });
    },
  );

  test.each(ENDS)('an object that does not fit, text, a list or nothing is a failure after %s', (name, end) => {
    const code = name === 'a signal' ? 'killed' : 'exit';
    for (const stdout of [{ decision: 'deny' }, 'text', [deny('no')], '', `log\n${JSON.stringify(deny('no'))}`]) {
      const verdict = said('PreToolUse', { ...end, stdout });
      expect(verdict).toMatchObject({ fault: { code } });
      expect(verdict.decision).toBeUndefined();
    }
  });

  test('exit 2 blocks whatever stands there; only the reason of a refusal comes before stderr', () => {
    const exit2 = (stdout: Json, stderr = 'from stderr'): Verdict => said('PreToolUse', { exit: 2, stdout, stderr });
    expect(exit2(deny('from the JSON'))).toMatchObject({ effect: 'deny_tool', reason: 'from the JSON' });
    expect(exit2(deny())).toMatchObject({ reason: 'from stderr' });
    expect(exit2({ decision: 'nonsense' })).toMatchObject({ decision: 'block', reason: 'from stderr' });
    expect(exit2('text', '')).toMatchObject({ decision: 'block', reason: 'No stderr output' });
    expect(exit2(own('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'yes' }))).toMatchObject({
      decision: 'block',
      reason: 'from stderr',
    });
    expect(exit2(own('PreToolUse', { additionalContext: 'look' }))).toMatchObject({
      decision: 'block',
      context: ['look'],
    });
    expect(exit2({ continue: false, stopReason: 'halt' })).toMatchObject({ effect: 'end_turn', reason: 'halt' });
  });

  test('a timeout discards what was printed', () => {
    const late = { ending: { how: 'timed-out', afterMs: 5 }, stdout: deny('no') } as const;
    expect(said('PreToolUse', late)).toMatchObject({ fault: { code: 'timeout' } });
  });

  test.each([
    ['before', `checking\n${JSON.stringify(deny('no'))}`],
    ['after', `${JSON.stringify(deny('no'))}\ndone`],
    ['in', JSON.stringify(deny('no')).slice(0, -2)],
    ['around', JSON.stringify([deny('no')])],
  ])('something %s the object makes it text without a fault; that the refusal is void is told', (_where, stdout) => {
    expect(answer('PreToolUse', stdout)).toEqual({ messages: [VOID_REFUSAL] });
  });

  test('text is context on three events, even if it begins with a brace, and at exit 0 only', () => {
    for (const event of ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion'] as const) {
      expect(answer(event, 'on branch main\n')).toEqual({ context: ['on branch main'] });
      expect(answer(event, '{ no JSON')).toEqual({ context: ['{ no JSON'] });
      expect(said(event, { exit: 1, stdout: 'lost' }).context).toBeUndefined();
      expect(said(event, { exit: 2, stdout: 'lost', stderr: 'no' }).context).toBeUndefined();
    }
    expect(answer('PreToolUse', 'text')).toEqual({});
  });
});

describe('an object that does not fit', () => {
  test.each([
    ['an unknown word', { decision: 'deny' }],
    ['an unknown word of the event', own('PreToolUse', { permissionDecision: 'perhaps' })],
    ['a decision that is no text', { decision: true }],
    ['null', { decision: null }],
    ['null for the envelope', { hookSpecificOutput: null }],
    ['a continue that is no boolean', { continue: 'false' }],
    ['a reason that is no text', { decision: 'block', reason: 5 }],
    ['a stopReason that is no text', { stopReason: [] }],
    ['a systemMessage that is no text', { systemMessage: {} }],
    ['a suppressOutput that is no boolean', { suppressOutput: 1 }],
    ['a context that is no text', own('PreToolUse', { additionalContext: ['a'] })],
    ['an input that is no object', own('PreToolUse', { updatedInput: 'ls' })],
    ['an envelope without its event', { hookSpecificOutput: { permissionDecision: 'deny' } }],
    ['an envelope of another event', own('PostToolUse', { permissionDecision: 'deny' })],
    ['an envelope that is no object', { hookSpecificOutput: 'deny' }],
  ])('%s is a fault, and nothing of it counts', (_what, object: Json) => {
    const verdict = answer('PreToolUse', object);
    expect(verdict.fault?.code).toBe('bad_output');
    expect({ ...verdict, fault: undefined, messages: undefined }).toEqual({});
  });

  test('that its refusal is void is told', () => {
    expect(answer('PreToolUse', { ...deny('no'), continue: 'yes' }).messages).toContainEqual(VOID_REFUSAL);
    expect(answer('PreToolUse', { ...deny('no'), decision: 'deny' }).messages).toContainEqual(VOID_REFUSAL);
    expect(answer('PreToolUse', { continue: false, decision: 'deny' }).fault?.code).toBe('bad_output');
    const permission = own('PermissionRequest', { decision: { behavior: 'deny', message: 5 } });
    expect(answer('PermissionRequest', permission)).toMatchObject({ fault: { code: 'bad_output' } });
    expect(answer('PermissionRequest', permission).messages).toContainEqual(VOID_REFUSAL);
    expect(answer('PermissionRequest', permission).extra).toBeUndefined();
  });

  test('unknown keys at both levels are ignored, a flat permissionDecision too', () => {
    expect(answer('PreToolUse', { ...deny('no'), x: 1 })).toMatchObject({ decision: 'block' });
    expect(answer('PreToolUse', own('PreToolUse', { permissionDecision: 'deny', x: 1 }))).toMatchObject({
      decision: 'block',
    });
  });
});

describe('decisions', () => {
  test('a refusal outside its envelope is an unknown key; that it is void is told', () => {
    const verdict = answer('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' });
    expect(verdict).toEqual({
      messages: [
        {
          level: 'warning',
          text: 'hook "guard": the refusal in its answer is void, because permissionDecision stands outside hookSpecificOutput; correct what the hook prints',
          hook: 'test:guard',
        },
      ],
    });
    expect(answer('PreToolUse', { permissionDecision: 'allow' })).toEqual({});
    expect(answer('Stop', { permissionDecision: 'deny' })).toEqual({});
    const refused = answer('PreToolUse', { permissionDecision: 'deny', decision: 'block', reason: 'no' });
    expect(refused).toMatchObject({ decision: 'block', reason: 'no', messages: [] });
  });

  test('the strictest of both keys counts, with its own reason', () => {
    const allowed = own('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'fine' });
    expect(answer('PreToolUse', { ...allowed, decision: 'block', reason: 'no' })).toMatchObject({
      decision: 'block',
      reason: 'no',
    });
    expect(answer('PreToolUse', { ...allowed, decision: 'block' })).toMatchObject({ reason: 'Blocked by hook' });
    expect(answer('PreToolUse', { ...deny('no'), decision: 'approve', reason: 'yes' })).toMatchObject({
      decision: 'block',
      reason: 'no',
    });
    expect(answer('PreToolUse', { decision: 'approve', reason: 'yes' })).toEqual({ decision: 'allow', reason: 'yes' });
  });

  test('defer asks, for hosts that cannot put a call off, and is known on PreToolUse only', () => {
    const defer = (event: EventName): Verdict =>
      answer(event, own(event, { permissionDecision: 'defer', permissionDecisionReason: 'later' }));
    expect(defer('PreToolUse')).toEqual({ decision: 'ask', reason: 'later', extra: { defer: true } });
    expect(defer('PreModelSwitch').fault?.code).toBe('bad_output');
  });

  test.each([
    ['UserPromptSubmit', 'reject_prompt'],
    ['UserPromptExpansion', 'reject_prompt'],
    ['PreToolUse', 'deny_tool'],
    ['PostToolBatch', 'end_turn'],
    ['SubagentStop', 'keep_working'],
    ['TaskCreated', 'refuse_task'],
    ['Stop', 'keep_working'],
    ['PreCompact', 'cancel_compaction'],
    ['PreModelSwitch', 'refuse_change'],
    ['ConfigChange', 'refuse_change'],
    ['Elicitation', 'decline'],
    ['ElicitationResult', 'decline'],
  ] satisfies readonly (readonly [EventName, Effect])[])(
    'a block on %s is %s, by answer and by exit',
    (event, effect) => {
      expect(answer(event, { decision: 'block', reason: 'no' })).toMatchObject({
        decision: 'block',
        effect,
        reason: 'no',
      });
      expect(said(event, { exit: 2, stderr: 'no' })).toMatchObject({ decision: 'block', effect, reason: 'no' });
    },
  );

  test.each([
    ['TaskCompleted', 'keep_task_open'],
    ['TeammateIdle', 'keep_working'],
  ] satisfies readonly (readonly [EventName, Effect])[])('%s is refused by exit 2 only', (event, effect) => {
    expect(said(event, { exit: 2, stderr: 'red' })).toMatchObject({ decision: 'block', effect, reason: 'red' });
    expect(said(event, { exit: 2, stdout: { decision: 'block', reason: 'json' } })).toMatchObject({
      effect,
      reason: 'json',
    });
    const refused = answer(event, { decision: 'block', reason: 'no' });
    expect(refused.decision).toBeUndefined();
    expect(refused.fault).toMatchObject({ code: 'no_power', message: expect.stringContaining('only exit code 2') });
    expect(answer(event, { continue: false, stopReason: 'enough' })).toMatchObject({ effect: 'end_turn' });
  });

  test('a refused elicitation result is declined in its answer too', () => {
    expect(said('ElicitationResult', { exit: 2 }).extra).toEqual({ action: 'decline' });
  });

  test('at exit 2 the answer to an elicitation is not read', () => {
    const accept = own('Elicitation', { action: 'accept', content: {} });
    expect(said('Elicitation', { exit: 2, stdout: accept, stderr: 'no' }).extra).toBeUndefined();
  });

  test('exit 2 grants and refuses no permission, but a denial beside it counts', () => {
    const decision = (behavior: string): JsonObject => own('PermissionRequest', { decision: { behavior } });
    const exit2 = (stdout: Json): Verdict => said('PermissionRequest', { exit: 2, stdout, stderr: 'no' });
    expect(exit2('').extra).toBeUndefined();
    expect(exit2(decision('allow')).extra).toBeUndefined();
    expect(exit2(decision('deny')).extra).toEqual({ permission: { behavior: 'deny' } });
    expect(exit2('').decision).toBeUndefined();
  });
});

describe('feedback', () => {
  test.each(['PostToolUse', 'PostToolUseFailure'] as const)(
    'a refusal of %s is context for the model, not a fault',
    (event) => {
      expect(answer(event, { decision: 'block', reason: 'tests fail' })).toEqual({ context: ['tests fail'] });
      expect(said(event, { exit: 2, stderr: 'tests fail' })).toEqual({ context: ['tests fail'] });
      expect(said(event, { exit: 2 })).toEqual({ context: ['No stderr output'] });
      expect(answer(event, own(event, { additionalContext: 'see log' }, { decision: 'block', reason: 'no' }))).toEqual({
        context: ['no\nsee log'],
      });
      expect(answer(event, { continue: false, stopReason: 'halt' })).toMatchObject({
        effect: 'end_turn',
        reason: 'halt',
      });
    },
  );

  test.each(['Stop', 'SubagentStop'] as const)('context on %s keeps the agent working', (event) => {
    expect(answer(event, own(event, { additionalContext: 'one more thing' }))).toMatchObject({
      decision: 'block',
      effect: 'keep_working',
      reason: 'one more thing',
    });
    expect(answer(event, own(event, { additionalContext: 'x' }, { continue: false }))).toMatchObject({
      effect: 'end_turn',
    });
  });
});

describe('continue and systemMessage', () => {
  test('count in a turn, and are both discarded outside it', () => {
    const both = { continue: false, stopReason: 'halt', systemMessage: 'hello' };
    expect(answer('PermissionDenied', both)).toMatchObject({
      effect: 'end_turn',
      reason: 'halt',
      messages: [{ level: 'info', text: 'hello' }],
    });
    for (const event of ['SessionStart', 'Notification', 'TaskCreated', 'MessageDisplay', 'Elicitation'] as const) {
      const verdict = answer(event, both);
      expect([verdict.decision, verdict.messages, verdict.fault]).toEqual([undefined, undefined, undefined]);
    }
  });

  test('systemMessage goes to the model when a folder was added', () => {
    const stdout = { systemMessage: 'read its README' };
    expect(said('DirectoryAdded', { stdout }, { background: true })).toEqual({ context: ['read its README'] });
  });

  test('on PreToolUse continue: false holds the call back', () => {
    expect(answer('PreToolUse', { continue: false, stopReason: 'halt' })).toMatchObject({ effect: 'end_turn' });
    expect(answer('PreToolUse', { ...deny('no'), continue: false })).toMatchObject({
      effect: 'end_turn',
      reason: 'no',
    });
  });
});

describe('fields of events', () => {
  const extra = (event: EventName | AnyEvent, fields: JsonObject): Verdict['extra'] =>
    answer(event, own(typeof event === 'string' ? event : event.hook_event_name, fields)).extra;

  test('each gives its extra on its own events', () => {
    expect(
      extra('SessionStart', { sessionTitle: 't', initialUserMessage: 'm', watchPaths: ['/a'], reloadSkills: true }),
    ).toEqual({ sessionTitle: 't', initialUserMessage: 'm', watchPaths: ['/a'], reloadSkills: true });
    expect(extra('UserPromptSubmit', { sessionTitle: 't', suppressOriginalPrompt: true })).toEqual({
      sessionTitle: 't',
      suppressOriginalPrompt: true,
    });
    expect(extra('MessageDisplay', { displayContent: 'shown' })).toEqual({ displayContent: 'shown' });
    expect(extra('PostToolUse', { classifierContext: 'c' })).toEqual({ classifierContext: 'c' });
    expect(extra('PermissionDenied', { retry: true })).toEqual({ retry: true });
    expect(extra('FileChanged', { watchPaths: [] })).toEqual({ watchPaths: [] });
    expect(extra('PreToolUse', { sessionTitle: 't' })).toBeUndefined();
    expect(answer('Stop', { terminalSequence: '\u0007' }).extra).toEqual({ terminalSequence: '\u0007' });
  });

  test('a title is not taken when the session was cleared or compacted', () => {
    const title = (source: string): Verdict['extra'] =>
      extra(anEvent('SessionStart', { source }), { sessionTitle: 't' });
    expect([title('resume'), title('clear'), title('compact')]).toEqual([{ sessionTitle: 't' }, undefined, undefined]);
  });

  test('a rewritten display does not stand beside exit 2', () => {
    const report = { exit: 2, stdout: own('MessageDisplay', { displayContent: 'x' }) };
    expect(said('MessageDisplay', report).extra).toBeUndefined();
  });
});

describe('events whose answers are ignored', () => {
  test.each(['InstructionsLoaded', 'StopFailure', 'WorktreeRemove'] as const)('%s', (event) => {
    for (const report of [
      { exit: 2 },
      { exit: 1 },
      KILLED,
      { stdout: { decision: 5 } },
      { stdout: { continue: false } },
    ])
      expect(said(event, report)).toEqual({});
  });
});

describe('the end of a session', () => {
  test('what a hook prints is discarded', () => {
    for (const stdout of [
      { decision: 'block', reason: 'no' },
      { continue: false, systemMessage: 'x' },
      { decision: 5 },
    ])
      expect(answer('SessionEnd', stdout)).toEqual({});
  });

  test('stderr of exit 2 is told to the user', () => {
    const { fault, ...rest } = said('SessionEnd', { exit: 2, stdout: { systemMessage: 'x' }, stderr: 'not saved' });
    expect(fault).toMatchObject({ code: 'no_power', message: expect.stringContaining('not saved') });
    expect(rest).toEqual({ messages: [expect.objectContaining({ level: 'warning', text: fault?.message })] });
  });

  test('a failure is a fault', () => {
    expect(said('SessionEnd', { exit: 1, stderr: 'x' }).fault?.code).toBe('exit');
    expect(said('SessionEnd', KILLED).fault?.code).toBe('killed');
    expect(said('SessionEnd', { ending: { how: 'timed-out', afterMs: 1500 } }).fault?.code).toBe('timeout');
  });
});

describe('WorktreeCreate', () => {
  const failed = { decision: 'block', effect: 'fail_worktree' } as const;

  test('a command prints the path in its last line; a relative one is below its folder', () => {
    expect(answer('WorktreeCreate', 'banner\n/trees/a\n\n').extra).toEqual({ worktreePath: '/trees/a' });
    expect(answer('WorktreeCreate', 'trees/a').extra).toEqual({ worktreePath: '/project/sub/trees/a' });
    expect(answer('WorktreeCreate', '../a')).toMatchObject(failed);
  });

  test('a failure, or no path, fails it, and JSON cannot save it', () => {
    const path = own('WorktreeCreate', { worktreePath: '/trees/a' });
    for (const report of [
      { exit: 1, stdout: '/trees/a' },
      { exit: 1, stdout: path },
      { stdout: '' },
      { stdout: path },
      KILLED,
    ])
      expect(said('WorktreeCreate', report)).toMatchObject(failed);
    expect(said('WorktreeCreate', { exit: 2, stdout: path, stderr: 'no' })).toMatchObject({ ...failed, reason: 'no' });
  });

  test('a server names it in its answer', () => {
    const handler: Handler = { kind: 'http', url: 'http://x/', headers: {}, allowedVariables: null };
    const report = {
      ending: { how: 'answered' },
      stdout: own('WorktreeCreate', { worktreePath: '/trees/a' }),
    } as const;
    expect(said('WorktreeCreate', report, { hook: { handler } }).extra).toEqual({ worktreePath: '/trees/a' });
  });
});

describe('the answer of a server', () => {
  const handler: Handler = { kind: 'http', url: 'http://x/', headers: {}, allowedVariables: null };
  const answered = (stdout: Json): Verdict =>
    said('PreToolUse', { ending: { how: 'answered' }, stdout }, { hook: { handler } });

  test('nothing is nothing, an object is read, anything else is a failure', () => {
    expect(answered('')).toEqual({});
    expect(answered(deny('no'))).toMatchObject({ decision: 'block', reason: 'no' });
    for (const body of ['text', [1], '{ broken', '{"decision":"deny"}'])
      expect(answered(body).fault?.code).toBe('bad_output');
  });
});

describe('onFailure: block', () => {
  const closed = {
    hook: { onFault: 'block', handler: { kind: 'command', form: 'shell', shell: 'bash', script: './x.sh' } },
  } as const;
  const failed = (event: EventName, parts: ReportParts, more: Circumstances = closed): Verdict =>
    said(event, parts, more);
  const because = (what: string, detail = ''): string =>
    `[./x.sh]: ${what}; blocking because onFailure is "block"${detail}`;

  test.each([
    ['an exit', { exit: 1, stderr: 'boom\n' }, because('failed', '\nboom'), 'exit'],
    ['an exit without a word', { exit: 1 }, because('failed'), 'exit'],
    ['a timeout', { ending: { how: 'timed-out', afterMs: 5 } }, because('timed out'), 'timeout'],
    ['a signal', { ...KILLED, stderr: 'oh' }, because('failed', '\noh'), 'killed'],
    [
      'a start that fails',
      { ending: { how: 'not-started', why: 'no such file' } },
      because('failed', '\ncould not be started: no such file'),
      'not_started',
    ],
  ] as const)('%s counts as exit 2', (_what, parts, reason, code) => {
    expect(failed('PreToolUse', parts)).toMatchObject({
      decision: 'block',
      effect: 'deny_tool',
      reason,
      fault: { code, message: reason },
    });
    expect(failed('PostToolUse', parts)).toMatchObject({ context: [reason], fault: { code } });
  });

  test('an answer that does not fit does too; one that fits is read', () => {
    expect(failed('PreToolUse', { stdout: { decision: 5 } })).toMatchObject({
      decision: 'block',
      fault: { code: 'bad_output' },
    });
    expect(failed('PreToolUse', { exit: 3, stdout: {} })).toEqual({});
    expect(failed('PreToolUse', {})).toEqual({});
  });

  test.each(['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'] as const)('has no effect on %s', (event) => {
    expect(failed(event, { exit: 1 })).toMatchObject({ fault: { code: 'exit' } });
    expect(failed(event, { exit: 1 }).decision).toBeUndefined();
  });

  test('has no effect in the background', () => {
    expect(failed('PreToolUse', { exit: 1 }, { ...closed, background: true }).decision).toBeUndefined();
  });
});

describe('what a model refuses', () => {
  const asked = (event: EventName, reply: JsonObject, handler: Partial<Handler> = {}): Verdict =>
    said(
      event,
      { ending: { how: 'answered' }, stdout: JSON.stringify(reply) },
      { hook: { handler: { kind: 'prompt', prompt: 'May it?', model: null, ...handler } as Handler } },
    );
  const NO = { ok: false, reason: 'no' };
  const CONTINUING = { continuesOnBlock: true } as const;
  const AGENT: Partial<Handler> = { kind: 'agent', tools: null, maxTurns: null };

  test.each([
    ['PreToolUse', 'end_turn', 'deny_tool'],
    ['TeammateIdle', 'end_turn', 'keep_working'],
    ['Stop', 'keep_working', 'keep_working'],
    ['SubagentStop', 'keep_working', 'keep_working'],
    ['UserPromptSubmit', 'reject_prompt', 'reject_prompt'],
    ['UserPromptExpansion', 'reject_prompt', 'reject_prompt'],
    ['PostToolBatch', 'end_turn', 'end_turn'],
    ['TaskCreated', 'refuse_task', 'refuse_task'],
    ['TaskCompleted', 'keep_task_open', 'keep_task_open'],
  ] satisfies readonly (readonly [EventName, Effect, Effect])[])(
    'on %s is %s for a prompt, %s where it continues and for an agent',
    (event, prompt, others) => {
      expect(asked(event, NO)).toMatchObject({ decision: 'block', effect: prompt, reason: 'no' });
      expect(asked(event, NO, CONTINUING)).toMatchObject({ decision: 'block', effect: others });
      expect(asked(event, NO, AGENT)).toMatchObject({ decision: 'block', effect: others });
    },
  );

  test('on PostToolUse it ends the turn, or is feedback; on PostToolUseFailure it is feedback', () => {
    expect(asked('PostToolUse', NO)).toMatchObject({ effect: 'end_turn' });
    expect(asked('PostToolUse', NO, CONTINUING)).toEqual({ context: ['no'] });
    expect(asked('PostToolUse', NO, AGENT)).toEqual({ context: ['no'] });
    expect(asked('PostToolUseFailure', NO)).toEqual({ context: ['no'] });
  });

  test.each(['PermissionRequest', 'PermissionDenied'] as const)('on %s it is nothing', (event) => {
    for (const handler of [{}, CONTINUING, AGENT]) {
      const verdict = asked(event, NO, handler);
      expect([verdict.decision, verdict.fault, verdict.messages]).toEqual([undefined, undefined, undefined]);
    }
  });

  test('what is impossible does not keep the agent working, unless it continues', () => {
    const impossible = { ...NO, impossible: true };
    expect(asked('Stop', impossible).decision).toBeUndefined();
    expect(asked('Stop', impossible, CONTINUING)).toMatchObject({ effect: 'keep_working' });
    expect(asked('PreToolUse', impossible)).toMatchObject({ effect: 'end_turn' });
  });

  test('garbage is a failure, and the flow goes on', () => {
    expect(asked('PreToolUse', { yes: true })).toMatchObject({ fault: { code: 'bad_output' } });
  });
});

describe('a background hook', () => {
  const late = (stdout: Json): Verdict => said('PreToolUse', { stdout }, { background: true });

  test('gives what its JSON says to the model, and no plain text', () => {
    expect(late(own('PreToolUse', { additionalContext: 'b' }, { systemMessage: 'a' })).context).toEqual(['a\nb']);
    expect(late(own('PreToolUse', { additionalContext: 'b' }, { systemMessage: 'a' })).messages).toBeUndefined();
    expect(late('done')).toEqual({});
    expect(late(deny('no')).decision).toBeUndefined();
  });

  test('is one too that declares itself so in its first line: from then on it decides nothing', () => {
    const declared = (rest: string, exit = 0): Verdict =>
      said('PreToolUse', { exit, stdout: `{"async":true,"asyncTimeout":500}\n${rest}`, stderr: 'no' });
    expect(declared('')).toEqual({});
    expect(declared('', 2).decision).toBeUndefined();
    expect(declared(JSON.stringify(deny('no'))).decision).toBeUndefined();
    expect(declared(JSON.stringify(own('PreToolUse', { additionalContext: 'late' }))).context).toEqual(['late']);
    expect(said('PreToolUse', { exit: 2, stdout: '{"async":false}' }).decision).toBe('block');
    expect(said('PreToolUse', { exit: 2, stdout: 'log\n{"async":true}' }).decision).toBe('block');
  });
});

describe('an output that replaces that of a tool', () => {
  const seen = (tool_response: Json): AnyEvent => anEvent('PostToolUse', { tool_name: 'Bash', tool_response });
  const OUTPUT = { stdout: 'token=x', stderr: '', interrupted: false };

  test('has the shape of what the tool gave: a text instead of an object is dropped, and a warning says so', () => {
    const redacted = { ...OUTPUT, stdout: 'token=***' };
    expect(answer(seen(OUTPUT), own('PostToolUse', { updatedToolOutput: redacted }))).toEqual({
      updatedToolOutput: redacted,
    });
    const verdict = answer(seen(OUTPUT), own('PostToolUse', { updatedToolOutput: '***', additionalContext: 'look' }));
    expect(verdict).toMatchObject({ context: ['look'], messages: [{ level: 'warning' }] });
    expect(verdict).not.toHaveProperty('updatedToolOutput');
    expect(verdict.messages?.[0]?.text).toContain('it must be an object, as tool_response is');
  });

  test('is a text where the tool gave one', () => {
    expect(answer(seen('token=x'), own('PostToolUse', { updatedToolOutput: '***' }))).toEqual({
      updatedToolOutput: '***',
    });
  });
});
