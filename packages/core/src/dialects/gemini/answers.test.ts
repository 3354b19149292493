import { describe, expect, test } from 'vitest';
import { aFrame, aHook, anEvent, decoded, type ReportParts } from '../../../../../test/support/hooks.ts';
import { encode } from '../../engine/encode.ts';
import { fold } from '../../engine/fold.ts';
import { payloadOf } from '../../engine/payload.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import { nextInSequence } from '../../engine/sequence.ts';
import type { EventName, Json, JsonObject, Verdict } from '../../model/index.ts';
import { gemini } from './table.ts';

const said = (event: EventName, parts: ReportParts): Verdict => decoded('gemini', event, parts);
const answer = (event: EventName, stdout: Json): Verdict => said(event, { stdout });
const own = (fields: JsonObject): JsonObject => ({ hookSpecificOutput: fields });
const DENY: JsonObject = { decision: 'deny', reason: 'no' };
const KILLED = { ending: { how: 'killed', signal: 'SIGKILL' } } as const;
const texts = ({ messages = [] }: Verdict): readonly string[] => messages.map(({ text }) => text);
const isVoid = (verdict: Verdict): boolean => texts(verdict).some((text) => text.includes('is void'));

describe('what was printed', () => {
  test('is read from stdout, else from stderr, at every end', () => {
    for (const end of [{}, { exit: 1 }, { exit: 2 }, { exit: 127 }, KILLED]) {
      expect(said('PreToolUse', { ...end, stdout: DENY })).toMatchObject({ decision: 'block', reason: 'no' });
      expect(said('PreToolUse', { ...end, stderr: JSON.stringify(DENY) })).toMatchObject({ decision: 'block' });
      expect(said('PreToolUse', { ...end, stdout: JSON.stringify(JSON.stringify(DENY)) }).decision).toBe('block');
    }
  });

  test('as text: a message, at exit 1 a warning, at every other exit a refusal', () => {
    expect(texts(answer('SessionStart', 'words'))).toEqual(['words']);
    expect(texts(answer('PreToolUse', '{ no JSON'))).toEqual(['{ no JSON']);
    expect(said('PreToolUse', { ...KILLED, stdout: 'words' })).toMatchObject({ fault: { code: 'killed' } });
    const one = said('PreToolUse', { exit: 1, stderr: 'boom' });
    expect([one.decision, one.fault?.code, texts(one).includes('Warning: boom')]).toEqual([undefined, 'exit', true]);
    for (const exit of [2, 3, 127])
      expect(said('PreToolUse', { exit, stderr: 'no' })).toMatchObject({ effect: 'deny_tool', reason: 'no' });
  });

  test('as another value, as an object that refuses nothing, or not at all: exit 2 refuses nothing, which is told', () => {
    for (const stdout of ['42', 'true', 'null', '[1]', '', '{"decision":"allow"}']) {
      const verdict = said('PreToolUse', { exit: 2, stdout });
      expect([verdict.decision, verdict.fault?.code, isVoid(verdict)]).toEqual([undefined, 'exit', true]);
    }
  });
});

describe('decisions', () => {
  test('allow and unknown words say nothing, ask is known before tools only', () => {
    for (const decision of ['allow', 'Deny', 'approve'])
      expect(answer('PreToolUse', { decision, reason: 'r' }).decision).toBeUndefined();
    expect(answer('PreToolUse', { decision: 'ask' })).toMatchObject({ decision: 'ask' });
    expect(answer('UserPromptSubmit', { decision: 'ask' }).decision).toBeUndefined();
    expect(answer('PreToolUse', { decision: 'block' })).toMatchObject({ reason: 'No reason provided' });
  });

  test.each([
    ['UserPromptSubmit', 'reject_prompt'],
    ['PreToolUse', 'deny_tool'],
    ['PostToolUse', 'withhold_output'],
    ['PostToolUseFailure', 'withhold_output'],
    ['Stop', 'keep_working'],
    ['PreModelTurn', 'end_turn'],
    ['PostModelTurn', 'end_turn'],
  ] as const)('deny on %s is %s, and continue: false ends the turn', (event, effect) => {
    expect(answer(event, DENY)).toMatchObject({ decision: 'block', effect, reason: 'no' });
    expect(answer(event, { ...DENY, continue: false, stopReason: 'halt' })).toMatchObject({
      effect: 'end_turn',
      reason: 'halt',
    });
    expect(answer(event, { continue: 'false' }).decision).toBeUndefined();
  });

  test.each(['SessionStart', 'Notification', 'PreCompact', 'PreToolSelection'] as const)(
    '%s cannot be stopped',
    (event) => {
      for (const stdout of [DENY, { continue: false }])
        expect(answer(event, stdout)).toMatchObject({ fault: { code: 'no_power' } });
    },
  );
});

describe('what else an answer may hold', () => {
  test('context where somebody reads it', () => {
    const context = own({ additionalContext: 'look' });
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse'] as const)
      expect(answer(event, context)).toEqual({ context: ['look'] });
    for (const event of ['PostToolUseFailure', 'PreToolUse', 'Stop'] as const)
      expect(answer(event, context).context).toBeUndefined();
  });

  test('a synthetic answer of the model counts only beside a denial, a replaced one needs parts', () => {
    const response = (parts: readonly string[]): JsonObject => ({ candidates: [{ content: { parts } }] });
    const canned = own({ llm_response: response(['canned']) });
    expect(answer('PreModelTurn', canned)).toEqual({ answer: canned });
    expect(answer('PreModelTurn', { ...DENY, ...canned })).toMatchObject({
      extra: { llmResponse: response(['canned']) },
    });
    expect(answer('PostModelTurn', canned)).toEqual({ answer: canned, extra: { llmResponse: response(['canned']) } });
    expect(answer('PostModelTurn', own({ llm_response: response([]) })).extra).toBeUndefined();
  });

  test('tools to choose from: the strictest mode, all names, none with NONE', () => {
    const config = (mode: string, ...allowedFunctionNames: readonly string[]) => ({
      hook: aHook({}),
      verdict: answer('PreToolSelection', own({ toolConfig: { mode, allowedFunctionNames } })),
    });
    const folded = (...configs: readonly ReturnType<typeof config>[]): Json | undefined =>
      fold(configs).extra.toolConfig;
    expect(folded(config('AUTO', 'b'), config('ANY', 'c', 'a'))).toEqual({
      mode: 'ANY',
      allowedFunctionNames: ['a', 'b', 'c'],
    });
    expect(folded(config('ANY', 'b'), config('NONE', 'a'))).toEqual({ mode: 'NONE', allowedFunctionNames: [] });
  });

  test('the next hook of a sequence sees rewritten keys merged; the host gets the last input alone', () => {
    const frame = aFrame('gemini', anEvent('PreToolUse', { tool_name: 'replace', tool_input: { a: 1, b: 2 } }));
    const verdict = answer('PreToolUse', own({ tool_input: { b: 3 } }));
    const report = {
      stdout: '',
      stderr: '',
      truncated: [],
      durationMs: 1,
      ending: { how: 'exited', code: 0 },
    } as const;
    expect(verdict).toEqual({ updatedInput: { b: 3 } });
    expect(nextInSequence(frame, { verdict, report })['tool_input']).toEqual({ a: 1, b: 3 });
    const model = aFrame('gemini', anEvent('PreModelTurn', { llm_request: { model: 'm', config: { a: 1 } } }));
    const request = answer('PreModelTurn', own({ llm_request: { config: { b: 1 } } }));
    expect(nextInSequence(model, { verdict: request, report })['llm_request']).toEqual({
      model: 'm',
      config: { b: 1 },
    });
  });
});

test('a failure is told in the response of the tool', () => {
  const event = anEvent('PostToolUseFailure', {
    tool_name: 'read_file',
    tool_input: {},
    error: 'gone',
    error_type: 'io',
  });
  expect(payloadOf(aFrame('gemini', event))).toMatchObject({
    hook_event_name: 'AfterTool',
    tool_response: { llmContent: 'gone', error: { message: 'gone', type: 'io' } },
  });
});

test('names in the text of a command are replaced before its shell reads it, quoted where that is needed', () => {
  const script = `'$GEMINI_PROJECT_DIR' "\${GEMINI_CWD}" $CLAUDE_PROJECT_DIRX`;
  const hook = aHook({ dialect: 'gemini', handler: { kind: 'command', form: 'shell', shell: 'bash', script } });
  const run = (cwd: string) => encode(hook, aFrame('gemini', anEvent('Stop', { cwd })), 'r', { background: false });
  expect(run('/plain')).toMatchObject({ args: ['--norc', '-c', `'/plain' "\${GEMINI_CWD}" /plainX`] });
  expect(run("/it's here")).toMatchObject({
    script: expect.stringContaining(String.raw`''/it'\''s here''`) as unknown,
  });
});

test.each([
  ['BeforeTool', 'shell', 'run_shell_command', true],
  ['BeforeTool', '^shell$', 'run_shell_command', false],
  ['BeforeTool', ' run_.* ', 'run_shell_command', true],
  ['BeforeTool', 'Shell', 'run_shell_command', false],
  ['BeforeTool', 'a[b', 'a[b', true],
  ['BeforeTool', 'a[b', 'xa[b', false],
  ['SessionStart', 'startup|resume', 'startup', false],
  ['SessionStart', ' startup ', 'startup', true],
  ['SessionStart', '*', 'startup', true],
])('%s: the matcher %j accepts %s: %s', (native, pattern, text, matches) => {
  const { matcher } = compileMatcher(gemini.events[native]?.match ?? gemini.match, { pattern });
  expect(matcher.test({ text, toolName: text, toolInput: {}, project: '/p' }).matches).toBe(matches);
});
