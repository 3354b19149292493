import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ConversationItem, AgentEvent } from '@hookline/agent';
import { describe, expect, test } from 'vitest';
import { startOpenAiServer } from '../support/openai-server.ts';
import { hookline, scripted } from './support/hookline.ts';
import { happened, messagesOf, outputsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, story, until } from './support/story.ts';
import { HOOKLINE, type Workplace } from './support/workplace.ts';
import { needs } from '../support/programs.ts';

const HELLO = [says('Hello.')];

const program = (name: string): string => fileURLToPath(new URL(`../programs/${name}`, import.meta.url));

describe('a call that cannot be carried out: exit status 1, nothing on stdout, one line that says what to do', () => {
  const rows: readonly (readonly [string, readonly string[], string])[] = [
    [
      'no model',
      [],
      'no model is chosen: pass --model anthropic/NAME, openai/NAME or openai-compatible/NAME (with --base-url URL), or --script FILE, or set HOOKLINE_MODEL',
    ],
    [
      'an unknown provider',
      ['--model', 'antropic/x'],
      'unknown model provider "antropic" in "antropic/x" (known are anthropic, openai, openai-compatible, scripted); did you mean "anthropic"?',
    ],
    [
      'a model without a provider',
      ['--model', 'claude'],
      'the model "claude" names no provider: write PROVIDER/NAME (known are anthropic, openai, openai-compatible, scripted)',
    ],
    ['a provider without a model', ['--model', 'openai/'], 'the model "openai/" lacks a name: write openai/NAME'],
    ['no key for openai', ['--model', 'openai/x'], 'no key for openai: set OPENAI_API_KEY'],
    ['no key for anthropic', ['--model', 'anthropic/x'], 'no key for anthropic: set ANTHROPIC_API_KEY'],
    [
      'no URL',
      ['--model', 'openai-compatible/x'],
      'openai-compatible needs the URL of its server: pass --base-url http://HOST:PORT/v1',
    ],
    [
      'a bad URL',
      ['--model', 'openai-compatible/x', '--base-url', 'here'],
      '--base-url "here" is not a URL: write it as http://HOST:PORT/v1',
    ],
    [
      'a script that is not there',
      ['--script', 'nope.json'],
      'the script nope.json does not exist: --script takes a file with a JSON array of steps',
    ],
    [
      'an unknown mode',
      ['--script', 'good.json', '--permission-mode', 'wild'],
      'unknown permission mode "wild"; expected one of default, acceptEdits, plan, bypass',
    ],
    [
      'an unknown slot',
      ['--script', 'good.json', '--slot', 'fats=openai/x'],
      'unknown slot "fats" (known are fast, long, thinking); did you mean "fast"?',
    ],
    [
      'a session that never was',
      ['--script', 'good.json', '--resume', 'nope'],
      'no session "nope": there is none yet in ',
    ],
    [
      'no session at all',
      ['--script', 'good.json', '--resume', 'last'],
      'has no session to resume yet; start one without --resume',
    ],
    [
      'an id that leads elsewhere',
      ['--script', 'good.json', '--resume', '../../secret'],
      'not "../../secret"; give one as the agent printed it',
    ],
    ['a script that is no JSON', ['--script', 'broken.json'], 'the script broken.json'],
    [
      'a step that says nothing',
      ['--script', 'empty-step.json'],
      'the script empty-step.json: steps[0] says nothing: give it text, calls or an error',
    ],
    [
      'a step with an unknown key',
      ['--script', 'typo.json'],
      'the script typo.json: steps[0] has an unknown key "txet"; did you mean "text"?',
    ],
  ];
  test.each(rows)('%s', (_, words, line) =>
    story([], async (place) => {
      place.file('good.json', JSON.stringify(HELLO));
      place.file('broken.json', '[{"text": "x"');
      place.file('empty-step.json', '[{}]');
      place.file('typo.json', '[{"txet": "x"}]');
      const { status, stdout, stderr } = await hookline(place, ['ask', 'Do it.', '--json', ...words]);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^hookline: [^\n]+\n$/);
      expect(stderr).toContain(line);
    })(),
  );
});

describe('sessions that cannot be resumed', () => {
  test(
    'an id that is nearly right is answered with the one that was meant',
    story([], async (place) => {
      const first = await place.ask({ script: HELLO });
      const id = happened(first, 'session')[0]?.id ?? '';
      const asked = await place.ask({ script: HELLO, args: ['--resume', id.slice(0, -2)] });
      expect([asked.status, asked.stdout]).toEqual([1, '']);
      expect(asked.stderr).toBe(`hookline: no session "${id.slice(0, -2)}"; did you mean "${id}"?\n`);
    }),
  );

  test(
    'a file that holds no session',
    story([], async (place) => {
      const folder = join(place.home, '.local/state/hookline/sessions');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'old.jsonl'), 'no JSON\n');
      const asked = await place.ask({ script: HELLO, args: ['--resume', 'old'] });
      expect(asked.status).toBe(1);
      expect(asked.stderr).toBe(
        `hookline: the transcript ${join(folder, 'old.jsonl')} holds no entry of a session; start without --resume\n`,
      );
      expect(readFileSync(join(folder, 'old.jsonl'), 'utf8')).toBe('no JSON\n');
    }),
  );
});

test(
  'a script that runs out of steps: the turn fails in one line, and what was done is kept',
  story([{ name: 'failure', dialect: 'qoder', event: 'StopFailure' }], async (place) => {
    const asked = await place.ask({ script: [calls(bash('printf out'))], args: FREELY });
    expect(asked.status).toBe(1);
    expect(asked.stderr).toMatch(
      /^hookline: the script \S+ has no step left for "main" \(1 used\): add a step or let the last one make no tool call\n$/,
    );
    expect(place.payloads('failure')).toEqual([expect.objectContaining({ error_type: 'invalid_request' })]);
    expect(outputsOf(place)).toEqual(['out']);
    expect(happened(asked, 'turn_end')[0]).toMatchObject({ how: 'failed' });
  }),
);

test(
  'more model turns than --max-turns: the turn ends in one line, and the session can be resumed',
  story([], async (place) => {
    const turn = calls(bash('true'));
    const asked = await place.ask({ script: [turn, turn, turn], args: [...FREELY, '--max-turns', '2'] });
    expect(asked.status).toBe(1);
    expect(asked.stderr).toBe('hookline: stopped after 2 model turns; --max-turns allows more\n');
    const again = await place.ask({ script: HELLO, args: ['--resume', 'last'] });
    expect(again.status).toBe(0);
  }),
);

describe('MCP servers that are broken: one line each, and the others work', () => {
  interface Broken {
    readonly server: (url: string) => object;
    readonly line: string;
  }
  const KINDS: Readonly<Record<string, Broken>> = {
    absent: { server: () => ({ command: './no-such-program' }), line: 'ENOENT' },
    'not-executable': { server: () => ({ command: './plain.txt' }), line: 'EACCES' },
    ended: { server: () => ({ command: 'bash', args: [program('mcp-exit.sh')] }), line: 'no licence found' },
    talks: { server: () => ({ command: 'bash', args: [program('mcp-garbage.sh')] }), line: 'does not speak MCP' },
    refuses: { server: () => ({ command: 'bash', args: [program('mcp-refuse.sh')] }), line: 'no seats left' },
    silent: {
      server: () => ({ command: 'bash', args: [program('mcp-silent.sh')] }),
      line: 'did not answer within 8000 ms',
    },
    unreachable: { server: () => ({ type: 'http', url: 'http://127.0.0.1:9/mcp' }), line: 'check "url"' },
    'not-found': { server: (url) => ({ type: 'http', url: `${url}/404` }), line: 'no MCP server at this address' },
    'server-error': { server: (url) => ({ type: 'http', url: `${url}/500` }), line: '500' },
    'no-mcp': { server: (url) => ({ type: 'http', url: `${url}/200` }), line: 'did not start' },
  };

  test(
    'each kind is told in one line that names the server and the place in the file; a good one beside them is used',
    story([], async (place) => {
      const web = await startWeb();
      try {
        const broken = Object.entries(KINDS).map(([name, { server }]) => [name, server(urlOf(web))]);
        const good = { command: process.execPath, args: [program('mcp-stdio.mjs')] };
        place.file('plain.txt', 'x');
        place.file('.mcp.json', JSON.stringify({ mcpServers: { ...Object.fromEntries(broken), good } }, null, 2));
        const script = [calls(call('mcp__good__echo', { text: 'still here' })), says('Done.')];
        const asked = await place.ask({ script, args: FREELY, env: { MCP_TIMEOUT: '8000' } });
        expect(asked.status).toBe(0);
        expect(asked.stderr).toBe('');
        expect(outputsOf(place)).toEqual(['still here']);
        const told = messagesOf(asked).filter((text) => text.startsWith('warning: MCP server'));
        expect(told).toHaveLength(Object.keys(KINDS).length);
        for (const [name, { line }] of Object.entries(KINDS)) {
          const own = told.find((text) => text.startsWith(`warning: MCP server "${name}" did not start: `)) ?? '';
          expect(own).toContain(line);
          expect(own).toMatch(/\.mcp\.json:\d+/);
          expect(own).not.toMatch(/\n|    at /);
        }
      } finally {
        web.closeAllConnections();
        web.close();
      }
    }),
  );

  test(
    'a .mcp.json that is not JSON: one line with the place, and the session goes on',
    story([], async (place) => {
      place.file('.mcp.json', '{"mcpServers": {');
      const asked = await place.ask({ script: HELLO });
      expect(asked.status).toBe(0);
      expect(messagesOf(asked)).toEqual([expect.stringMatching(/^warning: \.mcp\.json:1:\d+ not valid JSON: /)]);
    }),
  );

  test(
    'a bad entry disables only itself',
    story([], async (place) => {
      const good = { command: process.execPath, args: [program('mcp-stdio.mjs')] };
      place.file('.mcp.json', JSON.stringify({ mcpServers: { bad: { comand: 'x' }, good } }));
      const script = [calls(call('mcp__good__echo', { text: 'here' })), says('Done.')];
      const asked = await place.ask({ script, args: FREELY });
      expect(outputsOf(place)).toEqual(['here']);
      expect(messagesOf(asked)).toContain(
        'warning: .mcp.json:1:16 server "bad" is not used: unknown key "comand"; did you mean "command"?',
      );
    }),
  );

  test(
    'a server that dies in the middle: its call is a tool error, the model goes on',
    story([], async (place) => {
      const good = { command: process.execPath, args: [program('mcp-stdio.mjs')] };
      place.file('.mcp.json', JSON.stringify({ mcpServers: { good } }));
      const script = [calls(call('mcp__good__die')), calls(call('mcp__good__echo', { text: 'x' })), says('Done.')];
      const asked = await place.ask({ script, args: FREELY });
      expect(asked.status).toBe(0);
      expect(happened(asked, 'tool_result').map(({ is_error }) => is_error)).toEqual([true, true]);
      expect(textsOf(place, 'assistant').at(-1)).toBe('Done.');
    }),
  );
});

async function startWeb(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(Number(request.url?.slice(1)), { 'content-type': 'text/html' }).end('<html>no</html>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test(
  'a bad file of a sub-agent type: one line with its place, the other types are there',
  story([], async (place) => {
    place.file('.agents/agents/bad.md', '---\ndescription: x\nmax_turns: many\n---\n');
    place.file('.agents/agents/good.md', '---\ndescription: looks\n---\nYou look.\n');
    const order = { description: 'look', prompt: 'Look.', subagent_type: 'good' };
    const script = [calls(call('Agent', order)), says('Done.'), { for: 'subagent:good', text: 'Seen.' }];
    const asked = await place.ask({ script });
    expect(asked.status).toBe(0);
    expect(outputsOf(place)).toEqual(['Seen.']);
    expect(messagesOf(asked)).toContain(
      'warning: .agents/agents/bad.md:3 max_turns must be a whole number above 0, not "many"; fix max_turns',
    );
  }),
);

describe('a project that is not trusted', () => {
  test(
    'no hook of it runs and no MCP server is started; the messages say how to trust them',
    story(
      [
        { name: 'kolega', dialect: 'kolega', event: 'SessionStart' },
        { name: 'agent-hooks', dialect: 'agent-hooks', event: 'session_start' },
        { name: 'qoder', dialect: 'qoder', event: 'SessionStart' },
        { name: 'kode', dialect: 'kode', event: 'session_start' },
        { name: 'polytoken', dialect: 'polytoken', event: 'session_start' },
      ],
      async (place) => {
        const started = join(place.home, 'started');
        const server = { command: 'bash', args: ['-c', `touch '${started}'; cat > /dev/null`] };
        place.file('.mcp.json', JSON.stringify({ mcpServers: { evil: server } }));
        const words = ['ask', 'Do it.', ...scripted(place, HELLO)];
        const { status, stdout, stderr } = await hookline(place, words);
        expect([status, stdout]).toEqual([0, 'Hello.\n']);
        expect(['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'].flatMap((name) => place.payloads(name))).toEqual(
          [],
        );
        expect(existsSync(started)).toBe(false);
        expect(stderr).toContain('then trust them with "hookline trust" or --trust-hooks');
        expect(stderr).toContain(
          'the MCP servers of .mcp.json are not trusted and not started: evil; --trust-hooks trusts them as they are',
        );
      },
    ),
  );

  test(
    'trusted once, it stays as it was trusted when its definition changes',
    story([{ name: 'hook', dialect: 'kolega', event: 'SessionStart' }], async (place) => {
      await hookline(place, ['ask', 'Do it.', '--trust-hooks', ...scripted(place, HELLO)]);
      expect(place.payloads('hook')).toHaveLength(1);
      await hookline(place, ['ask', 'Do it.', ...scripted(place, HELLO)]);
      expect(place.payloads('hook')).toHaveLength(2);
      const text = readFileSync(join(place.project, '.kolega/hooks.json'), 'utf8');
      place.file('.kolega/hooks.json', text.replace('"*"', '"clear"'));
      const { stderr } = await hookline(place, ['ask', 'Do it.', ...scripted(place, HELLO)]);
      expect(place.payloads('hook')).toHaveLength(3);
      expect(stderr).toContain('the hooks that were trusted stay in force');
      expect(stderr).toContain('hookline trust');
    }),
  );
});

describe('SIGKILL at any moment', () => {
  const STEPS = Array.from({ length: 60 }, (_, index) => ({
    text: `Step ${index}.`,
    calls: [bash(`echo a${index}`), bash(`echo b${index}`), bash(`echo c${index}`)],
  }));

  /** Runs until so many lines were printed and a moment more; gives what was printed. */
  async function killedAfter(place: Workplace, lines: number, moreMs: number): Promise<readonly AgentEvent[]> {
    const words = [HOOKLINE, 'ask', 'Do it.', '--json', '--trust-hooks', ...scripted(place, STEPS), ...FREELY];
    const child = spawn(process.execPath, words, {
      cwd: place.project,
      env: { ...place.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const closed = once(child, 'close');
    await until(() => stdout.split('\n').length > lines);
    await pause(moreMs);
    child.kill('SIGKILL');
    await closed;
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as AgentEvent);
  }

  const itemsIn = (lines: readonly Record<string, unknown>[]): readonly ConversationItem[] =>
    lines.flatMap(({ type, item }) => (type === 'item' ? [item as ConversationItem] : []));

  // The first line says what was trusted; the session begins with the second.
  test.each([2, 4, 9, 15, 23, 40, 61])(
    'after %i lines and a random moment: all that was told is in the transcript, and the session goes on',
    (lines) =>
      story(
        [
          { name: 'hook', dialect: 'polytoken', event: 'pre_model_turn' },
          { name: 'guard', dialect: 'qoder', event: 'PreToolUse' },
        ],
        async (place) => {
          const told = await killedAfter(place, lines, Math.random() * 60);
          const kept = place.transcript();
          const items = itemsIn(kept);
          const said = items.flatMap((item) => (item.kind === 'assistant' ? [item.text] : []));
          const results = items.flatMap((item) => (item.kind === 'results' ? item.results : []));
          const ofType = <Type extends AgentEvent['type']>(type: Type) =>
            happened({ status: null, stdout: '', stderr: '', events: told }, type);
          expect(said).toEqual(expect.arrayContaining(ofType('text').map(({ text }) => text)));
          expect(results.map(({ id, output }) => [id, output])).toEqual(
            expect.arrayContaining(ofType('tool_result').map(({ id, output }) => [id, output])),
          );
          expect(kept.filter(({ type }) => type === 'hook').length).toBeGreaterThanOrEqual(ofType('hook').length);
          await goesOn(place, String(kept[0]?.['id']), { said, known: results.map(({ id }) => id) });
        },
      )(),
  );

  /** The session is resumed on a server that shows what the model is given: each call with exactly one result. */
  async function goesOn(
    place: Workplace,
    id: string,
    before: { readonly said: readonly string[]; readonly known: readonly string[] },
  ): Promise<void> {
    const server = await startOpenAiServer([{ text: 'I am back.' }]);
    try {
      const args = ['--resume', id, '--model', 'openai-compatible/test', '--base-url', server.url];
      const asked = await place.ask({ prompt: 'Go on.', args });
      expect(asked.status).toBe(0);
      expect(happened(asked, 'session')[0]).toMatchObject({ id, source: 'resume' });
      const messages = (server.requests[0]?.body['messages'] ?? []) as unknown as readonly Message[];
      const called = messages.flatMap(({ tool_calls = [] }) => tool_calls.map((each) => each.id));
      const answered = messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
      expect(answered).toEqual(called);
      const lost = messages.filter(({ role, content }) => role === 'tool' && String(content).includes('interrupted'));
      expect(called.length - lost.length).toBe(before.known.length);
      expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual(before.said);
      expect(JSON.stringify(messages.at(-1))).toContain('Go on.');
      expect(textsOf(place, 'assistant').at(-1)).toBe('I am back.');
    } finally {
      await server.close();
    }
  }

  interface Message {
    readonly role: string;
    readonly content?: unknown;
    readonly tool_calls?: readonly { readonly id: string }[];
    readonly tool_call_id?: string;
  }
});

describe('SIGTERM and SIGINT end the session in good order', () => {
  const SIGNALS = [
    ['SIGTERM', 143, 'sigterm'],
    ['SIGINT', 130, 'user_exit'],
  ] as const;

  const ends = [
    { name: 'end', dialect: 'kode', event: 'session_end' },
    { name: 'stop', dialect: 'kolega', event: 'Stop' },
  ] as const;

  test.each(SIGNALS)(
    '%s while a tool runs: the tool is stopped, SessionEnd fires, exit status %i',
    (signal, status, reason) =>
      story(ends, async (place) => {
        const asked = await place.ask({
          script: [calls(bash('echo $$ > pid; sleep 600'), bash('touch later')), says('Never.')],
          args: FREELY,
          during: async ({ kill }) => {
            await until(() => has(place, 'pid') && readFileSync(join(place.project, 'pid'), 'utf8').endsWith('\n'));
            kill(signal);
          },
        });
        expect(asked.status).toBe(status);
        expect(place.payloads('end')).toEqual([expect.objectContaining({ reason })]);
        expect(place.payloads('stop')).toEqual([]);
        expect(has(place, 'later')).toBe(false);
        expect(isAlive(Number(readFileSync(join(place.project, 'pid'), 'utf8')))).toBe(false);
        expect(place.transcript().at(-1)).toMatchObject({ type: 'hook', event: 'SessionEnd' });
      })(),
  );

  test.each(SIGNALS)('%s while the model thinks: SessionEnd fires, exit status %i', (signal, status, reason) =>
    story([...ends, { name: 'turn', dialect: 'polytoken', event: 'pre_model_turn' }], async (place) => {
      const asked = await place.ask({
        script: [{ text: 'Never.', delayMs: 600_000 }],
        during: async ({ kill }) => {
          await until(() => existsSync(join(dirname(place.project), 'records', 'turn.1.json')));
          await pause(100);
          kill(signal);
        },
      });
      expect(asked.status).toBe(status);
      expect(place.payloads('end')).toEqual([expect.objectContaining({ reason })]);
      expect(happened(asked, 'turn_end')).toEqual([{ type: 'turn_end', how: 'interrupted', reason: null }]);
    })(),
  );

  test.each(SIGNALS)(
    '%s while a hook runs: the hook is stopped, SessionEnd fires, exit status %i',
    (signal, status, reason) =>
      story(ends, async (place) => {
        place.file(
          '.polytoken/hooks.json',
          JSON.stringify([{ name: 'slow', event: 'pre_tool_use', handler: { bash: 'echo $$ > pid; sleep 600' } }]),
        );
        const asked = await place.ask({
          script: [calls(bash('touch made')), says('Never.')],
          args: FREELY,
          during: async ({ kill }) => {
            await until(() => has(place, 'pid') && readFileSync(join(place.project, 'pid'), 'utf8').endsWith('\n'));
            kill(signal);
          },
        });
        expect(asked.status).toBe(status);
        expect(has(place, 'made')).toBe(false);
        expect(place.payloads('end')).toEqual([expect.objectContaining({ reason })]);
        expect(isAlive(Number(readFileSync(join(place.project, 'pid'), 'utf8')))).toBe(false);
      })(),
  );

  test(
    'SIGTERM while a hook of SessionStart runs: the hook is stopped, no prompt is submitted, SessionEnd fires',
    story([...ends, { name: 'prompt', dialect: 'kolega', event: 'UserPromptSubmit' }], async (place) => {
      const slow = { name: 'slow', event: 'session_start', handler: { bash: 'echo $$ > pid; sleep 600' } };
      place.file('.polytoken/hooks.json', JSON.stringify([slow]));
      const asked = await place.ask({
        script: [says('Never.')],
        during: async ({ kill }) => {
          await until(() => has(place, 'pid') && readFileSync(join(place.project, 'pid'), 'utf8').endsWith('\n'));
          kill('SIGTERM');
        },
      });
      expect(asked.status).toBe(143);
      expect(place.payloads('prompt')).toEqual([]);
      expect(place.payloads('end')).toEqual([expect.objectContaining({ reason: 'sigterm' })]);
      expect(isAlive(Number(readFileSync(join(place.project, 'pid'), 'utf8')))).toBe(false);
    }),
  );

  test(
    'SIGTERM while an MCP server is waited for: it is waited for no longer, and stopped',
    story(ends, async (place) => {
      const server = { command: 'bash', args: ['-c', 'echo $$ > pid; cat > /dev/null'] };
      place.file('.mcp.json', JSON.stringify({ mcpServers: { silent: server } }));
      const asked = await place.ask({
        script: [says('Never.')],
        env: { MCP_TIMEOUT: '600000' },
        during: async ({ kill }) => {
          await until(() => has(place, 'pid') && readFileSync(join(place.project, 'pid'), 'utf8').endsWith('\n'));
          kill('SIGTERM');
        },
      });
      expect(asked.status).toBe(143);
      expect(place.payloads('end')).toEqual([expect.objectContaining({ reason: 'sigterm' })]);
      expect(isAlive(Number(readFileSync(join(place.project, 'pid'), 'utf8')))).toBe(false);
    }),
  );

  function isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }
});

const canMount = spawnSync('bash', ['-c', 'unshare -rm mount -t tmpfs none /mnt']).status === 0;

test.skipIf(!canMount)(
  'a full disk: the session goes on, one message says that the transcript cannot be written, what is there can be read',
  needs('unshare', 'mount'),
  story([{ name: 'hook', dialect: 'qoder', event: 'PreToolUse' }], async (place) => {
    const state = join(place.home, '.local/state/hookline');
    mkdirSync(state, { recursive: true });
    const prints = (index: number): object => calls(bash(`head -c 8000 /dev/zero | tr '\\0' x; echo ${index}`));
    const steps = [...Array.from({ length: 30 }, (_, index) => prints(index)), says('Done.')];
    const words = [process.execPath, HOOKLINE, 'ask', 'Do it.', '--json', '--trust-hooks', ...scripted(place, steps)];
    // What lies on the small disk is gone with it, and so is copied before.
    const line =
      'mount -t tmpfs -o size=64k,mode=700 none "$0" && "$@"; status=$?; cp -r "$0/sessions" "$0.kept"; exit $status';
    const child = spawn('bash', ['-c', 'exec unshare -rm bash -c "$0" "$@"', line, state, ...words, ...FREELY], {
      cwd: place.project,
      env: { ...place.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const [status] = (await once(child, 'close')) as [number | null];
    expect(status).toBe(0);
    const events = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as AgentEvent);
    const problems = events.filter((each) => each.type === 'message' && each.text.includes('the transcript'));
    expect(problems).toEqual([expect.objectContaining({ level: 'error', text: expect.stringContaining('ENOSPC') })]);
    expect(events.filter(({ type }) => type === 'tool_result')).toHaveLength(30);
    expect(events.filter(({ type }) => type === 'turn_end')).toEqual([expect.objectContaining({ how: 'done' })]);
    const [name = ''] = readdirSync(`${state}.kept`);
    const whole = readFileSync(join(`${state}.kept`, name), 'utf8')
      .split('\n')
      .slice(0, -1);
    expect(whole.length).toBeGreaterThan(5);
    expect(whole.filter((each) => !isJson(each))).toEqual([]);
  }),
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
