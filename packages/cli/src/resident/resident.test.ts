import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  cpSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BUNDLE, eventually } from '../testing/place.ts';
import {
  endpointLines,
  isThere,
  makeResidentPlace,
  openLine,
  type ResidentPlace,
  statusOf,
} from '../testing/resident.ts';

const TOOL = ['--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];
const userHook = (command: string) => ({
  'home/.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } },
});
const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);
const withoutTimes = (text: string): string =>
  text.replaceAll(/"durationMs":[\d.]+/g, '"durationMs":0').replaceAll(/ +[\d.]+ ms/g, ' ms');
const isRoot = process.geteuid?.() === 0;

describe.each(['client.sh', 'client.bash'] as const)('a call of %s through the server', (client) => {
  const EVENT = (place: ResidentPlace): string =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: place.project,
      tool_name: 'Bash',
      tool_input: {},
    });

  it.each<{ title: string; words: string[]; input?: (event: string) => string; env?: Record<string, string> }>([
    { title: 'an event by flags, for a person', words: TOOL },
    { title: 'an event by flags, for a program', words: [...TOOL, '--json'] },
    { title: 'an event on stdin', words: ['-', '--json'], input: (event) => event },
    { title: 'an event on stdin without a word', words: ['--json'], input: (event) => `${event}\n\n` },
    {
      title: 'an event of a megabyte',
      words: ['-', '--json'],
      input: (event) => event.replace('{}', JSON.stringify({ text: 'ü'.repeat(500_000) })),
    },
    { title: 'an event with a NUL byte', words: ['-'], input: (event) => `${event}\0` },
    {
      title: 'bytes that are no UTF-8',
      words: ['-', '--json'],
      input: (event) => event.replace('"s"', '"\\u00e9 \u2028"'),
    },
    { title: 'an empty stdin', words: ['-'] },
    { title: 'a file in the working directory', words: ['event.json', '--json'] },
    { title: 'a file that is not there', words: ['nothing.json'] },
    { title: 'a folder', words: ['.'] },
    { title: 'an unknown option', words: ['--jsn'] },
    { title: 'an unknown event', words: ['--event', 'PreTool'] },
    { title: 'a wait for background hooks', words: [...TOOL, '--wait', '--json'] },
    { title: 'debug lines', words: [...TOOL, '--debug'] },
    { title: 'hooks that are switched off', words: [...TOOL, '--json'], env: { HOOKLINE_DISABLE: '1' } },
    { title: 'a call from within a hook', words: [...TOOL, '--json'], env: { HOOKLINE_RUN: 'r-1' } },
    { title: 'one dialect', words: [...TOOL, '--dialect', 'kode', '--json'] },
  ])('says and does what the command does: $title', async ({ words, input, env }) => {
    const files = {
      ...userHook('echo "$PWD $GREETING" >&2; [ "$GREETING" != no ] || exit 2'),
      'project/event.json': '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}',
    };
    const place = await makeResidentPlace(files, client);
    await place.serve();
    const options = { env: { GREETING: 'line one\nline two', ...env }, input: input?.(EVENT(place)) ?? '' };
    const through = await place.callThroughClient(words, options);
    const command = await place.run(['fire', ...words], options);
    expect({ ...through, stdout: withoutTimes(through.stdout) }).toEqual({
      ...command,
      stdout: withoutTimes(command.stdout),
    });
    expect(place.fallbacks()).toEqual(words[0] === '.' ? ['fire .'] : []);
  });

  it('gives each of many clients at once its own environment, folder and answer', async () => {
    const place = await makeResidentPlace(userHook('echo "$NUMBER in ${PWD##*/}" >&2; exit 2'), client);
    await place.serve();
    const numbers = Array.from({ length: 40 }, (_, index) => String(index));
    for (const number of numbers) mkdirSync(join(place.project, number));
    const said = await Promise.all(
      numbers.map((number) =>
        place.callThroughClient([...TOOL, '--json'], { env: { NUMBER: number }, cwd: join(place.project, number) }),
      ),
    );
    expect(said.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
      numbers.map((number) => ({ status: 2, stderr: `${number} in ${number}\n` })),
    );
    expect(place.fallbacks()).toEqual([]);
  });

  it('ends the hooks of a client that goes away', async () => {
    const place = await makeResidentPlace(userHook('echo $$ > pid; sleep 100'), client);
    await place.serve();
    const started = place.startClient(['fire', ...TOOL]);
    await isThere(join(place.project, 'pid'));
    const pid = Number(await eventually(() => readFileSync(join(place.project, 'pid'), 'utf8').trim() || null));
    started.kill('SIGKILL');
    await eventually(() => (isAlive(pid) ? null : true));
  });

  it('refuses when the server is killed while it works', async () => {
    const place = await makeResidentPlace(userHook('echo $$ > pid; sleep 1; exit 2'), client);
    const server = await place.serve();
    const fired = place.callThroughClient([...TOOL, '--json']);
    await isThere(join(place.project, 'pid'));
    server.kill('SIGKILL');
    expect(await fired).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^hookline: the server ended before it had answered; refused/) as string,
    });
  });

  it('goes on without a server that was killed', async () => {
    const place = await makeResidentPlace(userHook('exit 2'), client);
    const server = await place.serve();
    server.kill('SIGKILL');
    await statusOf(server);
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    expect(place.fallbacks()).toHaveLength(1);
  });
});

describe('a call through the server', () => {
  it('reads an event from a pipe, and from a file where others have left it', async () => {
    const place = await makeResidentPlace(userHook('[[ $(cat) == *\\"ls\\"* ]] && exit 2'));
    await place.serve();
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
    writeFileSync(join(place.project, 'lines'), `first line\n${JSON.stringify(event)}\n`);
    const env = { HOOKLINE_SOCKET: place.socket };
    for (const [line, status] of [
      [`tail -n 1 lines | '${place.root}/client' fire -; exit \${PIPESTATUS[1]}`, 2],
      [`{ read -r first; '${place.root}/client' fire -; } <lines`, 2],
      [`'${place.root}/client' fire - </dev/null`, 1],
    ] as const)
      expect(await statusOf(place.start(['-c', line], { program: '/bin/bash', env }))).toBe(status);
    expect(place.fallbacks()).toEqual([]);
  });

  it('gives a place to the next client that one has left without a word', async () => {
    const place = await makeResidentPlace(userHook('exit 2'));
    await place.serve();
    for (let number = 0; number < 64; number += 1) writeFileSync(`${place.socket}.pipes/${number}.by`, '999999999\n');
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    expect(place.fallbacks()).toHaveLength(1);
    await eventually(() => (existsSync(`${place.socket}.pipes/0.by`) ? null : true));
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    expect(place.fallbacks()).toHaveLength(1);
  });

  it('passes over what is no call, and a process that does not hear the answer', async () => {
    const place = await makeResidentPlace(userHook('touch ran.txt; exit 2'));
    await place.serve();
    writeFileSync(`${place.socket}.pipes/3.by`, `${process.pid}\n`); // as every client does, so that no other takes it
    appendFileSync(`${place.socket}.pipes/call`, `\nfire\n99 1 1 t\n3 ${process.pid} 1 t\n`);
    expect((await place.callThroughClient([...TOOL, '--dialect', 'kode'])).status).toBe(0);
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
    expect(place.fallbacks()).toEqual([]);
  });

  it('blocks with exit 2 and the reason alone on stderr', async () => {
    const place = await makeResidentPlace(userHook('echo hands off >&2; exit 2'));
    await place.serve();
    expect(await place.callThroughClient([...TOOL, '--json'])).toMatchObject({ status: 2, stderr: 'hands off\n' });
    expect(place.fallbacks()).toEqual([]);
  });

  it('sees every change of a hook file, and never what it was before', async () => {
    const place = await makeResidentPlace(userHook('exit 0'));
    await place.serve();
    expect((await place.callThroughClient(TOOL)).status).toBe(0);
    writeFileSync(
      join(place.home, '.qoder/settings.json'),
      JSON.stringify(userHook('exit 2')['home/.qoder/settings.json']),
    );
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    expect(place.fallbacks()).toEqual([]);
  });

  it('runs hooks of a project only as long as they are as they were trusted', async () => {
    const place = await makeResidentPlace({
      'project/.polytoken/hooks.json': [{ name: 'guard', event: 'pre_tool_use', handler: { bash: './guard.sh' } }],
      'project/guard.sh': '#!/bin/bash\nexit 2\n',
    });
    await place.serve();
    expect((await place.callThroughClient(TOOL)).status).toBe(0);
    await place.run(['trust']);
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    writeFileSync(join(place.project, 'guard.sh'), '#!/bin/bash\nexit 2 # other\n');
    const asked = await place.callThroughClient([...TOOL, '--json']);
    expect(asked.status).toBe(0);
    expect(JSON.parse(asked.stdout)).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('changed since it was trusted: guard.sh') as string,
    });
    writeFileSync(join(place.project, '.polytoken/hooks.json'), '[]');
    writeFileSync(join(place.project, 'guard.sh'), '#!/bin/bash\nexit 2\n');
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    expect(place.fallbacks()).toEqual([]);
  });

  it('starts background hooks, records their end, and does not wait for them', async () => {
    const place = await makeResidentPlace({
      'home/.qoder/settings.json': {
        hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'sleep 1; touch done.txt', async: true }] }] },
      },
    });
    await place.serve();
    const result = await place.callThroughClient([...TOOL, '--json']);
    expect(JSON.parse(result.stdout)).toMatchObject({ hooks: [{ status: 'background' }] });
    await isThere(join(place.project, 'done.txt'));
    const record = join(place.home, '.local/state/hookline/record/hookline.jsonl');
    await eventually(() => (readFileSync(record, 'utf8').trimEnd().split('\n').length === 3 ? true : null));
    expect(place.fallbacks()).toEqual([]);
  });

  it('lets go of hooks that say so while they run, which outlive it', async () => {
    const command = `cat > /dev/null; echo '{"async":true}'; while [ ! -e go ]; do sleep 0.05; done; echo x >> ended.txt`;
    const place = await makeResidentPlace({
      'home/.claude/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } },
    });
    const server = await place.serve();
    for (let count = 0; count < 4; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the later ones are started by the server's helper
      const result = await place.callThroughClient([...TOOL, '--json']);
      expect(JSON.parse(result.stdout)).toMatchObject({ hooks: [{ status: 'background' }] });
      // oxlint-disable-next-line no-await-in-loop -- the helper starts a moment after the first one
      await wait(300);
    }
    server.kill('SIGTERM');
    await eventually(() => (server.exitCode !== null || server.signalCode !== null ? true : null));
    writeFileSync(join(place.project, 'go'), '');
    const ended = join(place.project, 'ended.txt');
    await eventually(() => (existsSync(ended) && readFileSync(ended, 'utf8') === 'x\n'.repeat(4) ? true : null));
    const record = join(place.home, '.local/state/hookline/record/hookline.jsonl');
    const ends = () =>
      readFileSync(record, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"kind":"background"'));
    await eventually(() => (ends().length === 4 ? true : null));
    expect(place.fallbacks()).toEqual([]);
  });

  it('runs hooks that are modules in a process with the folder and the environment of the caller', async () => {
    const place = await makeResidentPlace({
      'home/.qoder/settings.json': {
        hooks: { PreToolUse: [{ hooks: [{ type: 'module', module: '../home/say.mjs#say' }] }] },
      },
      'home/say.mjs': 'export const say = () => console.log(process.cwd(), process.env.GREETING);',
    });
    await place.serve();
    const options = { env: { GREETING: 'hello' } };
    const through = await place.callThroughClient([...TOOL, '--json'], options);
    expect(through.stdout).toContain(`${place.project} hello`);
    const command = await place.run(['fire', ...TOOL, '--json'], options);
    expect(withoutTimes(through.stdout)).toBe(withoutTimes(command.stdout));
    expect(place.fallbacks()).toEqual([]);
  });
});

describe('a client without a server', () => {
  it('does what the command does', async () => {
    const place = await makeResidentPlace(userHook('echo no >&2; exit 2'));
    expect(await place.callThroughClient(TOOL)).toMatchObject({ status: 2, stderr: 'no\n' });
    expect(place.fallbacks()).toEqual([`fire ${TOOL.join(' ')}`]);
  });

  it('leaves every command but fire to the command', async () => {
    const place = await makeResidentPlace();
    await place.serve();
    const client = place.startClient(['events', '--json']);
    expect(await statusOf(client)).toBe(0);
    expect(place.fallbacks()).toEqual(['events --json']);
  });

  it('starts a server for the next time when it is asked to', async () => {
    const place = await makeResidentPlace(userHook('exit 2'));
    const env = { HOOKLINE_RESIDENT: '1' };
    expect((await place.callThroughClient(TOOL, { env })).status).toBe(2);
    await isThere(`${place.socket}.door`);
    expect((await place.callThroughClient(TOOL, { env })).status).toBe(2);
    expect(place.fallbacks().filter((words) => words.startsWith('fire'))).toHaveLength(1);
  });

  it('starts none from within a hook', async () => {
    const place = await makeResidentPlace();
    await place.callThroughClient(TOOL, { env: { HOOKLINE_RESIDENT: '1', HOOKLINE_RUN: 'r-1' } });
    expect(place.fallbacks()).toEqual([`fire ${TOOL.join(' ')}`]);
    expect((await place.run(['serve'], { env: { HOOKLINE_RUN: 'r-1' } })).stderr).toBe(
      'hookline: serve is refused inside a hook\n',
    );
  });
});

describe('the server', () => {
  it('keeps socket, endpoint file and pipes to its user', async () => {
    const place = await makeResidentPlace();
    await place.serve();
    const pipes = `${place.socket}.pipes`;
    const paths = [place.socket, `${place.socket}.door`, dirname(place.socket), pipes, join(pipes, 'call')];
    expect(paths.map(modeOf)).toEqual(['600', '600', '700', '700', '600']);
    expect(modeOf(join(pipes, '0.out'))).toBe('600');
  });

  it('makes a folder for its user alone, in the runtime folder or with the state', async () => {
    const place = await makeResidentPlace();
    const runtime = join(place.root, 'run');
    for (const [env, folder] of [
      [{ XDG_RUNTIME_DIR: runtime }, join(runtime, 'hookline')],
      [{}, join(place.home, '.local/state/hookline/resident')],
    ] as const) {
      const { stdout, status } = await place.run(['serve', '--socket', '--idle', '0.2'], { env });
      expect({ stdout, status }).toEqual({ stdout: `serving at ${folder}/hookline.sock\n`, status: 0 });
      expect(modeOf(folder)).toBe('700');
    }
  });

  it('refuses a folder that others can write to, and a path that is too long', async () => {
    const place = await makeResidentPlace();
    const open = join(place.root, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    for (const [path, why] of [
      [join(open, 'h.sock'), `others can write to ${open}`],
      [join(place.root, 'x'.repeat(100), 'h.sock'), 'the path of a socket has at most 103 bytes'],
    ] as const) {
      const { status, stderr } = await place.run(['serve', path]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(why) });
    }
  });

  it.runIf(isRoot)(
    'refuses a folder of another user, and a client does not believe an endpoint file of another user',
    async () => {
      const place = await makeResidentPlace(userHook('exit 2'));
      await place.serve();
      chownSync(`${place.socket}.pipes`, 12_345, 12_345);
      expect((await place.callThroughClient(TOOL)).status).toBe(2);
      expect(place.fallbacks()).toHaveLength(1);
      const other = join(place.root, 'other');
      mkdirSync(other, { mode: 0o700 });
      chownSync(other, 12_345, 12_345);
      expect((await place.run(['serve', join(other, 'h.sock')])).stderr).toContain('belongs to another user');
    },
  );

  it('tells nothing to a client that does not know the token', async () => {
    const place = await makeResidentPlace();
    await place.serve();
    const [, port] = endpointLines(place.socket);
    for (const words of ['GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', `${'0'.repeat(64)}\n`, 'x'.repeat(1000)]) {
      const { line, heard, isClosed } = await openLine(Number(port));
      line.write(words);
      await eventually(() => (isClosed() ? true : null));
      expect(heard()).toBe('');
    }
  });

  it('is not asked anything before it has shown that it wrote the endpoint file', async () => {
    const place = await makeResidentPlace(userHook('exit 2'), 'client.bash');
    let heard = '';
    const impostor = createServer((line) => {
      line
        .on('error', () => undefined)
        .on('data', (chunk: Buffer) => {
          heard += chunk.toString();
          line.write('+\n0 0\n');
        });
    });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    const { port } = impostor.address() as { port: number };
    writeFileSync(`${place.socket}.door`, `hookline 1\n${port}\nknock\nwelcome\n`, { mode: 0o600 });
    expect((await place.callThroughClient(TOOL, { env: { SECRET: 'hidden' } })).status).toBe(2);
    expect(heard).toBe('knock\n');
    impostor.close();
  });

  it('trusts no project, whichever client asks', async () => {
    const place = await makeResidentPlace({
      'project/.polytoken/hooks.json': [{ name: 'guard', event: 'pre_tool_use', handler: { bash: 'touch ran.txt' } }],
    });
    await place.serve();
    const [, , clientToken, serverToken] = endpointLines(place.socket);
    const { line, heard, isClosed } = await openLine(place.socket);
    line.write(`${clientToken}\n`);
    await eventually(() => (heard() === `${serverToken}\n` ? true : null));
    const words = [...TOOL, '--trust-hooks'];
    const env = [`HOME=${place.home}`, `PATH=${process.env['PATH']}`];
    line.write([place.project, 't', words.length, ...words, env.length, ...env, ''].join('\0'));
    await eventually(() => (isClosed() ? true : null));
    expect(heard()).toBe(`${serverToken}\n-\n`);
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
    expect((await place.run(['trust', '--list', '--json'])).stdout).toBe('{"projects":[]}\n');
  });

  it('leaves the trust that a call asks for to the command', async () => {
    const place = await makeResidentPlace({
      'project/.polytoken/hooks.json': [{ name: 'guard', event: 'pre_tool_use', handler: { bash: 'exit 2' } }],
    });
    await place.serve();
    expect((await place.callThroughClient([...TOOL, '--trust-hooks'])).status).toBe(2);
    expect(place.fallbacks()).toHaveLength(1);
  });

  it('ends when no call has come for a while, and leaves nothing behind', async () => {
    const place = await makeResidentPlace();
    const server = await place.serve('--idle', '0.5');
    expect(await statusOf(server)).toBe(0);
    expect(readdirSync(dirname(place.socket))).toEqual([]);
  });

  it('is one for each socket: a second one says so and ends', async () => {
    const place = await makeResidentPlace();
    await place.serve();
    expect(await place.run(['serve', place.socket])).toEqual({
      status: 0,
      stdout: `already serving at ${place.socket}\n`,
      stderr: '',
    });
  });

  it('ends when the pipes in its place are of another server, so that the next client starts one', async () => {
    const place = await makeResidentPlace();
    const server = await place.serve();
    renameSync(`${place.socket}.pipes`, `${place.socket}.away`);
    mkdirSync(`${place.socket}.pipes`);
    expect(await statusOf(server)).toBe(0);
    expect(existsSync(`${place.socket}.pipes`)).toBe(true);
  });

  it('is reached after some were started at once', { timeout: 120_000 }, async () => {
    const place = await makeResidentPlace(userHook('exit 2'));
    const servers = Array.from({ length: 4 }, () => place.start(['serve', place.socket]));
    onTestFinished(() => servers.forEach((server) => void server.kill('SIGKILL')));
    onTestFinished(() => rmSync(`${place.socket}.door`, { force: true })); // ends one that a client has started
    await eventually(async () => {
      const before = place.fallbacks().length;
      await place.callThroughClient(TOOL, { env: { HOOKLINE_RESIDENT: '1' } });
      return place.fallbacks().length === before ? true : null;
    });
  });

  it('takes over the socket of one that was killed', async () => {
    const place = await makeResidentPlace(userHook('exit 2'));
    const first = await place.serve();
    first.kill('SIGKILL');
    await statusOf(first);
    expect(existsSync(place.socket)).toBe(true);
    await place.serve();
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    expect(place.fallbacks()).toEqual([]);
  });

  it('runs on behind the call that started it', async () => {
    const place = await makeResidentPlace(userHook('exit 2'));
    expect(await place.run(['serve', place.socket, '--background'])).toEqual({
      status: 0,
      stdout: `serving at ${place.socket}\n`,
      stderr: '',
    });
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    expect(place.fallbacks()).toEqual([]);
  });

  it('lets calls that are under way end well when it is told to end', async () => {
    const place = await makeResidentPlace(userHook('echo $$ > pid; sleep 1; exit 2'));
    const server = await place.serve();
    const client = place.callThroughClient(TOOL);
    await isThere(join(place.project, 'pid'));
    server.kill('SIGTERM');
    expect((await client).status).toBe(2);
    expect(await statusOf(server)).toBe(0);
    expect(existsSync(place.socket)).toBe(false);
  });

  it('serves no more once its program has been replaced', async () => {
    const place = await makeResidentPlace(userHook('exit 2'));
    const copy = join(place.root, 'copy');
    cpSync(dirname(BUNDLE), copy, { recursive: true });
    const server = place.start([join(copy, 'hookline.js'), 'serve', place.socket], { program: process.execPath });
    await isThere(`${place.socket}.door`);
    utimesSync(join(copy, 'hookline.js'), 1, 1);
    expect((await place.callThroughClient(TOOL)).status).toBe(2);
    expect(place.fallbacks()).toHaveLength(1);
    expect(await statusOf(server)).toBe(0);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
