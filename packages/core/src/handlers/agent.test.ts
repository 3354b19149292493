import { expect, test } from 'vitest';
import type { AgentRequest, AskAgent } from '../model/index.ts';
import { runAgent } from './prompt.ts';

const request: AgentRequest = {
  kind: 'agent',
  runId: 'r',
  timeoutMs: 1000,
  prompt: 'Test.',
  model: null,
  tools: ['Bash'],
  maxTurns: 50,
};

test('a structured answer is the value, a text is what the hook printed', async () => {
  const answer = await runAgent(request, () => Promise.resolve({ ok: false, reason: 'red' }));
  expect(answer).toMatchObject({ ending: { how: 'answered' }, stdout: '', value: { ok: false, reason: 'red' } });
  const text = await runAgent(request, (asked) => Promise.resolve(`${asked.prompt} {"ok": true}`));
  expect(text).toMatchObject({ ending: { how: 'answered' }, stdout: 'Test. {"ok": true}' });
  expect(text.value).toBeUndefined();
});

test('no agent, a failing one, a silent one and a strange answer are told apart', async () => {
  const endings = async (ask: AskAgent | undefined): Promise<string> =>
    (await runAgent({ ...request, timeoutMs: 30 }, ask)).ending.how;
  expect(await endings(undefined)).toBe('unavailable');
  expect(await endings(() => Promise.reject(new Error('no')))).toBe('unavailable');
  expect(await endings(() => new Promise(() => undefined))).toBe('timed-out');
  expect(await endings(() => Promise.resolve(undefined))).toBe('garbled');
  expect(await endings(() => Promise.resolve([]))).toBe('garbled');
});
