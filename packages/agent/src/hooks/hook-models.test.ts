import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHooks, type AskModel, type Outcome, type PromptRequest } from '@hookline/core/internal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOpenAiServer } from '../../../../test/support/openai-server.ts';
import { askModelOf, hookModelChooser, type HookModels } from './hook-models.ts';
import { createModel } from '../models/create-model.ts';
import { createSlots, modelNamer } from '../models/create-slots.ts';
import type { Model, ModelRequest } from '../contract/model.ts';

function recorder(provider: string, name: string, seen: ModelRequest[] = []): Model {
  return {
    provider,
    name,
    ask: (request) => {
      seen.push(request);
      return Promise.resolve({
        text: `${provider}/${name}`,
        calls: [],
        finish: 'stop',
        inputTokens: null,
        outputTokens: null,
      });
    },
  };
}

const request = (model: string | null): PromptRequest => ({
  kind: 'prompt',
  runId: 'run',
  timeoutMs: 30_000,
  prompt: 'Is it safe?',
  model,
});

const signal = new AbortController().signal;

const MODELS: HookModels = {
  main: recorder('anthropic', 'main'),
  slots: { fast: recorder('openai', 'fast'), thinking: recorder('openai', 'thinking') },
  named: (spec) =>
    spec.startsWith('unknown/') ? Promise.reject(new Error(`no ${spec}`)) : Promise.resolve(recorder('named', spec)),
};

test.each([
  [null, 'anthropic/main'],
  ['fast', 'openai/fast'],
  ['thinking', 'openai/thinking'],
  ['long', 'anthropic/main'],
  ['claude-small', 'named/anthropic/claude-small'],
  ['openai/gpt', 'named/openai/gpt'],
])('a hook that asks for %j gets %s', async (word, answer) => {
  expect(await askModelOf(MODELS)(request(word), signal)).toBe(answer);
});

test('a model that cannot be had is an error, and the next hook is not hurt', async () => {
  const ask = askModelOf(MODELS);
  await expect(ask(request('unknown/x'), signal)).rejects.toThrow('no unknown/x');
  expect(await ask(request('fast'), signal)).toBe('openai/fast');
});

test('a name behind a compatible server may hold a slash', async () => {
  const choose = hookModelChooser({ ...MODELS, main: recorder('openai-compatible', 'main') });
  expect((await choose('org/small')).name).toBe('openai-compatible/org/small');
  expect((await choose('openai/gpt')).name).toBe('openai/gpt');
});

test('a script stands for every model that a hook names', async () => {
  const choose = hookModelChooser({ ...MODELS, main: recorder('scripted', 'script.json') });
  expect((await choose('openai/gpt')).provider).toBe('scripted');
});

test('a model is made once for all hooks that name it', async () => {
  let made = 0;
  const named = (spec: string): Promise<Model> => {
    made += 1;
    return Promise.resolve(recorder('named', spec));
  };
  const choose = hookModelChooser({ ...MODELS, named });
  expect(await choose('small')).toBe(await choose('anthropic/small'));
  expect(made).toBe(1);
});

test('one completion is asked for: no tools, no conversation, temperature 0, at most 512 tokens', async () => {
  const seen: ModelRequest[] = [];
  await askModelOf({ ...MODELS, slots: { fast: recorder('openai', 'fast', seen) } })(request('fast'), signal);
  expect(seen).toEqual([
    {
      speaker: 'prompt-hook',
      system: expect.stringContaining(
        'only one JSON object of this form and nothing else: {"ok": boolean, "reason"?: string}',
      ),
      items: [{ kind: 'user', text: 'Is it safe?' }],
      tools: [],
      temperature: 0,
      maxOutputTokens: 512,
    },
  ]);
});

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-hook-models-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** What the seed's Stop hook makes of an agent that says it is done. */
async function fireStop(model: AskModel, handler: Readonly<Record<string, unknown>> = {}): Promise<Outcome> {
  const project = join(folder, 'project');
  await mkdir(join(project, '.kolega'), { recursive: true });
  const hook = { type: 'prompt', prompt: 'Is all work done? $EVENT', ...handler };
  const file = { schema_version: 1, hooks: { Stop: [{ matcher: '*', hooks: [hook] }] } };
  await writeFile(join(project, '.kolega', 'hooks.json'), JSON.stringify(file));
  const env = { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: join(folder, 'state') };
  const hooks = await createHooks({ project, home: join(folder, 'home'), env, trust: 'all', model });
  try {
    return await hooks.fire({ hook_event_name: 'Stop', session_id: 's', cwd: project, last_assistant_message: 'done' });
  } finally {
    await hooks.close();
  }
}

test('a prompt hook is decided by the scripted model', async () => {
  const script = join(folder, 'script.json');
  const step = { for: 'prompt-hook', text: '{"ok": false, "reason": "the tests are red"}' };
  await writeFile(script, JSON.stringify([step]));
  const choice = { spec: undefined, script, env: {} };
  const models = { main: await createModel(choice), slots: {}, named: modelNamer(choice) };
  const { block } = await fireStop(askModelOf(models));
  expect(block).toMatchObject({ effect: 'keep_working', reason: 'the tests are red' });
  const usedUp = await fireStop(askModelOf(models));
  expect(usedUp.block).toBeNull();
  expect(usedUp.hooks[0]?.fault).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('has no step left for "prompt-hook" (1 used)'),
  });
});

test('a prompt hook is decided by the model of its slot, over a real connection', async () => {
  const server = await startOpenAiServer([{ text: ['{"ok": ', 'true}'] }, { status: 401 }]);
  const env = { HOOKLINE_MODEL_RETRIES: '0' };
  const choice = { spec: 'openai-compatible/main', baseUrl: server.url, env };
  const slots = await createSlots(['fast=openai-compatible/small'], choice);
  const ask = askModelOf({ main: await createModel(choice), slots, named: modelNamer(choice) });
  try {
    expect(await fireStop(ask)).toMatchObject({ decision: 'none', hooks: [{ status: 'passed', fault: null }] });
    expect(server.requests[0]?.body).toMatchObject({ model: 'small', temperature: 0, max_tokens: 512 });
    expect(JSON.stringify(server.requests[0]?.body['messages'])).toContain('Is all work done?');
    const refused = await fireStop(ask, { model: 'thinking' });
    expect(server.requests[1]?.body).toMatchObject({ model: 'main' });
    expect(refused.hooks[0]?.fault).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('answered 401: Unauthorized; set OPENAI_COMPATIBLE_API_KEY'),
    });
  } finally {
    await server.close();
  }
});
