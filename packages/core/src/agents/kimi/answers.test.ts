import { expect, test } from 'vitest';
import { aDialect } from '../../../../../test/support/hooks.ts';
import { say, type SaidAnswer } from '../../bridge/say.ts';
import type { EventName, Verdict } from '../../model/index.ts';
import { kimi } from './table.ts';

const known = { agent: kimi, dialect: aDialect('kimi') };

function said(native: string, name: EventName, verdict: Verdict): SaidAnswer {
  const event = {
    hook_event_name: name,
    session_id: 's',
    cwd: '/p',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    prompt: 'p',
  };
  return say(known, { native, event, project: '/p' }, verdict, { mayAllow: false, tellsFaults: false });
}

const gate = (verdict: Verdict): SaidAnswer => said('PreToolUse', 'PreToolUse', verdict);
const prompt = (verdict: Verdict): SaidAnswer => said('UserPromptSubmit', 'UserPromptSubmit', verdict);

test('a refusal is exit code 2 with the reason on stderr, and nothing on stdout', () => {
  const verdict: Verdict = { decision: 'block', reason: 'not today', context: ['beside'] };
  for (const answer of [gate(verdict), prompt(verdict), said('Stop', 'Stop', verdict)])
    expect(answer).toMatchObject({ exitCode: 2, stderr: 'not today\n', stdout: '' });
});

test('nothing to say is silence, and so is a permission', () => {
  for (const verdict of [{}, { decision: 'allow', reason: 'fine' }] as const)
    for (const answer of [gate(verdict), prompt(verdict)])
      expect(answer).toMatchObject({ exitCode: 0, stderr: '', stdout: '' });
});

test('a question and a rewritten input are refusals that say so', () => {
  expect(gate({ decision: 'ask', reason: 'why?' })).toMatchObject({
    exitCode: 2,
    stderr: 'a hook wants the user to be asked, and Kimi Code cannot do that here: why?\n',
  });
  const rewritten = gate({ updatedInput: { command: 'ls -l' } });
  expect(rewritten.exitCode).toBe(2);
  expect(rewritten.stderr).toContain('Use this instead: {"command":"ls -l"}');
});

test('context goes with a prompt as plain text, never as JSON', () => {
  expect(prompt({ context: ['one', 'two'] })).toMatchObject({ exitCode: 0, stdout: 'one\ntwo\n' });
  const lost = prompt({ context: ['{"decision":"block"}'] });
  expect(lost).toMatchObject({ exitCode: 0, stdout: '' });
  expect(lost.lost.map(({ part }) => part)).toEqual(['context']);
  expect(gate({ context: ['one'] })).toMatchObject({ exitCode: 0, stdout: '' });
});

test('an event that is only observed is never answered', () => {
  const answer = said('PostToolUse', 'PostToolUse', { decision: 'block', reason: 'no', context: ['c'] });
  expect(answer).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(answer.lost.map(({ part }) => part)).toEqual(['block', 'context']);
});
