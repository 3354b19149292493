import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HookRun, Json, AnyEvent, Outcome } from '../model/index.ts';
import { cutJson, cutText } from './cut.ts';
import { newDecisionId } from './decision-id.ts';
import { backgroundEntry, endEntry, noteEntry, startEntry } from './entry.ts';
import { lineOf, parseLine } from './chain.ts';

const frame = { id: 'd1', at: new Date(0) };
const run: HookRun = {
  id: 'kolega:project:Stop[0].hooks[0]',
  name: 'h',
  dialect: 'kolega',
  scope: 'project',
  source: '.kolega/hooks.json',
  handler: 'command',
  status: 'failed',
  exitCode: 1,
  signal: null,
  durationMs: 4.1,
  stdout: 'o',
  stderr: 'e',
  truncated: [],
  fault: { code: 'exit', message: 'm' },
  quiet: false,
  why: null,
  notes: ['n'],
};
const outcome: Outcome = {
  event: 'PreToolUse',
  decision: 'block',
  reason: null,
  block: { effect: 'deny_tool', reason: 'no', hook: run.id },
  updatedInput: { command: 'ls' },
  updatedToolOutput: null,
  updatedPrompt: '',
  additionalContext: ['c'],
  contextHooks: [run.id],
  messages: [{ level: 'warning', text: 't', code: null, hook: run.id }],
  extra: { retry: true },
  hooks: [run],
  diagnostics: [],
};

test('an end entry tells what was decided, not the payloads again', () => {
  expect(endEntry(frame, outcome, 5)).toEqual({
    v: 1,
    kind: 'end',
    id: 'd1',
    at: '1970-01-01T00:00:00.000Z',
    outcome: {
      decision: 'block',
      reason: null,
      block: outcome.block,
      rewritten: ['updatedInput', 'updatedPrompt'],
      contexts: { count: 1, texts: ['c'] },
      messages: outcome.messages,
      extra: { retry: true },
    },
    hooks: [run],
    durationMs: 5,
  });
});

test('output is cut at 4 KiB, other texts at 8 KiB, and a mark says how long they were', () => {
  const long = 'x'.repeat(10_000);
  const end = endEntry(
    frame,
    { ...outcome, additionalContext: [long], hooks: [{ ...run, stdout: long, stderr: long }] },
    5,
  );
  expect(end.hooks[0]?.stdout).toBe(`${'x'.repeat(4_096)}… [cut: 10000 characters in all]`);
  expect(end.hooks[0]?.stderr.length).toBeLessThan(4_200);
  expect(end.outcome.contexts.texts[0]).toBe(`${'x'.repeat(8_192)}… [cut: 10000 characters in all]`);
  const event: AnyEvent = { hook_event_name: 'PreToolUse', tool_input: { command: long, list: [long] } };
  const { tool_input: input } = startEntry(frame, '/p', event, ['h']).event;
  expect(input).toEqual({ command: cutText(long, 8_192), list: [cutText(long, 8_192)] });
  expect(cutText(`${'x'.repeat(9)}😀`, 10)).toBe('xxxxxxxxx… [cut: 11 characters in all]');
});

test('an event of any size and depth, even one in a circle, becomes a line of bounded size', () => {
  const circle: Record<string, unknown> = { hook_event_name: 'Stop', big: 1n, call: () => 1, none: undefined };
  circle['self'] = circle;
  let deep: Json = 'x';
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key${index}`, `value${index}`]));
  for (const event of [
    circle,
    { hook_event_name: 'Stop', deep, many },
    { hook_event_name: 'Stop', list: Array(1e6).fill(1) },
  ]) {
    const line = lineOf(startEntry(frame, '/p', event as AnyEvent, []));
    expect(line.length).toBeLessThan(1_000_000);
    expect(parseLine(line)?.kind).toBe('start');
  }
  const own: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
  expect(JSON.stringify(cutJson(own))).toBe('{"__proto__":{"a":1},"b":2}');
});

test('a line break in a text of a hook never makes a second line, and no control reaches a terminal that shows the file', () => {
  const forged = `\n{"v":1,"kind":"note"}\r\u2028\u2029\u0085\u009b2J\u007f\u202e\ud800`;
  const line = lineOf(noteEntry(new Date(0), forged));
  expect(line.slice(0, -1)).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028-\u202e\ud800]/);
  expect(line.endsWith('\n')).toBe(true);
  expect(parseLine(line)).toMatchObject({ text: forged });
});

test('every entry can be read again as it was written', () => {
  const text = fc.string({ unit: 'binary', maxLength: 50 });
  fc.assert(
    fc.property(text, fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<Json>), (word, fields) => {
      const event: AnyEvent = { ...fields, hook_event_name: 'Stop' };
      const entries = [
        startEntry(frame, word, event, [word]),
        endEntry(frame, { ...outcome, reason: word, hooks: [{ ...run, stdout: word }] }, 1),
        backgroundEntry(frame, { ...run, stderr: word }),
        noteEntry(new Date(0), word, word),
      ];
      for (const entry of entries) expect(parseLine(lineOf(entry))).toEqual(JSON.parse(JSON.stringify(entry)));
    }),
  );
});

test.each([
  ['', '{}', 'null', '[]', '{"v":2,"kind":"note","id":null,"at":"1970-01-01T00:00:00.000Z","text":"x"}'],
  [
    '{"v":1,"kind":"note","id":null,"at":"never","text":"x"}',
    '{"v":1,"kind":"toString","id":null,"at":"1970-01-01","text":"x"}',
  ],
  ['{"v":1,"kind":"start","id":"x","at":"1970-01-01","pid":1,"project":"/","event":null,"hooks":[]}'],
])('what is no entry is not read as one', (...lines) => {
  expect(lines.map((line) => parseLine(line))).toEqual(lines.map(() => null));
});

test('ids are unique and sort by time', () => {
  expect(newDecisionId(0, new Uint8Array(10))).toBe('0'.repeat(26));
  expect(newDecisionId(2 ** 48 - 1, new Uint8Array(10).fill(255))).toBe(`7${'z'.repeat(25)}`);
  const times = Array.from({ length: 500 }, (_, index) => 1_700_000_000_000 + index * 7);
  const ids = times.map((time) => newDecisionId(time));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 10_000 }, () => newDecisionId(5))).size).toBe(10_000);
});
