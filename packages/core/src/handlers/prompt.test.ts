import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AskModel, PromptRequest } from '../model/index.ts';
import { runPrompt } from './prompt.ts';

const request: PromptRequest = { kind: 'prompt', runId: 'r', timeoutMs: 1000, prompt: 'Done?', model: 'fast' };
const never: AskModel = () => new Promise(() => undefined);

test('the reply of the model is what the hook printed', async () => {
  const asked: unknown[] = [];
  const report = await runPrompt(request, (question) => {
    asked.push(question);
    return pause(5, '{"ok": true}');
  });
  const durationMs = expect.any(Number) as number;
  expect(report).toEqual({
    ending: { how: 'answered' },
    stdout: '{"ok": true}',
    stderr: '',
    truncated: [],
    durationMs,
  });
  expect(asked).toEqual([request]);
});

test('without a model the handler is unavailable, and says what helps', async () => {
  const why = 'no model is configured; set HOOKLINE_MODEL_COMMAND to a program that answers, or let the host pass one';
  expect((await runPrompt(request, undefined)).ending).toEqual({ how: 'unavailable', why });
});

test('a model that fails, now or later, is unavailable', async () => {
  const why = 'the model gave no answer: Error: 429 slow down';
  const fail = (): never => {
    throw new Error('429 slow down');
  };
  expect((await runPrompt(request, fail)).ending).toEqual({ how: 'unavailable', why });
  expect((await runPrompt(request, () => pause(5).then(fail))).ending).toEqual({ how: 'unavailable', why });
});

test('the timeout holds even for a function that ignores its signal, which is aborted', async () => {
  let stopped = false;
  const report = await runPrompt({ ...request, timeoutMs: 50 }, (_, signal) => {
    signal.addEventListener('abort', () => (stopped = true));
    return new Promise(() => undefined);
  });
  expect(report.ending).toEqual({ how: 'timed-out', afterMs: 50 });
  expect(stopped).toBe(true);
});

test('a signal cancels', async () => {
  const controller = new AbortController();
  const running = runPrompt(request, never, controller.signal);
  controller.abort();
  expect((await running).ending).toEqual({ how: 'cancelled' });
  expect((await runPrompt(request, never, controller.signal)).ending).toEqual({ how: 'cancelled' });
});

test('a reply that is no text is garbled, a huge one is cut', async () => {
  const odd = (() => Promise.resolve(5)) as unknown as AskModel;
  const why = 'the model function gave a value of type number; expected the reply as a text';
  expect((await runPrompt(request, odd)).ending).toEqual({ how: 'garbled', why });
  const long = await runPrompt(request, () => Promise.resolve('x'.repeat(3 << 20)));
  expect(long).toMatchObject({ ending: { how: 'answered' }, truncated: ['stdout'] });
  expect(long.stdout).toHaveLength(1 << 20);
});
