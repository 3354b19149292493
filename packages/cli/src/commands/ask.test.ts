import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually, makePlace, type Place } from '../testing/place.ts';

/** A project with the steps of the model and hooks of Qoder, which runs shell lines. */
const placeWith = (steps: readonly unknown[], hooks: Readonly<Record<string, string>> = {}): Place =>
  makePlace({
    'project/steps.json': steps,
    'project/.qoder/settings.json': {
      hooks: Object.fromEntries(
        Object.entries(hooks).map(([event, command]) => [event, [{ hooks: [{ type: 'command', command }] }]]),
      ),
    },
  });

const ASK = ['ask', 'Go', '--script', 'steps.json', '--trust-hooks'];
const BASH = { name: 'Bash', input: { command: 'echo hi' } };
const ENDED = { SessionEnd: 'cat >> ended.txt' };

const typesOf = (stdout: string): readonly string[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type);

const endReasons = (place: Place): readonly unknown[] =>
  readFileSync(join(place.project, 'ended.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((text) => (JSON.parse(text) as { reason: unknown }).reason);

describe('ask', () => {
  it("prints the model's words alone on stdout, and what it did on stderr", async () => {
    const place = placeWith([{ text: 'I look.', calls: [BASH] }, { text: 'It says {{last_result}}Done.' }]);
    const result = await place.run([...ASK, '--permission-mode', 'bypass']);
    expect(result).toMatchObject({ status: 0, stdout: 'I look.\nIt says hi\nDone.\n' });
    expect(result.stderr).toMatch(/^session \S+ · scripted\/steps\.json\ntool Bash echo hi\n$/m);
    expect(result.stderr).not.toContain('\u001b');
  });

  it('denies what no person can allow, and says so', async () => {
    const place = placeWith([{ calls: [BASH] }, { text: 'Too bad.' }]);
    const result = await place.run(ASK);
    expect(result).toMatchObject({ status: 0, stdout: 'Too bad.\n' });
    expect(result.stderr).toMatch(/^denied Bash: /m);
  });

  it('tells what hooks decide', async () => {
    const place = placeWith([{ calls: [BASH] }, { text: 'I see.' }], { PreToolUse: 'echo hands off >&2; exit 2' });
    const result = await place.run([...ASK, '--permission-mode', 'bypass']);
    expect(result.stderr).toMatch(/^hook PreToolUse block \(deny_tool\): hands off$/m);
    expect(result.stdout).toBe('I see.\n');
  });

  it('prints one JSON object per line and nothing else with --json', async () => {
    const place = placeWith([{ text: 'I look.', calls: [BASH] }, { text: 'Done.' }], { PreToolUse: 'exit 0' });
    const result = await place.run([...ASK, '--permission-mode', 'bypass', '--json']);
    expect(result).toMatchObject({ status: 0, stderr: '' });
    expect(typesOf(result.stdout).filter((type) => type !== 'message')).toEqual([
      'session',
      'text',
      'tool_call',
      'hook',
      'tool_result',
      'text',
      'turn_end',
    ]);
  });

  it('adds pieces and starts of hooks with HOOKLINE_VERBOSE', async () => {
    const place = placeWith([{ text: 'two words' }], { UserPromptSubmit: 'exit 0' });
    const result = await place.run([...ASK, '--json'], { env: { HOOKLINE_VERBOSE: '1' } });
    expect(typesOf(result.stdout)).toEqual(expect.arrayContaining(['text_delta', 'hook_start', 'text']));
  });

  it('takes the prompt from stdin for -', async () => {
    const place = placeWith([{ text: 'Yes.' }], { UserPromptSubmit: 'cat > prompt.json' });
    const words = ['ask', '-', '--script', 'steps.json', '--trust-hooks'];
    expect(await place.run(words, { input: 'two\nlines\n' })).toMatchObject({ status: 0, stdout: 'Yes.\n' });
    expect(JSON.parse(readFileSync(join(place.project, 'prompt.json'), 'utf8'))).toMatchObject({
      prompt: 'two\nlines\n',
    });
  });

  it('ends the session when all is done', async () => {
    const place = placeWith([{ text: 'Done.' }], ENDED);
    expect((await place.run(ASK)).status).toBe(0);
    expect(endReasons(place)).toHaveLength(1);
  });

  it('goes on with an earlier session', async () => {
    const place = placeWith([{ text: 'Done.' }]);
    const first = await place.run([...ASK, '--json']);
    const { id } = JSON.parse(first.stdout.split('\n')[0] ?? '') as { id: string };
    const second = await place.run([...ASK, '--json', '--resume', id]);
    const lines = second.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toContainEqual(expect.objectContaining({ type: 'session', id, source: 'resume' }));
  });
});

describe('ask exits', () => {
  it('2 when a hook rejects the prompt, with the reason alone on the last line of stderr', async () => {
    const place = placeWith([{ text: 'never' }], { UserPromptSubmit: 'echo not today >&2; exit 2', ...ENDED });
    for (const words of [ASK, [...ASK, '--json']]) {
      const result = await place.run(words);
      expect(result.status).toBe(2);
      expect(result.stderr).toMatch(/(^|\n)not today\n$/);
      expect(result.stdout).not.toContain('never');
    }
    expect(endReasons(place)).toHaveLength(2);
  });

  it('1 when the model fails, with one line that says why', async () => {
    const place = placeWith([{ calls: [BASH] }], ENDED);
    const result = await place.run([...ASK, '--permission-mode', 'bypass']);
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(/\nhookline: [^\n]*steps\.json has no step left[^\n]*\n$/);
    expect(endReasons(place)).toHaveLength(1);
  });

  it('1 when the model would need more turns than it may take', async () => {
    const place = placeWith([{ calls: [BASH] }, { calls: [BASH] }, { text: 'never' }]);
    const result = await place.run([...ASK, '--permission-mode', 'bypass', '--max-turns', '2']);
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(/\nhookline: [^\n]+\n$/);
  });

  it('1 when a hook does not let the session start', async () => {
    const place = makePlace({
      'project/steps.json': [{ text: 'never' }],
      'project/.kode/config.yaml': {
        hooks: { session_start: [{ exec: ['sh', '-c', 'echo closed today >&2; exit 1'] }] },
      },
    });
    const result = await place.run(ASK);
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(/\nhookline: a hook did not let the session start: [^\n]*closed today[^\n]*\n$/);
  });

  it.each([
    ['no prompt', ['ask'], 'ask needs PROMPT|-'],
    ['two words', ['ask', 'fix', 'it'], 'unexpected word "it"; put the prompt in quotes'],
    ['an empty prompt', ['ask', ' ', '--script', 'steps.json'], 'the prompt is empty'],
    ['no model', ['ask', 'Go'], '--model'],
    ['an unknown provider', ['ask', 'Go', '--model', 'antropic/x'], 'did you mean "anthropic"'],
    ['a missing key', ['ask', 'Go', '--model', 'anthropic/x'], 'ANTHROPIC_API_KEY'],
    ['a missing script', ['ask', 'Go', '--script', 'gone.json'], 'gone.json'],
    ['an unknown mode', [...ASK, '--permission-mode', 'pln'], 'unknown permission mode "pln"; did you mean plan?'],
    [
      'a bad count',
      [...ASK, '--max-turns', '0'],
      '--max-turns: expected a whole number of model turns above 0, found "0"',
    ],
    [
      'a bad length',
      [...ASK, '--context-length', '2e5'],
      '--context-length: expected a whole number of tokens above 0, found "2e5"',
    ],
    ['an unknown slot', [...ASK, '--slot', 'fats=openai/x'], 'did you mean "fast"'],
    ['an unknown session', [...ASK, '--resume', 'gone'], 'gone'],
    ['an unknown dialect', [...ASK, '--dialect', 'kolge'], 'did you mean kolega?'],
    ['a missing project', [...ASK, '--project', 'gone'], 'there is no folder'],
    ['an unknown option', [...ASK, '--modle', 'x'], 'did you mean --model?'],
  ])('1 with one line for %s', async (_what, words, said) => {
    const result = await placeWith([{ text: 'never' }]).run(words);
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(/^hookline: [^\n\u001b]+\n$/);
    expect(result.stderr).toContain(said);
    expect(result.stderr).not.toContain('internal error');
  });
});

describe('a signal', () => {
  const SLOW = [{ chunks: ['one ', 60_000, 'two'] }];

  it.each([
    ['SIGINT', 130, 'other'],
    ['SIGTERM', 143, 'other'],
    ['SIGHUP', 129, 'other'],
  ] as const)('%s interrupts the turn and lets the hooks of SessionEnd run', async (signal, status, reason) => {
    const place = placeWith(SLOW, ENDED);
    const child = place.start(ASK);
    const ended = new Promise((resolve) => child.on('close', resolve));
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill(signal);
    expect(await ended).toBe(status);
    expect(endReasons(place)).toEqual([reason]);
  });

  it('tells a dialect that knows SIGTERM about it', async () => {
    const place = makePlace({
      'project/steps.json': SLOW,
      'project/.kode/config.yaml': { hooks: { session_end: [{ exec: ['sh', '-c', 'cat > ended.txt'] }] } },
    });
    const child = place.start(ASK);
    const ended = new Promise((resolve) => child.on('close', resolve));
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(endReasons(place)).toEqual(['sigterm']);
  });

  it('cuts hooks of SessionStart short', async () => {
    const place = placeWith(SLOW, { SessionStart: 'touch started; sleep 60', ...ENDED });
    const child = place.start(ASK);
    const ended = new Promise((resolve) => child.on('close', resolve));
    await eventually(() => (existsSync(join(place.project, 'started')) ? true : null));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(endReasons(place)).toHaveLength(1);
  });

  it('SIGINT a second time waits for nothing', async () => {
    const place = placeWith(SLOW, { SessionEnd: 'touch ending; sleep 60; touch survived' });
    const child = place.start(ASK);
    const ended = new Promise((resolve) => child.on('close', resolve));
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGINT');
    await eventually(() => (existsSync(join(place.project, 'ending')) ? true : null));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(existsSync(join(place.project, 'survived'))).toBe(false);
  });
});

describe('the surroundings of ask', () => {
  it('may stop reading: the session ends without a word about it', async () => {
    const place = placeWith([{ chunks: ['one\n', 500, 'two\n', 60_000, 'three'] }], ENDED);
    const child = place.start(ASK);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended).toBe(141);
    expect(said).not.toContain('EPIPE');
    expect(endReasons(place)).toHaveLength(1);
  });

  it('may switch all hooks off', async () => {
    const place = placeWith([{ text: 'Done.' }], { UserPromptSubmit: 'touch ran; exit 2' });
    const result = await place.run(ASK, { env: { HOOKLINE_DISABLE: '1' } });
    expect(result).toMatchObject({ status: 0, stdout: 'Done.\n' });
    expect(result.stderr).toMatch(/^hookline: no hook will be run: HOOKLINE_DISABLE is set$/m);
    expect(existsSync(join(place.project, 'ran'))).toBe(false);
  });

  it('may be a hook, in which no hook fires and nothing is trusted', async () => {
    const place = placeWith([{ text: 'Done.' }], { UserPromptSubmit: 'touch ran; exit 2' });
    const env = { HOOKLINE_RUN: 'r-1' };
    expect(await place.run(ASK, { env })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'hookline: --trust-hooks is refused inside a hook\n',
    });
    await place.run(['trust']);
    const words = ASK.filter((word) => word !== '--trust-hooks');
    expect(await place.run(words, { env })).toMatchObject({ status: 0, stdout: 'Done.\n' });
    expect(existsSync(join(place.project, 'ran'))).toBe(false);
  });
});

describe('a provider', () => {
  it.each([
    ['anthropic', '/v1/messages', 'ANTHROPIC_API_KEY'],
    ['openai', '/v1/responses', 'OPENAI_API_KEY'],
    ['openai-compatible', '/v1/chat/completions', 'OPENAI_COMPATIBLE_API_KEY'],
  ])('%s is part of what was built', async (provider, path, variable) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"who are you?"}}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const words = ['ask', 'Go', '--model', `${provider}/m`, '--base-url', `http://127.0.0.1:${port}/v1`];
    const result = await makePlace().run(words, { env: { [variable]: 'k' } });
    expect(asked).toEqual([path]);
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(/\nhookline: [^\n]*who are you\?[^\n]*\n$/);
  });
});
