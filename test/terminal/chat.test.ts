import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { eventually, makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { commandLine, openPane, openShell, type Pane } from './tmux.ts';
import { needs } from '../support/programs.ts';

vi.setConfig({ testTimeout: 60_000 });

const CHAT = ['chat', '--script', 'steps.json', '--trust-hooks'];

/** Hooks of Qoder, one for each event: a shell line, or all of its keys. */
const placeWith = (steps: readonly unknown[], hooks: Readonly<Record<string, unknown>> = {}): Place =>
  makePlace({
    'project/steps.json': steps,
    'project/.qoder/settings.json': {
      hooks: Object.fromEntries(
        Object.entries(hooks).map(([event, hook]) => [
          event,
          [
            {
              hooks: [
                typeof hook === 'string'
                  ? { type: 'command', command: hook }
                  : { type: 'command', ...(hook as object) },
              ],
            },
          ],
        ]),
      ),
    },
  });

const bash = (command: string) => ({ name: 'Bash', input: { command } });
const read = (place: Place, name: string): string => readFileSync(join(place.project, name), 'utf8');
const isThere = (place: Place, name: string): boolean => existsSync(join(place.project, name));
const promptOf = (lines: readonly string[]): string | undefined => lines.findLast((line) => line.startsWith('>'));
const PROMPT = /\n>$/;

async function send(pane: Pane, text: string): Promise<void> {
  await pane.until(PROMPT);
  pane.type(text);
  pane.press('Enter');
}

describe('chat in a terminal', needs('tmux'), () => {
  test('shows a prompt, streams what the model says, and shows the prompt again', async () => {
    const place = placeWith([{ chunks: ['Hello ', 1500, 'there.'] }]);
    const pane = openPane(place, CHAT);
    await send(pane, 'hi');
    await pane.until((lines) => lines.at(-1) === 'Hello');
    await pane.until(/> hi\nHello there\.\n>$/);
  });

  test("shows a hook's own words while it runs, and nothing of them afterwards", async () => {
    const place = placeWith([{ text: 'Done.' }], {
      UserPromptSubmit: { command: 'until test -e go; do sleep 0.05; done', statusMessage: 'Asking the oracle' },
    });
    const pane = openPane(place, CHAT);
    await send(pane, 'hi');
    await pane.until((lines) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Asking the oracle$/.test(lines.at(-1) ?? ''));
    expect(pane.ask('#{cursor_flag}')).toBe('0');
    writeFileSync(join(place.project, 'go'), '');
    await pane.until(/> hi\nDone\.\n>$/);
    expect(pane.lines().join('\n')).not.toContain('oracle');
    expect(pane.ask('#{cursor_flag}')).toBe('1');
  });

  test('asks before a tool runs: yes, no, a reason, always', async () => {
    const steps = ['one', 'two', 'three', 'four', 'four'].flatMap((name) => [
      { calls: [bash(`echo >> ${name}`)] },
      { text: `Then: {{last_result}}.` },
    ]);
    const place = placeWith(steps);
    const pane = openPane(place, CHAT, { rows: 60 });
    const answer = async (text: string): Promise<void> => {
      await send(pane, 'go');
      await pane.until(/Allow\? \[y\]es, \[a\]lways, \[n\]o, or say why not:$/);
      pane.type(text);
      pane.press('Enter');
      await pane.until(PROMPT);
    };
    await answer('y');
    expect(isThere(place, 'one')).toBe(true);
    expect(pane.lines().join('\n')).toMatch(/May Bash run\?\n {2}command: echo >> one\n/);
    await answer('n');
    expect(isThere(place, 'two')).toBe(false);
    await answer('take printf instead');
    expect(isThere(place, 'three')).toBe(false);
    expect(pane.lines().join('\n')).toMatch(/Then: .*take printf instead/);
    await answer('a');
    await send(pane, 'again');
    await pane.until((lines) => lines.filter((line) => line.startsWith('Then:')).length === 5);
    expect(read(place, 'four')).toBe('\n\n');
    expect(pane.lines().filter((line) => line.startsWith('Allow?'))).toHaveLength(4);
  });

  test('Ctrl-C breaks a running turn off, and the session goes on', async () => {
    const place = placeWith([{ chunks: ['one ', 60_000, 'two'] }, { text: 'Here again.' }]);
    const pane = openPane(place, CHAT);
    await send(pane, 'go');
    await pane.until(/\none$/);
    pane.press('C-c');
    await pane.until(/one\ninterrupted\n>$/);
    await send(pane, 'still there?');
    await pane.until(/Here again\.\n>$/);
  });

  test('Ctrl-C breaks a question off, and with it the turn', async () => {
    const place = placeWith([{ calls: [bash('touch ran')] }, { text: 'never' }]);
    const pane = openPane(place, CHAT);
    await send(pane, 'go');
    await pane.until(/say why not:$/);
    pane.press('C-c');
    await pane.until(/interrupted\n>$/);
    expect(isThere(place, 'ran')).toBe(false);
  });

  test('Ctrl-C at the prompt clears the line, and the second one leaves the terminal as it was', async () => {
    const place = placeWith([{ text: 'x' }], { SessionEnd: 'cat > ended.json' });
    const pane = openPane(place, CHAT);
    await pane.until(PROMPT);
    pane.type('half a thought');
    await pane.until(/> half a thought$/);
    pane.press('C-c');
    await pane.until(/Ctrl-C again leaves the chat\n>$/);
    pane.type('x');
    await pane.until((lines) => promptOf(lines) === '> x' && !lines.join('\n').includes('again'));
    pane.press('C-c');
    await pane.until(/again leaves/);
    pane.press('C-c');
    await pane.until(/\[exit 0\]\nicanon echo$/);
    expect(pane.lines().join('\n')).not.toContain('again leaves');
    expect(pane.ask('#{cursor_flag}')).toBe('1');
    expect(JSON.parse(read(place, 'ended.json'))).toMatchObject({ reason: 'prompt_input_exit' });
  });

  test.each([
    ['colours', {}, true],
    ['no colours where none are wanted', { NO_COLOR: '1' }, false],
  ])('Ctrl-D on an empty line leaves; there were %s', async (_what, env, isColoured) => {
    const pane = openPane(placeWith([{ text: 'x' }]), CHAT, { env });
    await send(pane, '/mode pln');
    await pane.until(/did you mean plan\?\n>$/);
    pane.press('C-d');
    await pane.until(/\[exit 0\]/);
    expect(pane.raw().includes('\u001b[31m')).toBe(isColoured);
  });

  test('Ctrl-Z hands the terminal to the shell, and fg brings the chat back', async () => {
    const place = placeWith([{ text: 'Here.' }]);
    const pane = openShell(place);
    await pane.until(/\$$/);
    pane.type(commandLine(CHAT));
    pane.press('Enter');
    await pane.until(PROMPT);
    pane.type('half');
    await pane.until(/\n> half$/);
    pane.press('C-z');
    await pane.until(/Stopped[\s\S]*\n\$$/);
    pane.type('echo in between');
    pane.press('Enter');
    await pane.until(/\nin between\n\$$/);
    pane.type('fg');
    pane.press('Enter');
    await pane.until(/\n> half$/);
    pane.type(' done');
    pane.press('Enter');
    await pane.until(/\n> half done\nHere\.\n>$/);
  });

  test('draws anew when the window changes its size, in a turn and at the prompt', async () => {
    const place = placeWith([{ text: 'Done.' }], {
      UserPromptSubmit: { command: 'until test -e go; do sleep 0.05; done', statusMessage: 'x'.repeat(70) },
    });
    const pane = openPane(place, CHAT);
    await pane.until(PROMPT);
    const text = 'the quick brown fox jumps over the lazy dog and runs away';
    pane.type(text);
    await pane.until(new RegExp(`\n> ${text}$`));
    pane.resize(30, 20);
    await pane.until(/\n> the quick brown fox jumps o\nver the lazy dog and runs awa\ny$/);
    pane.resize(80, 24);
    await pane.until(new RegExp(`\n> ${text}$`));
    pane.press('Enter');
    await pane.until((lines) => /^. x{70}$/.test(lines.at(-1) ?? ''));
    pane.resize(40, 24);
    await pane.until((lines) => /^. x{36}…$/.test(lines.at(-1) ?? ''));
    expect(pane.lines().filter((line) => line.includes('xxx'))).toHaveLength(1);
    pane.resize(80, 24);
    await pane.until((lines) => /^. x{70}$/.test(lines.at(-1) ?? ''));
    writeFileSync(join(place.project, 'go'), '');
    await pane.until(/Done\.\n>$/);
    expect(pane.lines().join('\n')).not.toContain('xxx');
    expect(pane.lines().filter((line) => line.startsWith('>'))).toHaveLength(2);
  });

  test('obeys /mode, /hooks, /compact, /clear and /help, and guesses what was meant', async () => {
    const place = placeWith([{ text: 'One.' }, { text: 'Two.' }], { PreToolUse: 'exit 0' });
    const pane = openPane(place, CHAT, { columns: 100, rows: 60 });
    await send(pane, 'go');
    await send(pane, '/mode plan');
    await pane.until(/> \/mode plan\nmode default → plan\n>$/);
    await send(pane, '/hooks');
    await pane.until(/PreToolUse +\* +command +\.qoder\/settings\.json[\s\S]*armed 1 of 1\n[^\n]*trusted\n>$/);
    await send(pane, '/compact keep names');
    await pane.until(/compacted the conversation so far \(manual\)/);
    await send(pane, '/clear');
    await pane.until(/session \S+ \(clear\)/);
    await send(pane, '/cler');
    await pane.until(/unknown command \/cler; did you mean \/clear\?\n>$/);
    await send(pane, '/help');
    await pane.until(/\/compact \[INSTRUCTIONS\] [\s\S]*Ctrl-C [\s\S]*\n>$/);
    await send(pane, 'go on');
    await pane.until(/Two\.\n>$/);
    await send(pane, '/exit');
    await pane.until(/\[exit 0\]/);
  });

  test('stays when a hook calls the exit off, and says why', async () => {
    const place = makePlace({
      'project/steps.json': [{ text: 'x' }],
      'project/.agents/hooks/stay/HOOK.md': '---\nname: stay\ndescription: stays\ntrigger: session_end\n---\n',
      'project/.agents/hooks/stay/scripts/run.sh':
        '#!/bin/sh\ntest -e leave && exit 0\necho "tests are red" >&2\nexit 2\n',
    });
    const pane = openPane(place, CHAT);
    await send(pane, '/exit');
    await pane.until(/tests are red[\s\S]*the session goes on: a hook stopped the exit\n>$/);
    writeFileSync(join(place.project, 'leave'), '');
    await send(pane, '/exit');
    await pane.until(/\[exit 0\]/);
  });

  test('is woken by a background hook at the prompt, and keeps what was typed so far', async () => {
    const place = placeWith([{ text: 'One.' }, { text: 'Woken.' }, { text: 'Three.' }], {
      Stop: {
        command:
          'test -e once && exit 0; touch once; until test -e go; do sleep 0.05; done; echo look again >&2; exit 2',
        asyncRewake: true,
      },
    });
    const pane = openPane(place, CHAT);
    await send(pane, 'go');
    await pane.until(/One\.\n>$/);
    pane.type('half a thou');
    await pane.until(/> half a thou$/);
    writeFileSync(join(place.project, 'go'), '');
    await pane.until(/Woken\.\n> half a thou$/);
    pane.type('ght');
    pane.press('Enter');
    await pane.until(/> half a thought\nThree\.\n>$/);
  });

  test('tells hooks when it waits idly, once, and rings', async () => {
    const place = placeWith([{ text: 'x' }], { Notification: 'cat >> idle.txt' });
    const pane = openPane(place, CHAT, { env: { HOOKLINE_IDLE_SECONDS: '0.3' } });
    await pane.until(/notice .*waiting[^\n]*\n>$/);
    pane.type('typing');
    await pane.until(/> typing$/);
    expect(read(place, 'idle.txt').match(/idle_prompt/g)).toHaveLength(1);
    expect(pane.raw().match(/\u0007/g)).toHaveLength(1);
  });

  test('keeps a pasted text of several lines together, and tells hooks the whole', async () => {
    const place = placeWith([{ text: 'Seen.' }], { UserPromptSubmit: 'cat > prompt.json' });
    const pane = openPane(place, CHAT);
    await pane.until(PROMPT);
    pane.paste('first\nsecond\n\tthird');
    await pane.until(/\n> first\n {2}second\n {4}third$/);
    pane.press('Enter');
    await pane.until(/Seen\.\n>$/);
    expect(JSON.parse(read(place, 'prompt.json'))).toMatchObject({ prompt: 'first\nsecond\n\tthird' });
  });

  test('shows the end of a text that is longer than the screen, and all of it once it is sent', async () => {
    const place = placeWith([{ text: 'Seen.' }]);
    const pane = openPane(place, CHAT);
    await pane.until(PROMPT);
    const text = Array.from({ length: 60 }, (_, index) => `line ${index}`);
    pane.paste(text.join('\n'));
    await pane.until(/ {2}line 58\n {2}line 59$/);
    pane.press('Enter');
    await pane.until(/ {2}line 59\nSeen\.\n>$/);
    expect(
      pane
        .lines()
        .filter((line) => /^[> ] line \d+$/.test(line))
        .slice(-60),
    ).toEqual(text.map((line, index) => `${index === 0 ? '>' : ' '} ${line}`));
  });

  test('takes what was sent during a turn up after it', async () => {
    const place = placeWith([{ chunks: ['One.', 1500] }, { text: 'Two.' }]);
    const pane = openPane(place, CHAT);
    await send(pane, 'first');
    await pane.until(/\nOne\.$/);
    pane.type('second');
    pane.press('Enter');
    await pane.until(/> first\nOne\.\n> second\nTwo\.\n>$/);
    pane.press('Up');
    await pane.until(/\n> second$/);
    pane.press('Up');
    await pane.until(/\n> first$/);
  });

  test('sets the title that a hook gives, and shows nothing live of what a model says', async () => {
    const answer = {
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', sessionTitle: 'Fixing\u0007 \u001b[31mthings' },
    };
    const place = placeWith([{ chunks: ['a\u001b', ']0;evil\u0007b \u001b[2', 'Jc'] }], {
      UserPromptSubmit: `printf '%s' '${JSON.stringify(answer)}'`,
    });
    const pane = openPane(place, CHAT);
    await send(pane, 'go');
    await pane.until(/> go\nab c\n>$/);
    expect(pane.ask('#{pane_title}')).toMatch(/^Fixing\S* things$/);
    expect(pane.raw()).not.toContain('evil');
  });

  test('fills a form of an MCP server in, field by field', async () => {
    const server = fileURLToPath(new URL('../programs/mcp-stdio.mjs', import.meta.url));
    const place = makePlace({
      'project/steps.json': [{ calls: [{ name: 'mcp__desk__ask', input: {} }] }, { text: 'Got {{last_result}}' }],
      'project/.mcp.json': { mcpServers: { desk: { command: process.execPath, args: [server] } } },
    });
    const pane = openPane(place, [...CHAT, '--permission-mode', 'bypass'], { columns: 120 });
    await send(pane, 'go');
    await pane.until(/desk asks: Who are you\?[\s\S]*name:$/);
    pane.press('Enter');
    await pane.until(/a value is required\nname:$/);
    pane.type('Ann');
    pane.press('Enter');
    await pane.until(/age \(optional\):$/);
    pane.type('41');
    pane.press('Enter');
    await pane.until(/Got .*"name":"Ann","age":41[\s\S]*\n>$/);
  });

  test('SIGTERM ends it in good order', async () => {
    const place = placeWith([{ chunks: ['one ', 60_000] }], { SessionEnd: 'cat > ended.json' });
    const pane = openPane(place, CHAT);
    await send(pane, 'go');
    await pane.until(/\none$/);
    process.kill(childOf(Number(pane.ask('#{pane_pid}'))), 'SIGTERM');
    await pane.until(/\[exit 143\]\nicanon echo$/);
    expect(isThere(place, 'ended.json')).toBe(true);
  });

  test('a terminal that is closed ends the session, and its hooks hear of it', async () => {
    const place = makePlace({
      'project/steps.json': [{ text: 'x' }],
      'project/.kode/config.yaml': { hooks: { session_end: [{ exec: ['sh', '-c', 'cat > ended.json'] }] } },
    });
    const pane = openPane(place, CHAT);
    await pane.until(PROMPT);
    pane.close();
    const text = await eventually(() => (isThere(place, 'ended.json') ? read(place, 'ended.json') || null : null));
    expect(JSON.parse(text)).toMatchObject({ event: 'session_end' });
  });
});

describe('ask in a terminal', needs('tmux'), () => {
  const ASK = ['ask', 'Go', '--script', 'steps.json', '--permission-mode', 'bypass'];

  test('shows words and deeds in their order, and nothing live of what a model says', async () => {
    const place = placeWith([{ chunks: ['I look\u001b', '[2J.'], calls: [bash('echo hi')] }, { text: 'Done.' }]);
    const pane = openPane(place, ASK);
    await pane.until(/\nI look\.\ntool Bash echo hi\nDone\.\n\[exit 0\]/);
  });

  test('Ctrl-C breaks it off', async () => {
    const pane = openShell(placeWith([{ chunks: ['one ', 60_000] }]));
    await pane.until(/\$$/);
    pane.type(commandLine(ASK));
    pane.press('Enter');
    await pane.until(/\none$/);
    pane.press('C-c');
    await pane.until(/\n\$$/);
    pane.type('echo "[exit $?]"');
    pane.press('Enter');
    await pane.until(/\[exit 130\]\n\$$/);
  });
});

/** The one process that a shell has started. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
