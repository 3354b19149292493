import { describe, expect, test } from 'vitest';
import type { Circumstances, ReportParts } from '../../../../../test/support/hooks.ts';
import { decoded } from '../../../../../test/support/hooks.ts';
import type { AnyEvent, EventName, Json, JsonObject, Verdict } from '../../model/index.ts';

const said = (event: EventName | AnyEvent, parts: ReportParts, more?: Circumstances): Verdict =>
  decoded('qwen', event, parts, more);
const answer = (event: EventName | AnyEvent, stdout: Json): Verdict => said(event, { stdout });
const own = (fields: JsonObject): JsonObject => ({ hookSpecificOutput: fields });
const DENY: JsonObject = { decision: 'deny', reason: 'no' };
const KILLED = { ending: { how: 'killed', signal: 'SIGKILL' } } as const;
const texts = ({ messages = [] }: Verdict): readonly string[] => messages.map(({ text }) => text);
const isVoid = (verdict: Verdict): boolean => texts(verdict).some((text) => text.includes('is void'));

describe('which stream is read', () => {
  test('exit 2: stderr alone', () => {
    expect(said('PreToolUse', { exit: 2, stdout: DENY, stderr: 'still no' })).toMatchObject({
      decision: 'block',
      reason: 'still no',
    });
    const lost = said('PreToolUse', { exit: 2, stdout: DENY });
    expect(lost).toMatchObject({ fault: { code: 'exit' } });
    expect([lost.decision, isVoid(lost)]).toEqual([undefined, true]);
    expect(said('PreToolUse', { exit: 2, stderr: JSON.stringify(DENY) })).toMatchObject({
      decision: 'block',
      reason: 'no',
    });
  });

  test('every other end: stdout, else stderr', () => {
    for (const end of [{}, { exit: 1 }, { exit: 127 }, KILLED]) {
      expect(said('PreToolUse', { ...end, stdout: DENY, stderr: 'x' })).toMatchObject({
        decision: 'block',
        reason: 'no',
      });
      expect(said('PreToolUse', { ...end, stderr: JSON.stringify(DENY) })).toMatchObject({ decision: 'block' });
      expect(said('PreToolUse', { ...end, stdout: 'log', stderr: JSON.stringify(DENY) }).decision).toBeUndefined();
    }
  });
});

describe('what a text is', () => {
  test('at exit 0: context on three events, from stdout only, else a message', () => {
    for (const event of ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion'] as const) {
      expect(answer(event, 'on \u001B[31mmain\u001B[0m\n')).toEqual({ context: ['on main'] });
      expect(said(event, { stderr: 'hint' })).toEqual({
        messages: [{ level: 'info', text: 'hint', hook: 'test:guard' }],
      });
      expect(answer(event, '42')).toEqual({ context: ['42'] });
      expect(answer(event, '{ no JSON')).toMatchObject({ fault: { code: 'bad_output' } });
    }
    expect(texts(answer('PreToolUse', '[1]'))).toEqual(['[1]']);
  });

  test('at exit 2 the reason of a refusal, even a number, a list or a broken object', () => {
    for (const stderr of ['no', '42', '["no"]', '{"decision":'])
      expect(said('PreToolUse', { exit: 2, stderr })).toMatchObject({
        decision: 'block',
        effect: 'deny_tool',
        reason: stderr,
      });
  });

  test('at another end a warning, and a failure', () => {
    const failed = said('PreToolUse', { exit: 3, stderr: 'boom' });
    expect(failed).toMatchObject({ fault: { code: 'exit' } });
    expect(texts(failed)).toContain('Warning: boom');
    expect(said('PreToolUse', { ...KILLED, stdout: 'x' })).toMatchObject({ fault: { code: 'killed' } });
  });

  test('a JSON string is parsed once more', () => {
    expect(answer('PreToolUse', JSON.stringify(JSON.stringify(DENY)))).toMatchObject({
      decision: 'block',
      reason: 'no',
    });
    expect(answer('UserPromptSubmit', '"just words"')).toEqual({ context: ['"just words"'] });
  });

  test('a refusal in it is void, and a warning says so', () => {
    for (const stdout of [`log\n${JSON.stringify(DENY)}`, JSON.stringify([DENY]), '{"decision":"deny","reason":"no"']) {
      const verdict = answer('PreToolUse', stdout);
      expect([verdict.decision, isVoid(verdict)]).toEqual([undefined, true]);
    }
    const logged = answer('PreToolUse', `{"level":"info"}\n${JSON.stringify(DENY)}`);
    expect([logged.decision, isVoid(logged)]).toEqual([undefined, true]);
  });

  test('a refusal in a text that becomes context is void, and a warning says so', () => {
    const verdict = answer('UserPromptSubmit', `log\n${JSON.stringify(DENY)}`);
    expect([verdict.context, isVoid(verdict)]).toEqual([[`log\n${JSON.stringify(DENY)}`], true]);
    expect(isVoid(answer('SessionStart', `log\n${JSON.stringify(DENY)}`))).toBe(false);
  });

  test('nothing at exit 2 refuses nothing, and a warning says so', () => {
    const silent = said('PreToolUse', { exit: 2 });
    expect(silent).toMatchObject({ fault: { code: 'exit' } });
    expect([silent.decision, isVoid(silent)]).toEqual([undefined, true]);
  });

  test('what an object says counts beside a failure', () => {
    const context = own({ additionalContext: 'look' });
    expect(said('UserPromptSubmit', { exit: 1, stdout: context })).toMatchObject({
      context: ['look'],
      fault: { code: 'exit' },
    });
  });
});

describe('decisions', () => {
  test('permissionDecision outranks decision; allow permits nothing, and that it voids a block is told', () => {
    const both = answer('PreToolUse', { ...own({ permissionDecision: 'allow' }), decision: 'block', reason: 'no' });
    expect([both.decision, isVoid(both)]).toEqual([undefined, true]);
    expect(answer('PreToolUse', { ...own({ permissionDecision: 'ask' }), ...DENY })).toMatchObject({ decision: 'ask' });
    expect(answer('PreToolUse', { ...own({ permissionDecision: 'Deny' }), ...DENY })).toMatchObject({
      decision: 'block',
    });
    expect(answer('PreToolUse', { decision: 'approve' })).toEqual({});
  });

  test('reasons that are not given', () => {
    expect(answer('PreToolUse', { decision: 'deny' })).toMatchObject({ reason: 'No reason provided' });
    expect(answer('PreToolUse', { decision: 'ask' })).toEqual({
      decision: 'ask',
      reason: 'User confirmation required',
    });
  });

  test('ask is known on PreToolUse only', () => {
    expect(answer('UserPromptSubmit', { decision: 'ask' })).toEqual({});
  });

  test.each([
    ['UserPromptSubmit', 'reject_prompt'],
    ['UserPromptExpansion', 'reject_prompt'],
    ['PreToolUse', 'deny_tool'],
    ['PostToolUse', 'withhold_output'],
    ['PostToolBatch', 'withhold_output'],
    ['Stop', 'keep_working'],
    ['SubagentStop', 'keep_working'],
  ] as const)('continue: false on %s is %s, with stopReason, else reason', (event, effect) => {
    const halt = { continue: false, reason: 'r' };
    expect(answer(event, { ...halt, stopReason: 'halt' })).toMatchObject({ decision: 'block', effect, reason: 'halt' });
    expect(answer(event, halt)).toMatchObject({ decision: 'block', effect, reason: 'r' });
    expect(answer(event, { ...halt, continue: 'false' }).decision).toBeUndefined();
  });

  test.each(['SessionStart', 'PostToolUseFailure', 'SubagentStart', 'PreCompact'] as const)(
    'on %s neither block nor continue: false has power',
    (event) => {
      for (const stdout of [DENY, { continue: false }])
        expect(answer(event, stdout)).toMatchObject({ fault: { code: 'no_power' } });
    },
  );

  test('block on PostToolUse has none either', () => {
    expect(answer('PostToolUse', DENY)).toMatchObject({ fault: { code: 'no_power' } });
  });

  test('tasks are refused by every word before the list is written, and never afterwards', () => {
    const task = (phase: string): AnyEvent => ({ hook_event_name: 'TaskCreated', task_id: '1', phase });
    for (const parts of [{ stdout: { decision: 'block' } }, { stdout: DENY }, { exit: 2, stderr: 'no' }]) {
      expect(said(task('validation'), parts)).toMatchObject({ effect: 'refuse_task' });
      expect(said(task('postWrite'), parts)).toMatchObject({ fault: { code: 'no_power' } });
    }
  });

  test('an answer to a request for permission that does not allow denies', () => {
    const permission = (decision: Json): Json =>
      answer('PermissionRequest', own({ decision })).extra?.permission ?? null;
    expect(permission({ behavior: 'allow' })).toEqual({ behavior: 'allow' });
    expect(permission({ behavior: 'perhaps', message: 'm' })).toEqual({ behavior: 'deny', message: 'm' });
    expect(permission({})).toEqual({ behavior: 'deny' });
    expect(permission('allow')).toBeNull();
  });
});

describe('what else an answer may hold', () => {
  test('a rewritten input is for the next hook only', () => {
    expect(answer('PreToolUse', own({ tool_input: { a: 1 } }))).toEqual({ nextInput: { a: 1 } });
    expect(answer('PreToolUse', own({ updatedInput: { a: 1 } }))).toEqual({});
  });

  test('context where somebody reads it', () => {
    const context = own({ additionalContext: 'look' });
    for (const event of ['PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'SubagentStart', 'PreCompact'] as const)
      expect(answer(event, context)).toMatchObject({ context: ['look'] });
    for (const event of ['PreToolUse', 'Stop', 'Notification', 'SubagentStop'] as const)
      expect(answer(event, context).context).toBeUndefined();
  });

  test('extras, and nothing of a wrong type', () => {
    expect(answer('Stop', { terminalSequence: '\u0007', ...own({ artifacts: ['a'] }) })).toMatchObject({
      extra: { terminalSequence: '\u0007', artifacts: ['a'] },
    });
    expect(
      answer('Stop', { systemMessage: 5, continue: 0, decision: [], hookSpecificOutput: 'x' }).fault,
    ).toBeUndefined();
  });
});

describe('a server', () => {
  const http = { hook: { handler: { kind: 'http', url: 'http://x', headers: {}, allowedVariables: [] } } } as const;
  const body = (stdout: string, isJson: boolean): Verdict =>
    said('PreToolUse', { ending: { how: 'answered' }, stdout, isJson }, http);

  test('is read where it says that it sends JSON; else its body is a message', () => {
    expect(body(JSON.stringify(DENY), true)).toMatchObject({ decision: 'block', reason: 'no' });
    expect(texts(body(JSON.stringify(DENY), false))).toEqual([JSON.stringify(DENY)]);
    expect(body('', true)).toEqual({});
  });

  test('says at most 10,000 characters', () => {
    expect(body(JSON.stringify({ decision: 'deny', reason: 'x'.repeat(20_000) }), true).reason).toHaveLength(10_000);
    expect(texts(body('x'.repeat(20_000), false))[0]).toHaveLength(10_000);
  });
});

describe('a model', () => {
  const prompt = { hook: { handler: { kind: 'prompt', prompt: 'p', model: null } } } as const;
  const replied = (event: EventName, stdout: string): Verdict =>
    said(event, { ending: { how: 'answered' }, stdout }, prompt);
  const NO = '{"ok":false,"reason":"unsafe"}';

  test.each([
    ['PreToolUse', 'deny_tool'],
    ['UserPromptSubmit', 'reject_prompt'],
    ['Stop', 'keep_working'],
    ['PostToolUse', 'withhold_output'],
  ] as const)('that says no on %s: %s', (event, effect) => {
    expect(replied(event, NO)).toMatchObject({ decision: 'block', effect, reason: 'unsafe' });
    expect(replied(event, `\`\`\`json\n${NO}\n\`\`\``)).toMatchObject({ effect });
  });

  test('that says yes may give context', () => {
    expect(replied('UserPromptSubmit', '{"ok":true,"additionalContext":"look"}')).toEqual({ context: ['look'] });
  });

  test('that answers in words says yes; that a refusal in them is void is told', () => {
    expect(replied('PreToolUse', 'I think so')).toMatchObject({ notes: [expect.stringContaining('no answer')] });
    const around = replied('PreToolUse', `No: ${NO}`);
    expect([around.decision, isVoid(around)]).toEqual([undefined, true]);
  });
});
