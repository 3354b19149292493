import { expect, test } from 'vitest';
import { aDialect } from '../../../../../test/support/hooks.ts';
import { say, type SaidAnswer } from '../../bridge/say.ts';
import type { EventName, Verdict } from '../../model/index.ts';
import { codex } from './table.ts';

const known = { agent: codex, dialect: aDialect('codex') };

function said(name: EventName, verdict: Verdict, mayAllow = false): SaidAnswer {
  const event = { hook_event_name: name, session_id: 's', cwd: '/p', tool_name: 'Bash', tool_input: { command: 'ls' } };
  return say(known, { native: name, event, project: '/p' }, verdict, { mayAllow, tellsFaults: false });
}

const objectIn = ({ stdout }: SaidAnswer): unknown => JSON.parse(stdout);

const denial = (reason: string): object => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
});

test('a refusal has a reason and no other key, whatever else the hooks say', () => {
  const verdict: Verdict = {
    decision: 'block',
    effect: 'deny_tool',
    reason: 'not today',
    context: ['beside'],
    quiet: true,
    messages: [{ level: 'info', text: 'a message', hook: 'h' }],
  };
  expect(objectIn(said('PreToolUse', verdict))).toEqual(denial('not today'));
  const silent = objectIn(said('PreToolUse', { decision: 'block', effect: 'deny_tool', reason: null }));
  expect(silent).toMatchObject({
    hookSpecificOutput: { permissionDecisionReason: expect.stringMatching(/\S/) as string },
  });
});

test('an end of the turn before a tool is a refusal of the tool', () => {
  expect(objectIn(said('PreToolUse', { decision: 'block', effect: 'end_turn', reason: 'stop' }))).toEqual(
    denial('stop'),
  );
});

test('a permission is never said: alone it would be an error there', () => {
  for (const mayAllow of [false, true]) expect(said('PreToolUse', { decision: 'allow' }, mayAllow).stdout).toBe('');
});

test('a question becomes a refusal', () => {
  expect(objectIn(said('PreToolUse', { decision: 'ask', reason: 'why?' }))).toEqual(
    denial('a hook wants the user to be asked, and Codex cannot do that here: why?'),
  );
});

test('a rewritten input goes with the word that it needs, which permits nothing', () => {
  expect(objectIn(said('PreToolUse', { updatedInput: { command: 'ls -l' } }))).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { command: 'ls -l' },
    },
  });
});
