import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModel, type ModelChoice } from './create-model.ts';
import { UsageProblem } from '../contract/model.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-models-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function script(text: string): Promise<string> {
  const file = join(folder, 'script.json');
  await writeFile(file, text);
  return file;
}

async function problem(choice: Partial<ModelChoice>): Promise<string> {
  const error: unknown = await createModel({ spec: undefined, env: {}, ...choice }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UsageProblem);
  return (error as UsageProblem).message;
}

const URL_GIVEN = { baseUrl: 'http://127.0.0.1:9/v1' };

test('the option decides, then the script, then HOOKLINE_MODEL', async () => {
  const file = await script('[]');
  const env = { HOOKLINE_MODEL: 'anthropic/from-env', ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' };
  const named = async (choice: Omit<ModelChoice, 'env'>): Promise<string> => {
    const { provider, name } = await createModel({ ...choice, env });
    return `${provider}/${name}`;
  };
  expect(await named({ spec: 'openai/from-option' })).toBe('openai/from-option');
  expect(await named({ spec: undefined, script: file })).toBe('scripted/script.json');
  expect(await named({ spec: 'scripted', script: file })).toBe('scripted/script.json');
  expect(await named({ spec: undefined })).toBe('anthropic/from-env');
  expect(await named({ spec: 'openai-compatible/org/model:7b', ...URL_GIVEN })).toBe('openai-compatible/org/model:7b');
});

test('without any choice the message lists what to pass', async () => {
  expect(await problem({ env: { HOOKLINE_MODEL: ' ' } })).toBe(
    'no model is chosen: pass --model anthropic/NAME, openai/NAME or openai-compatible/NAME (with --base-url URL), ' +
      'or --script FILE, or set HOOKLINE_MODEL',
  );
});

test.each([
  [
    'antropic/claude',
    'unknown model provider "antropic" in "antropic/claude" (known are anthropic, openai, openai-compatible, scripted); ' +
      'did you mean "anthropic"?',
  ],
  ['zzz/y', 'unknown model provider "zzz" in "zzz/y" (known are anthropic, openai, openai-compatible, scripted)'],
  [
    'gpt-9',
    'the model "gpt-9" names no provider: write PROVIDER/NAME (known are anthropic, openai, openai-compatible, scripted)',
  ],
  ['constructor/x', 'unknown model provider "constructor" in "constructor/x" (known are'],
  ['anthropic', 'the model "anthropic" lacks a name: write anthropic/NAME'],
  ['openai/', 'the model "openai/" lacks a name: write openai/NAME'],
  ['scripted/x', 'the model "scripted" takes no name: pass --script FILE beside it'],
  ['scripted', 'the model "scripted" needs its steps: pass --script FILE'],
  ['', 'the model "" names no provider: write PROVIDER/NAME'],
])('the model %j is refused in one line', async (spec, message) => {
  expect(await problem({ spec })).toContain(message);
});

test('a missing or impossible key is reported by the name of its variable, never by its value', async () => {
  expect(await problem({ spec: 'anthropic/x' })).toBe('no key for anthropic: set ANTHROPIC_API_KEY');
  expect(await problem({ spec: 'openai/x', env: { OPENAI_API_KEY: ' ' } })).toBe(
    'no key for openai: set OPENAI_API_KEY',
  );
  expect(await problem({ spec: 'openai/x', env: { OPENAI_API_KEY: 'sk–secret' } })).toBe(
    'OPENAI_API_KEY holds a character that no key has, such as a space or a dash: copy the key again',
  );
});

test.each([
  ['not a url', '--base-url "not a url" is not a URL: write it as http://HOST:PORT/v1'],
  ['127.0.0.1:8080/v1', '--base-url "127.0.0.1:8080/v1" is not a URL: write it as http://HOST:PORT/v1'],
  ['ftp://host/v1', '--base-url must begin with http:// or https://, not with "ftp:"'],
  ['http://me:secret@host/v1', "--base-url must hold no user name or password: pass a key in the provider's variable"],
  ['http://host/v1?x=1', '--base-url must end with its path, such as /v1: leave out what follows "?" or "#"'],
  ['', '--base-url "" is not a URL: write it as http://HOST:PORT/v1'],
])('the base URL %j is refused in one line', async (baseUrl, message) => {
  expect(await problem({ spec: 'openai-compatible/x', baseUrl })).toBe(message);
});

test('a compatible server needs its URL; a bad one in a variable is reported by the name of the variable', async () => {
  expect(await problem({ spec: 'openai-compatible/x' })).toBe(
    'openai-compatible needs the URL of its server: pass --base-url http://HOST:PORT/v1',
  );
  expect(await problem({ spec: 'openai-compatible/x', env: { OPENAI_COMPATIBLE_BASE_URL: 'nowhere' } })).toBe(
    'OPENAI_COMPATIBLE_BASE_URL "nowhere" is not a URL: write it as http://HOST:PORT/v1',
  );
});

test('options that do not go together are refused', async () => {
  const file = await script('[]');
  expect(await problem({ spec: 'openai/x', script: file })).toBe(
    '--script goes with the model "scripted", not with "openai/x": leave one out',
  );
  expect(await problem({ script: file, ...URL_GIVEN })).toBe(
    '--base-url does nothing for the model "scripted": leave one out',
  );
});

test.each(['-1', '1.5', 'many', '11'])('HOOKLINE_MODEL_RETRIES=%s is refused', async (retries) => {
  const env = { HOOKLINE_MODEL_RETRIES: retries };
  expect(await problem({ spec: 'openai-compatible/x', ...URL_GIVEN, env })).toBe(
    `HOOKLINE_MODEL_RETRIES must be a whole number from 0 to 10, not "${retries}"`,
  );
});

test('a script that is missing or no file is refused', async () => {
  const missing = join(folder, 'none.json');
  expect(await problem({ script: missing })).toBe(
    `the script ${missing} does not exist: --script takes a file with a JSON array of steps`,
  );
  expect(await problem({ script: folder })).toContain(`the script ${folder} cannot be read (EISDIR)`);
});

test('a script that is not JSON is refused with line and column', async () => {
  const file = await script('[\n  { "text": "a" },\n  { text: "b" }\n]');
  expect(await problem({ script: file })).toMatch(/^the script .*script\.json:3:5 is not JSON: /);
});

test.each([
  ['{}', 'steps must be a list, not an object'],
  ['[1]', 'steps[0] must be an object, not a number'],
  ['[{"text":"a"},{}]', 'steps[1] says nothing: give it text, calls or an error'],
  ['[{"txt":"a"}]', 'steps[0] has an unknown key "txt"; did you mean "text"? (known: for, text, chunks, calls,'],
  ['[{"text":1}]', 'steps[0].text must be a string, not a number'],
  ['[{"calls":[{"name":"Bash"},{"input":{}}]}]', 'steps[0].calls[1].name must be a string, not missing'],
  [
    '[{"calls":[{"name":"Bash","input":[]}]}]',
    'steps[0].calls[0].input must be an object, or a string for what is no object, not a list',
  ],
  ['[{"calls":[{"name":"Bash","args":{}}]}]', 'steps[0].calls[0] has an unknown key "args"'],
  ['[{"calls":{}}]', 'steps[0].calls must be a list, not an object'],
  ['[{"text":"a","for":"mian"}]', 'steps[0].for is "mian"; did you mean "main"?'],
  ['[{"text":"a","finish":"done"}]', 'steps[0].finish is "done"'],
  ['[{"text":"a","delayMs":-1}]', 'steps[0].delayMs must be a whole number from 0, not -1'],
  ['[{"text":"a","inputTokens":"9"}]', 'steps[0].inputTokens must be a whole number from 0, not a string'],
  [
    '[{"error":{"type":"rate-limit","message":"x"}}]',
    'steps[0].error.type is "rate-limit"; did you mean "rate_limit"?',
  ],
  ['[{"error":{"type":"rate_limit"}}]', 'steps[0].error.message must be a string, not missing'],
  ['[{"error":{"type":"unknown","message":"x"},"calls":[{"name":"a"}]}]', 'steps[0] has both calls and an error'],
  ['[{"text":"a","chunks":["b"]}]', 'steps[0] has both text and chunks: leave one out'],
  ['[{"chunks":["a",null]}]', 'steps[0].chunks[1] must be a string, not null'],
])('the script %s is refused at its place', async (text, message) => {
  const file = await script(text);
  expect(await problem({ script: file })).toContain(`the script ${file}: ${message}`);
});
