import { expect, test } from 'vitest';
import { aHook, anEvent } from '../../../../test/support/hooks.ts';
import type { VerdictMessage } from '../model/index.ts';
import { NOTHING_SAID } from './fold.ts';
import { unrun } from './hook-run.ts';
import { nothingSaid, onlyFirst, outcomeOf } from './outcome.ts';

const request = { event: anEvent('PreToolUse'), diagnostics: [] };
const message = (text: string, more: Partial<VerdictMessage> = {}): VerdictMessage => ({
  level: 'info',
  text,
  hook: 'test:guard',
  ...more,
});

test('an outcome about which nothing was said is the same written out and folded', () => {
  const runs = [unrun(aHook(), 'skipped', 'why')];
  const written = nothingSaid('PreToolUse', [], runs);
  expect(outcomeOf(request, { ...NOTHING_SAID }, runs, [])).toEqual(written);
  const shared = outcomeOf(request, NOTHING_SAID, runs, []);
  expect(shared).toEqual(written);
  expect([shared.messages, shared.hooks].map((part, at) => part === [written.messages, runs][at])).toEqual([
    true,
    true,
  ]);
});

test('messages keep their code, and hold nothing that moves a cursor', () => {
  const messages = [message('a\u001b[2J', { code: 'X-1', once: 'key' }), message('b')];
  const shown = outcomeOf(request, { ...NOTHING_SAID, messages }, [], []).messages;
  expect(shown.map(({ code, hook, level }) => [code, hook, level])).toEqual([
    ['X-1', 'test:guard', 'info'],
    [null, 'test:guard', 'info'],
  ]);
  expect(shown[0]?.text).not.toContain('\u001b');
});

test('notices, and what a background hook said, are told where no other hook said anything', () => {
  const late = unrun(aHook({ name: 'late' }), 'background', null);
  const ends = [{ run: { ...late, exitCode: 0 }, verdict: { context: ['two'] } }];
  expect(outcomeOf({ ...request, notices: [message('a')] }, NOTHING_SAID, [], []).messages).toMatchObject([
    { text: 'a' },
  ]);
  expect(outcomeOf(request, NOTHING_SAID, [late], ends)).toMatchObject({
    additionalContext: ['two'],
    hooks: [{ exitCode: 0 }],
  });
});

test('a warning that is given once is given once, all others always', () => {
  const seen = new Set<string>();
  const isFirst = (key: string): boolean => !seen.has(key) && seen.add(key).has(key);
  const folded = { ...NOTHING_SAID, messages: [message('a', { once: 'key' }), message('b')] };
  const texts = () => onlyFirst(folded, { isFirst }).messages.map(({ text }) => text);
  expect([texts(), texts()]).toEqual([['a', 'b'], ['b']]);
  expect(onlyFirst(NOTHING_SAID, { isFirst })).toBe(NOTHING_SAID);
});

test('what background hooks said comes after the rest, and their runs in their place', () => {
  const early = unrun(aHook({ name: 'early' }), 'skipped', 'why');
  const late = unrun(aHook({ name: 'late' }), 'background', null);
  const ended = { ...late, exitCode: 0 };
  const folded = {
    ...NOTHING_SAID,
    additionalContext: ['one'],
    contextHooks: ['test:early'],
    messages: [message('a')],
  };
  const ends = [
    { run: ended, verdict: { context: ['two'], messages: [message('b')] } },
    { run: { ...late, id: 'test:silent' }, verdict: {} },
  ];
  expect(outcomeOf(request, folded, [early, late], ends)).toMatchObject({
    additionalContext: ['one', 'two'],
    contextHooks: ['test:early', 'test:late'],
    messages: [{ text: 'a' }, { text: 'b' }],
    hooks: [early, ended],
  });
});
