import { expect, test } from 'vitest';
import type { ModelChoice } from './create-model.ts';
import { createSlots, modelNamer } from './create-slots.ts';
import { UsageProblem, type Model } from '../contract/model.ts';

const KEYS = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' };
const MAIN: ModelChoice = { spec: 'anthropic/main', env: KEYS };

const specs = (slots: Readonly<Partial<Record<string, Model>>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(slots).map(([slot, model]) => [slot, `${model?.provider}/${model?.name}`]));

test('slots come from the options, else from the variables, else not at all', async () => {
  const env = { ...KEYS, HOOKLINE_MODEL_FAST: 'openai/env-fast', HOOKLINE_MODEL_LONG: 'openai/env-long' };
  const slots = await createSlots(['fast=anthropic/small', 'fast=openai/smaller'], { ...MAIN, env });
  expect(specs(slots)).toEqual({ fast: 'openai/smaller', long: 'openai/env-long' });
  expect(await createSlots([], MAIN)).toEqual({});
});

test('slots of the main model’s provider share its base URL, others do not', async () => {
  const main: ModelChoice = { spec: 'openai-compatible/main', baseUrl: 'http://127.0.0.1:9/v1', env: KEYS };
  expect(specs(await createSlots(['long=openai-compatible/org/long'], main))).toEqual({
    long: 'openai-compatible/org/long',
  });
  const other: ModelChoice = { ...MAIN, baseUrl: 'http://127.0.0.1:9/v1' };
  await expect(createSlots(['long=openai-compatible/long'], other)).rejects.toThrow('pass --base-url');
  expect((await modelNamer(main)('openai-compatible/x')).name).toBe('x');
});

test('beside a scripted main model the variables do not count, and "scripted" is the main model itself', async () => {
  const env = { ...KEYS, HOOKLINE_MODEL_FAST: 'openai/env-fast' };
  const main: ModelChoice = { spec: undefined, script: 'steps.json', env };
  expect(await createSlots(['long=scripted'], main)).toEqual({});
  expect(specs(await createSlots(['long=openai/long'], main))).toEqual({ long: 'openai/long' });
});

test.each([
  ['fast', '--slot takes NAME=PROVIDER/MODEL, such as fast=openai/NAME, not "fast"'],
  ['fast=', '--slot takes NAME=PROVIDER/MODEL, such as fast=openai/NAME, not "fast="'],
  ['fats=openai/x', 'unknown slot "fats" (known are fast, long, thinking); did you mean "fast"?'],
  ['fast=gpt', 'the model "gpt" names no provider'],
])('the slot %j is refused in one line', async (text, message) => {
  const made = createSlots([text], MAIN);
  await expect(made).rejects.toBeInstanceOf(UsageProblem);
  await expect(made).rejects.toThrow(message);
});
