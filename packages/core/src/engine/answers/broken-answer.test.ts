import { describe, expect, test } from 'vitest';
import { decoded, refusal, VOID_REFUSAL, VOID_TEXT } from '../../../../../test/support/hooks.ts';
import type { AnyEvent, EventName, Handler, Verdict } from '../../model/index.ts';

/** The beginning of a refusal in each dialect, without the brace that closes it. */
const REFUSALS: readonly (readonly [dialect: string, event: EventName, refusal: string, reason: string | null])[] = [
  ['kolega', 'PreToolUse', '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}', 'no'],
  ['kolega', 'PreToolUse', '{"continue":false,"systemMessage":"no"', 'no'],
  ['kolega', 'Stop', '{"hookSpecificOutput":{"permissionDecision":"DENY"}', 'Hook blocked the action.'],
  ['agent-hooks', 'PreToolUse', '{"decision":"deny","reason":"no"', 'no'],
  ['agent-hooks', 'Stop', '{"decision":"deny"', "Blocked by hook 'guard'"],
  ['qoder', 'PreToolUse', '{"decision":"block","reason":"no"', 'no'],
  [
    'qoder',
    'PreToolUse',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}',
    'Blocked by guard hook',
  ],
  ['qoder', 'UserPromptSubmit', '{"decision":"deny","reason":"no"', 'no'],
  ['polytoken', 'PreToolUse', '{"outcome":"deny","reason":"no"', 'no'],
  ['polytoken', 'UserPromptSubmit', '{"outcome":"reject","reason":"no"', 'no'],
  ['polytoken', 'UserPromptSubmit', '{"outcome":"reject"', 'the hook refused; the reason in its answer cannot be read'],
  ['polytoken', 'Notification', '{"outcome":"suppress"', null],
];

/** What may be wrong behind it. */
const RESTS: readonly (readonly [what: string, rest: string])[] = [
  ['NaN', ',"x":NaN}'],
  ['Infinity', ',"x":[-Infinity]}'],
  ['a second document', '} {"decision":"allow"}'],
  ['text behind it', '}\nall done'],
  ['600 levels', `,"x":${'['.repeat(600)}${']'.repeat(600)}}`],
  ['a million levels', `,"x":${'{"a":'.repeat(200_000)}`],
  ['no end', ',"x":"'],
  ['keys doubled too often', `${',"x":1,"x":2'.repeat(300)}}`],
  ['a trailing comma', ',}'],
  ['a NUL', '}\0'],
];

describe.each(REFUSALS)('a refusal of %s on %s, %s, counts', (dialect, event, said, reason) => {
  test.each(RESTS)('beside %s, which is a fault', (_what, rest) => {
    const verdict = decoded(dialect, event, { stdout: `${said}${rest}` });
    expect(verdict).toMatchObject({
      decision: 'block',
      fault: { code: 'bad_output' },
    });
    expect(verdict.reason).toBe(reason);
    expect(verdict.messages?.at(-1)).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/the refusal in it counts$/),
    });
  });

  test('when the answer was cut at its limit', () => {
    const stdout = `${said},"details":"${'x'.repeat(10_000)}`;
    const verdict = decoded(dialect, event, { stdout, truncated: ['stdout'] });
    expect(verdict).toMatchObject({ decision: 'block', fault: { code: 'bad_output' } });
  });
});

const SERVER: Handler = { kind: 'http', url: 'http://localhost', headers: {}, allowedVariables: null };

test('a refusal in the cut body of a server counts', () => {
  const stdout = `{"decision":"deny","reason":"${'x'.repeat(2000)}`;
  const report = { ending: { how: 'answered' }, stdout, truncated: ['stdout'] } as const;
  expect(decoded('qoder', 'PreToolUse', report, { hook: { handler: SERVER } })).toMatchObject({ decision: 'block' });
});

test.each([
  ['a permission', '{"decision":"allow","x":NaN}'],
  ['a word that is cut', '{"decision":"bloc'],
  ['a refusal that is the value of something else', '{"details":{"decision":"block"},"x":NaN}'],
  ['a refusal in a second document', '{"decision":"allow"}{"decision":"block"}'],
])('%s in a broken answer decides nothing', (_what, stdout) => {
  expect(decoded('qoder', 'PreToolUse', { stdout, truncated: ['stdout'] })).not.toHaveProperty('decision');
});

test('a question to the user in a broken answer stands', () => {
  expect(decoded('agent-hooks', 'PreToolUse', { stdout: '{"decision":"ask","reason":"sure?","x":NaN}' })).toMatchObject(
    {
      decision: 'ask',
      reason: 'sure?',
      fault: { code: 'bad_output' },
    },
  );
});

test('a refusal outranks a permission anywhere in a broken answer', () => {
  const stdout =
    '{"decision":"block","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"},"x":NaN}';
  expect(decoded('qoder', 'PreToolUse', { stdout })).toMatchObject({ decision: 'block' });
});

test.each(['{"block":true,"x":NaN}', '{"block":true}{}', '{"block":true,"annotation":"cut'])(
  'a refusal of kode in the malformed answer %s is void, and a warning says so',
  (stdout) => {
    const verdict = decoded('kode', 'PreToolUse', { stdout });
    expect(verdict).toMatchObject({ fault: { code: 'bad_output' } });
    expect(verdict).not.toHaveProperty('decision');
    expect(verdict.messages).toContainEqual(VOID_REFUSAL);
  },
);

/** Refusals of later dialects in which a malformed answer is void, as in their programs. */
const VOID: readonly (readonly [dialect: string, event: EventName, refusal: string])[] = [
  ['claude', 'PreToolUse', '{"decision":"block","stopReason":1.5,"x":NaN}'],
  ['claude', 'Stop', '{"systemMessage":"no","continue":false%}'],
  ['codex', 'PreToolUse', '{"reason":"no","decision":"block","stopReason":"x","x":NaN}'],
  ['codex', 'PreCompact', '{"continue":false,"stopReason":"no","x":NaN}'],
  ['codex', 'Stop', '{"decision":"block","reason":"no","x":NaN}'],
  ['codex', 'PostToolUse', '{"decision":"block","reason":"no","x":1,"reason":"doubled"}'],
  ['codex', 'Stop', '{"decision":"block","reason":"no","x":1,"systemMessage":5}'],
  ['codex', 'SubagentStop', '{"decision":"block","reason":"no"} {}'],
  ['copilot', 'PreToolUse', '{"permissionDecision":"deny"} done'],
  ['cline', 'PreToolUse', '{"cancel":true\0}'],
  ['kimi', 'PreToolUse', '{"hookSpecificOutput":{"permissionDecision":"deny"}}}'],
  ['qwen', 'Stop', '{"stopReason":"no","continue":false-'],
  ['gemini', 'PreToolUse', '{"decision":"deny","x":NaN}'],
];

test.each(VOID)('a refusal of %s on %s in %s is void, and a warning says so', (dialect, event, stdout) => {
  const verdict = decoded(dialect, event, { stdout });
  expect(verdict).not.toHaveProperty('decision');
  expect(verdict.messages).toContainEqual(VOID_REFUSAL);
});

test.each<[dialect: string, event: EventName, stdout: string]>([
  ['qoder', 'PreToolUse', 'checking ...\n{"decision":"deny","reason":"no"}\ndone'],
  ['qoder', 'PreToolUse', '{"decision":"allow"}\n{"decision":"block","reason":"no"}'],
  ['qoder', 'PreToolUse', 'guard: {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'],
  ['qoder', 'PreToolUse', '[{"decision":"deny"}]'],
  ['qoder', 'UserPromptSubmit', 'checking ...\n  {"decision":"block","reason":"no"}'],
  ['qoder', 'Stop', 'tests ran\n{"continue":false}'],
  ['agent-hooks', 'PreToolUse', 'checking ...\n{"decision":"deny","reason":"no"}'],
])('a refusal of %s on %s in the plain text %j is void, and a warning says so', (dialect, event, stdout) => {
  const verdict = decoded(dialect, event, { stdout });
  expect(verdict).not.toHaveProperty('decision');
  expect(verdict).not.toHaveProperty('fault');
  expect(verdict.messages).toContainEqual(VOID_TEXT);
});

test.each<[dialect: string, event: EventName, stdout: string]>([
  ['qoder', 'PreToolUse', 'all is fine {"decision":"allow"}'],
  ['qoder', 'UserPromptSubmit', 'answer {"decision":"block"} when in doubt'],
  ['qoder', 'SessionStart', 'log\n{"decision":"block"}'],
  ['agent-hooks', 'PreToolUse', 'checked {"path":"a"}'],
])('%s on %s says nothing of a refusal in the plain text %j', (dialect, event, stdout) => {
  expect(decoded(dialect, event, { stdout }).messages ?? []).toEqual([]);
});

test('a refusal among thousands of words that are not known counts, and takes no longer', () => {
  const words = Array.from({ length: 50_000 }, (_, index) => `"permission":"w${index}"`).join(',');
  const start = process.cpuUsage();
  expect(
    decoded('cursor', 'PreToolUse', { stdout: `{${words},"permission":"deny"`, truncated: ['stdout'] }),
  ).toMatchObject({ decision: 'block' });
  // It takes a tenth of that; each word by itself took 2 s.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
});

describe('an answer to a request for permission', () => {
  const event: AnyEvent = { hook_event_name: 'PermissionRequest', session_id: 's', cwd: '/', tool_name: 'Bash' };
  const answer = (decision: unknown, rest = '}'): Verdict => {
    const inner = JSON.stringify({ hookEventName: 'PermissionRequest', decision });
    return decoded('qoder', event, { stdout: `{"hookSpecificOutput":${inner}${rest}` });
  };

  test.each([
    { behavior: 'allow', updatedInput: 'echo safe' },
    { behavior: 'allow', updatedInput: ['echo'] },
    { behavior: 'allow', updatedPermissions: {} },
    { behavior: 'allow', interrupt: 'yes' },
  ])('%j is bad output and decides nothing', (decision) => {
    expect(answer(decision)).toMatchObject({ fault: { code: 'bad_output' } });
    expect(answer(decision)).not.toHaveProperty('extra');
  });

  test('that denies counts whatever stands beside it', () => {
    expect(answer({ behavior: 'deny', message: 7, interrupt: 'yes' })).toMatchObject({
      extra: { permission: { behavior: 'deny', message: '7' } },
      fault: { code: 'bad_output' },
    });
    expect(answer({ behavior: 'deny', message: false }, ',"x":NaN}')).toMatchObject({
      extra: { permission: { behavior: 'deny', message: 'false' } },
    });
    expect(answer({ behavior: 'deny', message: 'no' }, ',"x":NaN}')).toMatchObject({
      extra: { permission: { behavior: 'deny', message: 'no' } },
      fault: { code: 'bad_output' },
    });
  });

  test('that ends the turn counts beside a refusal that has no power there', () => {
    expect(
      decoded('qoder', event, { stdout: '{"continue":false,"stopReason":"no","decision":"block","x":NaN}' }),
    ).toMatchObject({
      decision: 'block',
      effect: 'end_turn',
      reason: 'no',
    });
  });

  test('is taken as it is when all parts are right', () => {
    const decision = { behavior: 'allow', updatedInput: { a: 1 }, updatedPermissions: [], x: 1 };
    expect(answer(decision)).toEqual({ extra: { permission: decision } });
  });
});

test('output that is blank up to the limit is no empty answer', () => {
  const report = { stdout: ' '.repeat(100), truncated: ['stdout'] } as const;
  expect(decoded('kolega', 'PreToolUse', report)).toMatchObject({ fault: { code: 'bad_output' } });
  expect(decoded('polytoken', 'PreToolUse', report)).toMatchObject({ decision: 'block' });
});

test.each(['kolega', 'qoder', 'agent-hooks', 'polytoken'])('an answer of %s may be as deep as an event', (dialect) => {
  const deep = `${'['.repeat(499)}${']'.repeat(499)}`;
  const said =
    {
      kolega:
        '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no","updatedInput":{"a":DEEP}}}',
      qoder: '{"decision":"deny","reason":"no","x":DEEP}',
      'agent-hooks': '{"decision":"deny","reason":"no","x":DEEP}',
      polytoken: '{"outcome":"deny","reason":"no"}',
    }[dialect] ?? '';
  expect(decoded(dialect, 'PreToolUse', { stdout: said.replace('DEEP', () => deep) })).toEqual(
    refusal('deny_tool', 'no'),
  );
});
