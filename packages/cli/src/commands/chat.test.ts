import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, makePlace, type Place } from '../testing/place.ts';

const CHAT = ['chat', '--script', 'steps.json', '--trust-hooks'];

const placeWith = (steps: readonly unknown[], hooks: Readonly<Record<string, unknown>> = {}): Place =>
  makePlace({
    'project/steps.json': steps,
    'project/.qoder/settings.json': {
      hooks: Object.fromEntries(
        Object.entries(hooks).map(([event, hook]) => [
          event,
          [{ hooks: [typeof hook === 'string' ? { type: 'command', command: hook } : hook] }],
        ]),
      ),
    },
  });

/** A chat whose stdin stays open, and what it has said so far. */
function startChat(place: Place, env: Readonly<Record<string, string>> = {}) {
  const child = place.start(CHAT, { env, keepOpen: true });
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, said, ended };
}

describe('chat without a terminal', () => {
  it('takes each line of stdin as a prompt and ends with it', async () => {
    const place = placeWith([{ text: 'One.' }, { text: 'Two.' }], { SessionEnd: 'cat > ended.json' });
    const result = await place.run(CHAT, { input: 'first\n\nsecond' });
    expect(result).toMatchObject({ status: 0, stdout: 'One.\nTwo.\n' });
    expect(result.stderr).not.toContain('\u001b');
    expect(JSON.parse(readFileSync(join(place.project, 'ended.json'), 'utf8'))).toMatchObject({ reason: 'other' });
  });

  it('denies what no person can allow', async () => {
    const place = placeWith([{ calls: [{ name: 'Bash', input: { command: 'touch ran' } }] }, { text: 'Oh.' }]);
    const result = await place.run(CHAT, { input: 'go\n' });
    expect(result).toMatchObject({ status: 0, stdout: 'Oh.\n' });
    expect(result.stderr).toMatch(/^denied Bash: /m);
    expect(existsSync(join(place.project, 'ran'))).toBe(false);
  });

  it('goes on after a turn that failed or a prompt that was rejected', async () => {
    const place = placeWith([{ error: { type: 'server_error', message: 'boom' } }, { text: 'Fine.' }], {
      UserPromptSubmit: 'grep -q bad && { echo no >&2; exit 2; }; exit 0',
    });
    const result = await place.run(CHAT, { input: 'bad\none\ntwo\n' });
    expect(result).toMatchObject({ status: 0, stdout: 'Fine.\n' });
    expect(result.stderr).toMatch(/^a hook rejected the prompt: no$/m);
    expect(result.stderr).toMatch(/^the turn failed: .*boom/m);
  });

  it('knows the slash commands', async () => {
    const place = placeWith([{ text: 'One.' }, { text: 'Two.' }], { PreToolUse: 'exit 0' });
    const input = [
      'one',
      '/mode',
      '/mode plan',
      '/hooks',
      '/hooks reload',
      '/compact',
      '/clear',
      '/cler',
      '/help',
      'two',
      '/exit',
    ];
    const result = await place.run(CHAT, { input: `${input.join('\n')}\nnever\n` });
    expect(result).toMatchObject({ status: 0, stdout: 'One.\nTwo.\n' });
    for (const line of [
      'mode default',
      'mode default → plan',
      'armed 1 of 1',
      'the hooks were loaded again',
      'compacted the conversation so far (manual)',
      'unknown command /cler; did you mean /clear?',
      "the project's own hooks are trusted",
    ])
      expect(result.stderr.split('\n')).toContain(line);
    expect(result.stderr).toMatch(/^session \S+ \(clear\)/m);
    expect(result.stderr).toMatch(/^\/compact \[INSTRUCTIONS\] {2}/m);
  });

  it('lets a hook call an exit off, but not the end of stdin', async () => {
    const place = makePlace({
      'project/steps.json': [{ text: 'Still here.' }],
      'project/.agents/hooks/stay/HOOK.md': '---\nname: stay\ndescription: stays\ntrigger: session_end\n---\n',
      'project/.agents/hooks/stay/scripts/run.sh': '#!/bin/sh\necho >> asked.txt; echo not yet >&2; exit 2\n',
    });
    const result = await place.run(CHAT, { input: '/exit\nhello\n' });
    expect(result).toMatchObject({ status: 0, stdout: 'Still here.\n' });
    expect(result.stderr).toMatch(/not yet/);
    expect(result.stderr).toMatch(/^the session goes on: a hook stopped the exit$/m);
    expect(readFileSync(join(place.project, 'asked.txt'), 'utf8')).toBe('\n\n');
  });

  it('does not start when a hook aborts it', async () => {
    const place = makePlace({
      'project/steps.json': [{ text: 'never' }],
      'project/.kode/config.yaml': { hooks: { session_start: [{ exec: ['sh', '-c', 'echo closed >&2; exit 1'] }] } },
    });
    const result = await place.run(CHAT, { input: 'hello\n' });
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(/^a hook did not let the session start: .*closed/m);
  });

  it('is woken by a background hook while it waits', async () => {
    const place = placeWith([{ text: 'One.' }, { text: 'Woken.' }], {
      Stop: {
        type: 'command',
        command: 'test -e once && exit 0; touch once; sleep 0.3; echo look again >&2; exit 2',
        asyncRewake: true,
      },
    });
    const { child, said, ended } = startChat(place);
    child.stdin?.write('go\n');
    await eventually(() => (said.out.includes('Woken.') ? true : null));
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(said.out).toBe('One.\nWoken.\n');
  });

  it('tells hooks once that it is idle', async () => {
    const place = placeWith([{ text: 'One.' }], { Notification: 'cat >> idle.txt; echo >> idle.txt' });
    const { child, said, ended } = startChat(place, { HOOKLINE_IDLE_SECONDS: '0.1' });
    await eventually(() => (said.err.includes('notice') ? true : null));
    child.stdin?.write('/mode\n');
    await eventually(() => (said.err.match(/notice/g)?.length === 2 ? true : null));
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(readFileSync(join(place.project, 'idle.txt'), 'utf8').match(/idle_prompt/g)).toHaveLength(2);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends in good order on %s, in a turn and between turns', async (signal, status) => {
    const place = placeWith([{ chunks: ['one ', 60_000, 'two'] }], { SessionEnd: 'echo >> ended.txt' });
    for (const prompt of ['go\n', '']) {
      const { child, said, ended } = startChat(place);
      await eventually(() => (said.err.includes('session ') ? true : null));
      child.stdin?.write(prompt);
      if (prompt !== '') await eventually(() => (said.out.includes('one') ? true : null));
      child.kill(signal);
      expect(await ended).toBe(status);
    }
    expect(readFileSync(join(place.project, 'ended.txt'), 'utf8')).toBe('\n\n');
  });

  it('refuses a span of idleness that is none', async () => {
    const result = await placeWith([{ text: 'x' }]).run(CHAT, { env: { HOOKLINE_IDLE_SECONDS: 'soon' } });
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(
      /^hookline: HOOKLINE_IDLE_SECONDS: expected a number of seconds[^\n]*found "soon"\n$/,
    );
  });
});
