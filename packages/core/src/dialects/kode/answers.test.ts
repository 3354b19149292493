import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../../test/support/hooks.ts';
import { aFault, badOutput, decoded, VOID_REFUSAL } from '../../../../../test/support/hooks.ts';
import type { Effect, EventName, Fault, Json, Verdict, VerdictMessage } from '../../model/index.ts';

const POWERS: readonly (readonly [EventName, Effect])[] = [
  ['SessionStart', 'abort_session'],
  ['UserPromptSubmit', 'reject_prompt'],
  ['PreToolUse', 'deny_tool'],
  ['PostToolUse', 'withhold_output'],
  ['PostToolUseFailure', 'withhold_output'],
];
const EVENTS: readonly EventName[] = [...POWERS.map(([event]) => event), 'SessionEnd'];

const note = (level: 'info' | 'warning' | 'error', text: string): VerdictMessage => ({
  level,
  text,
  hook: 'test:guard',
});
const annotation = (text: string): VerdictMessage => note('info', text);
const read = (event: EventName, parts: ReportParts): Verdict => decoded('kode', event, parts);

/** A refusal, told as KODE-HOOK-002 with what to do and the raw text behind it. */
const refused = (effect: Effect, reason: string, ...before: readonly VerdictMessage[]): Verdict => ({
  decision: 'block',
  effect,
  reason,
  messages: [
    ...before,
    {
      ...note(
        'error',
        `KODE-HOOK-002: hook "guard" refused the action: ${reason}. Do what the hook asks for, or change the hook.`,
      ),
      code: 'KODE-HOOK-002',
    },
  ],
});

/** An answer that breaks the contract: told as KODE-HOOK-003, and the action proceeds. */
function broken(why: string): Verdict {
  const fault = badOutput(why);
  const text = `KODE-HOOK-003: ${fault.message}. Let the hook print one JSON object with the known keys, or nothing.`;
  return { fault, messages: [{ ...note('warning', text), code: 'KODE-HOOK-003' }] };
}

describe.each(POWERS)('on %s', (event, effect) => {
  test.each([1, 2, 3, 127, 255])(`exit %d blocks with the effect ${effect}, and stderr is the text`, (exit) => {
    expect(read(event, { exit, stderr: ' no shell today\n' })).toEqual(refused(effect, 'no shell today'));
  });

  test('block: true at exit 0 blocks; the text is stderr, else the annotation', () => {
    expect(read(event, { stdout: { block: true }, stderr: 'from stderr' })).toEqual(refused(effect, 'from stderr'));
    expect(read(event, { stdout: { block: true, annotation: 'needs a ticket' }, stderr: 'from stderr' })).toEqual(
      refused(effect, 'from stderr', annotation('needs a ticket')),
    );
    expect(read(event, { stdout: { block: true, annotation: 'needs a ticket' } })).toEqual(
      refused(effect, 'needs a ticket', annotation('needs a ticket')),
    );
  });

  test('without stderr and annotation the message is one plain sentence with what to do', () => {
    const plain = 'KODE-HOOK-002: hook "guard" refused the action. Do what the hook asks for, or change the hook.';
    for (const parts of [{ stdout: { block: true } }, { exit: 1 }])
      expect(read(event, parts)).toMatchObject({
        effect,
        reason: 'hook "guard" refused the action',
        messages: [{ level: 'error', text: plain, code: 'KODE-HOOK-002' }],
      });
  });

  test('a non-zero exit without stderr has the annotation for its text', () => {
    expect(read(event, { exit: 1, stdout: { annotation: 'needs a ticket' } })).toEqual(
      refused(effect, 'needs a ticket', annotation('needs a ticket')),
    );
    expect(read(event, { exit: 1, stdout: { block: false, annotation: 'needs a ticket' } })).toEqual(
      refused(effect, 'needs a ticket', annotation('needs a ticket')),
    );
  });

  test('the annotation of a hook that blocks is shown too', () => {
    expect(read(event, { exit: 1, stderr: 'no', stdout: { annotation: 'looked at it' } })).toEqual(
      refused(effect, 'no', annotation('looked at it')),
    );
  });

  test.each<Json>(['not JSON', '[1]', { block: 'yes' }, { annotation: 7 }])(
    'with a non-zero exit and stdout %j only 002 is reported',
    (stdout) => {
      expect(read(event, { exit: 1, stderr: 'no', stdout })).toEqual(refused(effect, 'no'));
    },
  );

  test('replacements beside a block are ignored', () => {
    const stdout = { block: true, replace_prompt: 'p', replace_tool_input: { a: 1 } };
    const verdict = read(event, { stdout, stderr: 'no' });
    expect(verdict).toMatchObject({ decision: 'block', effect, reason: 'no' });
    expect(verdict).not.toHaveProperty('updatedInput');
    expect(verdict).not.toHaveProperty('updatedPrompt');
  });
});

describe.each(EVENTS)('on %s', (event) => {
  test('exit 0 without output passes', () => {
    expect(read(event, {})).toEqual({});
    expect(read(event, { stdout: ' \n', stderr: 'a log line' })).toEqual({});
    expect(read(event, { stdout: { block: false } })).toEqual({});
    expect(read(event, { stdout: {} })).toEqual({});
  });

  test('an annotation is shown to the user', () => {
    expect(read(event, { stdout: { annotation: 'redacted 2 secrets' } })).toEqual({
      messages: [annotation('redacted 2 secrets')],
    });
  });

  test.each<[Json, string]>([
    ['plain text', 'it printed "plain text", which is not a JSON object'],
    ['[]', 'it printed "[]", which is not a JSON object'],
    ['{"block":', 'it printed "{"block":", which is not a JSON object'],
    [{ block: 'true' }, 'block "true" is not known; known are true, false'],
    [{ block: 1 }, 'block 1 is not known; known are true, false'],
    [{ annotation: ['x'] }, 'annotation is not a text'],
    [{ block: 0, annotation: 'x' }, 'block 0 is not known; known are true, false'],
  ])('stdout %j is reported as KODE-HOOK-003, does not block, and is ignored', (stdout, why) => {
    expect(read(event, { stdout })).toEqual(broken(why));
  });

  test.each<[Json, string]>([
    [{ block: true, annotation: 7 }, 'annotation is not a text'],
    ['{"block": true, "x": NaN}', 'it printed "{"block": true, "x": NaN}", which is not a JSON object'],
    ['{"block": true} {}', 'it printed "{"block": true} {}", which is not a JSON object'],
  ])('a refusal in stdout %j is void, and a warning says so', (stdout, why) => {
    const { messages = [], ...rest } = broken(why);
    expect(read(event, { stdout })).toEqual({ ...rest, messages: [VOID_REFUSAL, ...messages] });
  });

  test('an unknown key is ignored with a warning, once per hook and key', () => {
    const warned = {
      ...note('warning', 'hook "guard": unknown key "decision" is ignored'),
      once: 'test:guard decision',
    };
    expect(read(event, { stdout: { decision: 'deny', annotation: 'x' } })).toEqual({
      messages: [annotation('x'), warned],
    });
  });
});

describe('a replacement', () => {
  test('of the prompt is taken on user_prompt_submit', () => {
    expect(read('UserPromptSubmit', { stdout: { replace_prompt: 'hello', annotation: 'x' } })).toEqual({
      updatedPrompt: 'hello',
      messages: [annotation('x')],
    });
    expect(read('UserPromptSubmit', { stdout: { replace_prompt: '' } })).toEqual({ updatedPrompt: '' });
  });

  test('of the input is taken on tool_call_pre', () => {
    expect(read('PreToolUse', { stdout: { replace_tool_input: { command: 'ls' } } })).toEqual({
      updatedInput: { command: 'ls' },
    });
  });

  test.each<[EventName, Readonly<Record<string, Json>>, string]>([
    ['UserPromptSubmit', { replace_prompt: 7 }, 'replace_prompt is not a text'],
    ['UserPromptSubmit', { replace_prompt: { text: 'x' } }, 'replace_prompt is not a text'],
    ['PreToolUse', { replace_tool_input: 'ls' }, 'replace_tool_input is not an object'],
  ])('of the wrong type on %s, %j, is KODE-HOOK-003', (event, stdout, why) => {
    expect(read(event, { stdout })).toEqual(broken(why));
  });

  test.each<[string, Json, readonly EventName[]]>([
    ['replace_prompt', 'hello', EVENTS.filter((event) => event !== 'UserPromptSubmit')],
    ['replace_tool_input', { a: 1 }, EVENTS.filter((event) => event !== 'PreToolUse')],
  ])('by %s on the wrong event is ignored with a warning', (key, value, events) => {
    for (const event of events) {
      const { messages, ...rest } = read(event, { stdout: { [key]: value } });
      expect(rest).toEqual({});
      expect(messages).toEqual([
        note('warning', expect.stringMatching(`^hook "guard": ${key} has no effect on [a-z_]+$`) as string),
      ]);
    }
  });
});

describe('session_end cannot be stopped', () => {
  const powerless = (reason: string): Verdict => {
    const fault: Fault = aFault('no_power', `refused, but session_end cannot be stopped: ${reason}`);
    const text = `KODE-HOOK-002: ${fault.message}. The end of a session cannot be stopped: let the hook exit with 0.`;
    return { fault, messages: [{ ...note('warning', text), code: 'KODE-HOOK-002' }] };
  };

  test.each<[string, ReportParts]>([
    ['a non-zero exit', { exit: 1, stderr: 'no' }],
    ['block: true', { stdout: { block: true }, stderr: 'no' }],
  ])('%s is a no_power fault, and the exit goes on', (_how, parts) => {
    expect(read('SessionEnd', parts)).toEqual(powerless('no'));
  });
});
