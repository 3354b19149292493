import { describe, expect, test } from 'vitest';
import { badOutput, decoded, proceeding, refusal, refusalBeside } from '../../../../../test/support/hooks.ts';
import type { EventName, Handler, Verdict } from '../../model/index.ts';

const PROMPT: Handler = { kind: 'prompt', prompt: 'Fine?', model: null };
const AGENT: Handler = { kind: 'agent', prompt: 'Fine?', model: null, tools: null, maxTurns: null };

const reply = (dialect: string, stdout: string, event: EventName = 'Stop'): Verdict =>
  decoded(dialect, event, { ending: { how: 'answered' }, stdout }, { hook: { handler: PROMPT } });

const unreadable = (text: string): Verdict =>
  proceeding(badOutput(`the model replied "${text}", expected {"ok": true} or {"ok": false, "reason": …}`));
const notBoolean = proceeding(badOutput('ok is not true or false'));
const no = refusal('keep_working', 'tests fail');

describe.each(['kolega', 'qoder'])('a model that answers a hook of %s', (dialect) => {
  test.each<[string, string, Verdict]>([
    ['a bare yes', '{"ok": true}', {}],
    ['a yes with a reason', '{"ok": true, "reason": "all done"}', {}],
    ['a bare no', '{"ok": false, "reason": "tests fail"}', no],
    ['white space around', '\n {"ok": false, "reason": "tests fail"} \n', no],
    ['ok doubled, the no last', '{"ok": true, "reason": "tests fail", "ok": false}', no],
    ['ok doubled, the no first', '{"ok": false, "reason": "tests fail", "ok": true}', no],
    ['unknown keys', '{"ok": false, "reason": "tests fail", "confidence": 0.9, "decision": "allow"}', no],
    ['a fence', '```\n{"ok": false, "reason": "tests fail"}\n```', no],
    ['a fence that names JSON', '```json\n{\n  "ok": false,\n  "reason": "tests fail"\n}\n```\n', no],
    ['prose around', 'I looked. {"ok": false, "reason": "tests fail"} So no.', no],
    ['prose with braces in a string', 'Well: {"ok": false, "reason": "tests fail", "x": "}{\\""}.', no],
    ['another object before', 'Given {"a": 1}: {"ok": false, "reason": "tests fail"}', no],
    ['a stray brace in the prose', 'Look at {this: {"ok": false, "reason": "tests fail"}', no],
    ['prose', 'Yes, all is fine.', unreadable('Yes, all is fine.')],
    ['nothing', '', unreadable('')],
    ['half an object', '{"ok": fal', unreadable('{"ok": fal')],
    ['NaN beside a yes', '{"ok": true, "x": NaN}', unreadable('{"ok": true, "x": NaN}')],
    ['a list', '[true]', unreadable('[true]')],
    ['a string for ok', '{"ok": "false"}', notBoolean],
    ['a number for ok', '{"ok": 0}', notBoolean],
    ['null for ok', '{"ok": null}', notBoolean],
    ['no ok', '{"decision": "deny"}', notBoolean],
    ['no ok, in a fence', '```\n{"decision": "deny"}\n```', notBoolean],
    ['no ok, in a fence with blanks around', ' \n ```json \n{\n"a": {}\n}\n  ``` \n', notBoolean],
    ['no ok, in a fence after prose', 'So:\n```\n{"a": 1}\n```', unreadable('So:\n```\n{"a": 1}\n```')],
    ['no ok, in a fence before prose', '```\n{"a": 1}\n``` So.', unreadable('```\n{"a": 1}\n``` So.')],
    ['no ok, in a fence of another kind', '```yaml\n{"a": 1}\n```', unreadable('```yaml\n{"a": 1}\n```')],
    ['nineteen stray braces', `${'{x '.repeat(19)}{"ok": false, "reason": "tests fail"}`, no],
    ['twenty stray braces', `${'{x '.repeat(20)}{"ok": false}`, unreadable(`${'{x '.repeat(20)}{"ok": false}`)],
    ['a forged prototype', '{"__proto__": {"ok": false}}', notBoolean],
  ])('with %s', (_with, stdout, expected) => {
    expect(reply(dialect, stdout)).toEqual(expected);
  });

  test.each(['{"ok": false}', '{"ok": false, "reason": ""}', '{"ok": false, "reason": " "}'])(
    'with %s refuses with the default reason',
    (stdout) => {
      const reason = dialect === 'kolega' ? 'Hook blocked the action.' : 'Blocked by guard hook';
      expect(reply(dialect, stdout)).toEqual(refusal('keep_working', reason));
    },
  );

  test('with a doubled ok refuses if one of them does', () => {
    expect(reply(dialect, '{"ok": false, "reason": "tests fail", "ok": true}')).toEqual(no);
    expect(reply(dialect, '{"ok": true, "ok": true}')).toEqual(unreadable('{"ok": true, "ok": true}'));
  });

  test('blocks in the way of each event', () => {
    const stdout = '{"ok": false, "reason": "no"}';
    expect(reply(dialect, stdout, 'PreToolUse')).toEqual(refusal('deny_tool', 'no'));
    expect(reply(dialect, stdout, 'UserPromptSubmit')).toEqual(refusal('reject_prompt', 'no'));
    expect(reply(dialect, stdout, 'SessionStart')).toEqual(
      proceeding({ code: 'no_power', message: 'hook "guard" refused, but SessionStart cannot be stopped: no' }),
    );
  });

  test.each([
    { ok: false, reason: 'tests fail' },
    { ok: false, reason: 'tests fail', extra: 1 },
  ])('by a structured answer, %j, refuses', (value) => {
    const report = { ending: { how: 'answered' }, value } as const;
    expect(decoded(dialect, 'Stop', report, { hook: { handler: AGENT } })).toEqual(no);
  });
});

/** A refusal in a reply that is not as it should be. */
const beside = (reason: string, text: string): Verdict => {
  const { fault } = unreadable(text);
  if (fault === undefined) throw new Error('no fault');
  return refusalBeside('keep_working', reason, fault);
};

describe.each(['kolega', 'qoder'])('a refusal of a model counts in %s', (dialect) => {
  test.each<[string, string, string]>([
    ['cut in its reason', '{"ok": false, "reason": "tests fa', 'tests fa'],
    ['beside NaN', '{"x": NaN, "ok": false, "reason": "tests fail"}', 'tests fail'],
    ['cut, after prose', 'No: {"ok": false, "reason": "tests fail", "more": [', 'tests fail'],
    ['with a trailing comma', '{"ok": false, "reason": "tests fail",}', 'tests fail'],
  ])('%s', (_how, stdout, reason) => {
    expect(reply(dialect, stdout)).toEqual(beside(reason, stdout));
  });

  test('with a reason that is no text, which is given as JSON text', () => {
    expect(reply(dialect, '{"ok": false, "reason": ["a", 7]}')).toEqual(refusal('keep_working', '["a",7]'));
  });
});

describe('two objects in one reply', () => {
  const two = '{"ok": false, "reason": "tests fail"} or {"ok": true}';

  test('are read up to the first in kolega', () => {
    expect(reply('kolega', two)).toEqual(no);
    expect(reply('kolega', '{"ok": true} or {"ok": false}')).toEqual({});
  });

  test('are a fault in qoder, beside which a refusal in the first counts', () => {
    expect(reply('qoder', '{"ok": true} or {"ok": false}')).toEqual(unreadable('{"ok": true} or {"ok": false}'));
    expect(reply('qoder', two)).toEqual(beside('tests fail', two));
  });
});

test.each([
  `\`\`\`json${'\n'.repeat(100_000)}x`,
  `\`\`\`json\n${'\n```'.repeat(50_000)}x`,
  `${' '.repeat(100_000)}\`\`\``,
  '{'.repeat(100_000),
])('a reply made of %.12s and more of it is read in no time', (stdout) => {
  const start = process.cpuUsage();
  reply('kolega', stdout);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
});
