import { expect, test } from 'vitest';
import { callsAsText } from './calls-as-text.ts';
import { toPrompt } from './to-prompt.ts';

const call = (id: string, name = 'Bash') => ({ id, name, input: { command: id } });
const result = (id: string, output = 'out', isError = false) => ({ id, name: 'Bash', output, isError });

test('a conversation becomes a system message, user messages, calls and their results', () => {
  const prompt = toPrompt('be brief', [
    { kind: 'summary', text: 'earlier' },
    { kind: 'user', text: 'list files' },
    { kind: 'reminder', text: '<system-reminder>x</system-reminder>' },
    { kind: 'assistant', text: 'I look.', calls: [call('a'), { id: 'b', name: 'Read', input: null, rawInput: '{' }] },
    { kind: 'results', results: [result('a'), { id: 'b', name: 'Read', output: 'bad input', isError: true }] },
    { kind: 'assistant', text: 'Two files.', calls: [] },
  ]);
  expect(prompt).toEqual([
    { role: 'system', content: 'be brief' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'earlier' },
        { type: 'text', text: 'list files' },
        { type: 'text', text: '<system-reminder>x</system-reminder>' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'Bash', input: { command: 'a' } },
        { type: 'tool-call', toolCallId: 'b', toolName: 'Read', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'a', toolName: 'Bash', output: { type: 'text', value: 'out' } },
        { type: 'tool-result', toolCallId: 'b', toolName: 'Read', output: { type: 'error-text', value: 'bad input' } },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Two files.' }] },
  ]);
});

test('a call without a result is followed by one that says it was interrupted', () => {
  const prompt = toPrompt('', [
    { kind: 'user', text: 'go' },
    { kind: 'assistant', text: '', calls: [call('a'), call('b')] },
    { kind: 'results', results: [result('b')] },
    { kind: 'user', text: 'what now?' },
  ]);
  expect(prompt.slice(2)).toEqual([
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'Bash',
          output: {
            type: 'error-text',
            value: 'Interrupted: this call did not end in time to be reported, so its result is not known.',
          },
        },
        { type: 'tool-result', toolCallId: 'b', toolName: 'Bash', output: { type: 'text', value: 'out' } },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'what now?' }] },
  ]);
});

test('results come directly after their calls, in the order of the calls, whatever was said between', () => {
  const prompt = toPrompt('', [
    { kind: 'assistant', text: '', calls: [call('a'), call('b')] },
    { kind: 'reminder', text: 'by the way' },
    { kind: 'results', results: [result('b', 'B')] },
    { kind: 'results', results: [result('a', 'A')] },
  ]);
  expect(prompt.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user']);
  expect(prompt[1]?.content).toMatchObject([{ output: { value: 'A' } }, { output: { value: 'B' } }]);
});

test('ids that a server uses again belong to the calls of their own turn', () => {
  const turn = (output: string) => [
    { kind: 'assistant', text: '', calls: [call('call_0')] } as const,
    { kind: 'results', results: [result('call_0', output)] } as const,
  ];
  const prompt = toPrompt('', [...turn('first'), ...turn('second')]);
  expect(prompt.filter(({ role }) => role === 'tool').map(({ content }) => content)).toMatchObject([
    [{ output: { value: 'first' } }],
    [{ output: { value: 'second' } }],
  ]);
});

test('a result whose call is gone is sent as text', () => {
  const prompt = toPrompt('', [
    { kind: 'results', results: [result('gone', 'old output')] },
    { kind: 'user', text: 'go on' },
  ]);
  expect(prompt).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Result of an earlier call of Bash:\nold output' },
        { type: 'text', text: 'go on' },
      ],
    },
  ]);
});

test('empty texts are left out, and with them the messages that would be empty', () => {
  const prompt = toPrompt(' ', [
    { kind: 'user', text: 'one' },
    { kind: 'assistant', text: '\n', calls: [] },
    { kind: 'user', text: '' },
    { kind: 'user', text: 'two' },
  ]);
  expect(prompt).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    },
  ]);
});

test('half a character, as a cut leaves it, is replaced everywhere', () => {
  const half = '😀'.slice(0, 1);
  const prompt = toPrompt(`s${half}`, [
    { kind: 'user', text: `u${half}😀` },
    { kind: 'assistant', text: `t${half}`, calls: [call('a')] },
    { kind: 'results', results: [result('a', `r${half}`)] },
  ]);
  expect(JSON.stringify(prompt)).not.toContain('\\ud83d');
  expect(prompt[1]?.content).toEqual([{ type: 'text', text: 'u\ufffd😀' }]);
});

test('in a request without tools, calls and results are sent as text', () => {
  const items = callsAsText([
    { kind: 'user', text: 'go' },
    { kind: 'assistant', text: 'I look.', calls: [call('a'), { id: 'b', name: 'Read', input: null, rawInput: '{' }] },
    { kind: 'results', results: [result('a'), { id: 'b', name: 'Read', output: 'bad', isError: true }] },
    { kind: 'summary', text: 'earlier' },
  ]);
  expect(items).toEqual([
    { kind: 'user', text: 'go' },
    { kind: 'assistant', text: 'I look.\n[called Bash with {"command":"a"}]\n[called Read with {]', calls: [] },
    { kind: 'reminder', text: '[Bash gave: out]\n[Read failed: bad]' },
    { kind: 'summary', text: 'earlier' },
  ]);
});
