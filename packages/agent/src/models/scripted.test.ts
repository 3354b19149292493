import { expect, test } from 'vitest';
import type { ConversationItem } from '../contract/conversation.ts';
import { checkSteps } from './check-steps.ts';
import { ModelFailure, type Model, type ModelReply, type Speaker } from '../contract/model.ts';
import { scriptedModel } from './scripted.ts';

const modelOf = (steps: readonly unknown[]): Model =>
  scriptedModel('/somewhere/script.json', checkSteps(steps, 'script'));

const USER: readonly ConversationItem[] = [{ kind: 'user', text: 'go' }];

const ask = (
  model: Model,
  speaker: Speaker = 'main',
  items: readonly ConversationItem[] = USER,
  signal = new AbortController().signal,
): Promise<ModelReply> => model.ask({ speaker, system: '', items, tools: [] }, () => {}, signal);

test('text is streamed in words, and the reply is whole', async () => {
  const streamed: string[] = [];
  const model = modelOf([{ text: 'I look  at\nit.', inputTokens: 12, outputTokens: 3 }]);
  const request = { speaker: 'main', system: '', items: USER, tools: [] } as const;
  const reply = await model.ask(request, (text) => streamed.push(text), new AbortController().signal);
  expect(reply).toEqual({ text: 'I look  at\nit.', calls: [], finish: 'stop', inputTokens: 12, outputTokens: 3 });
  expect(streamed).toEqual(['I ', 'look  ', 'at\n', 'it.']);
});

test('calls get ids in order, past those that the script uses, and a text input is what the model wrote', async () => {
  const model = modelOf([
    {
      calls: [
        { name: 'Bash', input: { command: 'ls' } },
        { name: 'Read', input: 'no json', id: 'call-2' },
      ],
    },
    { calls: [{ name: 'Glob' }, { name: 'Bash', input: '{"command":"pwd"}' }] },
  ]);
  expect(await ask(model)).toEqual({
    text: '',
    calls: [
      { id: 'call-1', name: 'Bash', input: { command: 'ls' } },
      { id: 'call-2', name: 'Read', input: null, rawInput: 'no json' },
    ],
    finish: 'tool-calls',
    inputTokens: null,
    outputTokens: null,
  });
  expect((await ask(model)).calls).toEqual([
    { id: 'call-3', name: 'Glob', input: {} },
    { id: 'call-4', name: 'Bash', input: { command: 'pwd' } },
  ]);
});

test('each speaker has steps of its own; a type of sub-agent goes on with those for any', async () => {
  const model = modelOf([
    { text: 'main 1' },
    { for: 'subagent', text: 'any' },
    { for: 'prompt-hook', text: 'prompt' },
    { for: 'subagent:explore', text: 'explore' },
    { for: 'agent-hook', text: 'agent' },
    { for: 'main', text: 'main 2' },
    { for: 'compaction', text: 'short' },
  ]);
  const speakers: readonly Speaker[] = [
    'agent-hook',
    'subagent:explore',
    'subagent:explore',
    'main',
    'compaction',
    'prompt-hook',
    'main',
  ];
  const texts: string[] = [];
  for (const speaker of speakers) texts.push((await ask(model, speaker)).text);
  expect(texts).toEqual(['agent', 'explore', 'any', 'main 1', 'short', 'prompt', 'main 2']);
});

test.each(['main', 'subagent:plan', 'prompt-hook', 'agent-hook', 'compaction'] as const)(
  'a script that is used up for %s fails and says what to do',
  async (speaker) => {
    const step = { for: speaker, text: 'x' };
    const model = modelOf([step, step]);
    await ask(model, speaker);
    await ask(model, speaker);
    await expect(ask(model, speaker)).rejects.toEqual(
      new ModelFailure(
        'invalid_request',
        `the script /somewhere/script.json has no step left for "${speaker}" (2 used): add a step or let the last one make no tool call`,
      ),
    );
  },
);

test('a script without steps for compaction sums up what the user asked for', async () => {
  const items: readonly ConversationItem[] = [
    { kind: 'user', text: 'make it' },
    { kind: 'reminder', text: 'not this' },
    { kind: 'assistant', text: 'nor this', calls: [] },
    { kind: 'user', text: 'test it' },
    { kind: 'user', text: 'Summarise.' },
  ];
  const { text } = await ask(modelOf([{ text: 'x' }]), 'compaction', items);
  expect(text).toBe('The user asked for this so far:\n- make it\n- test it');
});

test('{{last_result}} is the output of the last tool result, taken literally', async () => {
  const model = modelOf([
    {
      text: 'It says {{last_result}}!',
      calls: [{ name: 'Write', input: { content: '{{last_result}}', deep: [{ a: '<{{last_result}}>' }, 1, null] } }],
    },
    { text: '{{last_result}}' },
  ]);
  const results = (output: string): ConversationItem => ({
    kind: 'results',
    results: [
      { id: 'a', name: 'Bash', output: 'first', isError: false },
      { id: 'b', name: 'Bash', output, isError: false },
    ],
  });
  const reply = await ask(model, 'main', [results('old'), results('$& $1 new'), ...USER]);
  expect(reply.text).toBe('It says $& $1 new!');
  expect(reply.calls[0]?.input).toEqual({ content: '$& $1 new', deep: [{ a: '<$& $1 new>' }, 1, null] });
  expect((await ask(model)).text).toBe('');
});

test('an error is thrown after the text of its step, with its type', async () => {
  const streamed: string[] = [];
  const model = modelOf([{ text: 'Well', error: { type: 'rate_limit', message: 'slow down' } }, { text: 'later' }]);
  const request = { speaker: 'main', system: '', items: USER, tools: [] } as const;
  await expect(model.ask(request, (text) => streamed.push(text), new AbortController().signal)).rejects.toEqual(
    new ModelFailure('rate_limit', 'slow down'),
  );
  expect(streamed).toEqual(['Well']);
  expect((await ask(model)).text).toBe('later');
});

test.each([{ delayMs: 60_000, text: 'never' }, { chunks: ['never', 60_000] }])(
  'an aborted signal ends a wait with its own reason: %j',
  async (step) => {
    const stop = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => stop.abort(reason), 50);
    await expect(ask(modelOf([step]), 'main', USER, stop.signal)).rejects.toBe(reason);
  },
);

test('an aborted signal takes no step', async () => {
  const model = modelOf([{ text: 'kept' }]);
  await expect(ask(model, 'main', USER, AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
  expect((await ask(model)).text).toBe('kept');
});

test('chunks are streamed as they are, with their pauses', async () => {
  const streamed: string[] = [];
  const model = modelOf([{ chunks: ['one two', 20, '', ' three'], finish: 'length' }]);
  const request = { speaker: 'main', system: '', items: USER, tools: [] } as const;
  const reply = await model.ask(request, (text) => streamed.push(text), new AbortController().signal);
  expect(streamed).toEqual(['one two', ' three']);
  expect(reply).toMatchObject({ text: 'one two three', finish: 'length' });
});

test('a thousand turns and more leave nothing behind', async () => {
  const collect = globalThis.gc; // vitest.config.ts asks for it
  if (collect === undefined) throw new Error('the tests must run with --expose-gc');
  const step = { text: '{{last_result}}', calls: [{ name: 'Bash', input: { command: '{{last_result}}' } }] };
  const model = modelOf(Array.from({ length: 2500 }, () => step));
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      // Each output is a text of its own: kept ones would add up to more than 40 MB.
      const output = Buffer.alloc(20_000, `turn ${turn} `).toString();
      await ask(model, 'main', [{ kind: 'results', results: [{ id: 'a', name: 'Bash', output, isError: false }] }]);
    }
  };
  await turns(300);
  collect();
  const before = process.memoryUsage().heapUsed;
  await turns(2000);
  collect();
  expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(10);
});
