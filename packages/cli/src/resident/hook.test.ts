import { request as httpRequest } from 'node:http';
import { cpSync, existsSync, lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { denial, payloadOf, toolCall } from '../testing/payloads.ts';
import { BUNDLE, eventually } from '../testing/place.ts';
import { isThere, makeResidentPlace, type ResidentPlace, statusOf } from '../testing/resident.ts';
import { ensureHttpAddress, type HttpAddress, httpAddress, type HttpEntry, httpEntryUrl } from './http-address.ts';
import { MOST_BODY_BYTES } from './http-transport.ts';
import { readEndpoint } from './socket-place.ts';

const AGENT = 'claude';
const ENTRY = ['hook', AGENT, 'PreToolUse'];
const guard = (command: string) => ({
  'home/.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } },
});

const here = (place: ResidentPlace, payload: string): string =>
  payload.replace('"cwd":"/"', `"cwd":"${place.project}"`);

function callEntry(place: ResidentPlace, payload: string, env: Readonly<Record<string, string>> = {}, words = ENTRY) {
  const options = { env: { HOOKLINE_SOCKET: place.socket, CLAUDE_PROJECT_DIR: place.project, ...env } };
  return place.run(words, { ...options, input: here(place, payload), program: join(place.root, 'client') });
}

const entries = (place: ResidentPlace): readonly string[] =>
  place.fallbacks().filter((line) => line.startsWith('hook'));

/** Ends the server that a client has started. */
const endServer = (place: ResidentPlace): void => {
  onTestFinished(() => rmSync(`${place.socket}.door`, { force: true }));
};

describe.each(['client.sh', 'client.bash'] as const)('an entry that runs %s', (client) => {
  it('gets from the server what the command answers', async () => {
    const place = await makeResidentPlace(
      guard('cat >>seen.txt; env >>seen.txt; echo "hands off" >&2; exit 2'),
      client,
    );
    await place.serve();
    const env = { ANTHROPIC_API_KEY: 'key-12345678', MINE: 'of the caller' };
    const { status, stdout, stderr } = await callEntry(place, toolCall(), env);
    expect([status, JSON.parse(stdout), stderr]).toEqual([0, denial('hands off'), '']);
    expect(place.fallbacks()).toEqual([]);
    const seen = readFileSync(join(place.project, 'seen.txt'), 'utf8');
    expect(seen).toContain('MINE=of the caller');
    expect(seen).not.toContain('key-12345678');
  });

  it('is refused by the server as by the command when something is wrong', async () => {
    const place = await makeResidentPlace(guard('exit 0'), client);
    await place.serve();
    const broken = await callEntry(place, '{');
    expect(JSON.parse(broken.stdout)).toEqual(denial(expect.stringMatching(/not JSON/)));
    expect(await callEntry(place, toolCall(), {}, ['hook', 'clod'])).toMatchObject({ status: 2, stdout: '' });
    expect(await callEntry(place, toolCall(), {}, [...ENTRY, '--nope'])).toMatchObject({ status: 2, stdout: '' });
    expect(place.fallbacks()).toEqual([]);
  });

  it('refuses when the server is killed in the middle of an event, unless it fails open', async () => {
    const place = await makeResidentPlace(guard('echo $$ >pid.txt; sleep 20'), client);
    for (const [words, status] of [
      [ENTRY, 2],
      [[...ENTRY, '--fail', 'open'], 1],
    ] as const) {
      const server = await place.serve();
      const called = callEntry(place, toolCall(), {}, [...words]);
      await isThere(join(place.project, 'pid.txt'));
      server.kill('SIGKILL');
      expect(await called).toMatchObject({
        status,
        stdout: '',
        stderr: expect.stringMatching(/server ended/) as string,
      });
      rmSync(join(place.project, 'pid.txt'));
    }
  });

  it('is run once where a plain command delivers the same event, and the record says who did', async () => {
    const place = await makeResidentPlace(guard('echo x >>runs.txt; sleep 0.3; echo no >&2; exit 2'), client);
    await place.serve();
    const payload = here(place, toolCall());
    const byCommand = () => place.run(ENTRY, { env: { CLAUDE_PROJECT_DIR: place.project }, input: payload });
    const atOnce = await Promise.all([callEntry(place, payload), byCommand()]);
    for (const { stdout } of [...atOnce, await byCommand(), await callEntry(place, payload)])
      expect(JSON.parse(stdout)).toEqual(denial('no'));
    expect(readFileSync(join(place.project, 'runs.txt'), 'utf8')).toBe('x\n');
    const { notes } = JSON.parse((await place.run(['log', '--json'])).stdout) as { readonly notes: readonly string[] };
    expect(notes).toHaveLength(3);
    expect(notes).toContain('also delivered by claude (PreToolUse, by command): answered, and no hook ran again');
    expect(notes).toContain(
      'also delivered by claude (PreToolUse, through the server): answered, and no hook ran again',
    );
    expect((await place.run(['explain', 'last'])).stdout).toContain('Note: also delivered by claude');
  });

  it('falls back to the command when the server is gone, and starts it again', { timeout: 120_000 }, async () => {
    const place = await makeResidentPlace(guard('echo no >&2; exit 2'), client);
    const server = await place.serve();
    server.kill('SIGKILL');
    await statusOf(server);
    endServer(place);
    expect(JSON.parse((await callEntry(place, toolCall())).stdout)).toEqual(denial('no'));
    expect(entries(place)).toEqual([`${ENTRY.join(' ')} --serve`]);
    await eventually(async () => {
      const before = entries(place).length;
      expect(JSON.parse((await callEntry(place, toolCall())).stdout)).toEqual(denial('no'));
      return entries(place).length === before ? true : null;
    });
  });

  it('starts no server from within a hook, nor where the user does not want one', async () => {
    const place = await makeResidentPlace(guard('exit 2'), client);
    expect((await callEntry(place, toolCall(), { HOOKLINE_RUN: 'r-1' })).stdout).toBe('');
    expect((await callEntry(place, toolCall(), { HOOKLINE_RESIDENT: '0' })).stdout).toContain('deny');
    expect(place.fallbacks()).toEqual([ENTRY.join(' '), ENTRY.join(' ')]);
    expect(existsSync(`${place.socket}.door`)).toBe(false);
  });
});

interface Reply {
  readonly status: number;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as an agent sends it; rejects when nothing listens. */
function send(url: string, { method = 'POST', headers = {}, body = '' }: Sent = {}): Promise<Reply> {
  const options = { method, headers: { 'content-type': 'application/json', ...headers }, agent: false };
  return new Promise((resolve, reject) => {
    // Over a connection of its own: a kept one to a server that was killed ends with another error than a new one.
    const sent = httpRequest(url, options, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const stateOf = (place: ResidentPlace): string => join(place.home, '.local/state/hookline');

interface HttpPlace extends ResidentPlace {
  readonly address: HttpAddress;
  readonly url: (entry?: Partial<HttpEntry>) => string;
  readonly post: (payload: string, entry?: Partial<HttpEntry>) => Promise<Reply>;
}

async function makeHttpPlace(command: string): Promise<HttpPlace> {
  const place = await makeResidentPlace(guard(command));
  const address = await ensureHttpAddress(stateOf(place));
  const url = (entry: Partial<HttpEntry> = {}): string =>
    httpEntryUrl(address, { agent: AGENT, event: 'PreToolUse', ...entry });
  return { ...place, address, url, post: (payload, entry) => send(url(entry), { body: here(place, payload) }) };
}

/** Tells the start of a session by the client, as an agent does. */
const startSession = (place: ResidentPlace, env: Readonly<Record<string, string>> = {}) =>
  callEntry(place, payloadOf('SessionStart', { source: 'startup' }), env, ['hook', AGENT, 'SessionStart']);

describe('an http entry', () => {
  it('is answered in the words of the agent', async () => {
    const place = await makeHttpPlace('[[ $(cat) == *"rm "* ]] && { echo no >&2; exit 2; }; exit 0');
    await place.serve();
    expect(await place.post(toolCall('ls'))).toEqual({ status: 200, body: '' });
    const { status, body } = await place.post(toolCall('rm x'));
    expect([status, JSON.parse(body)]).toEqual([200, denial('no')]);
    const broken = await place.post('{');
    expect([broken.status, JSON.parse(broken.body)]).toEqual([200, denial(expect.stringMatching(/not JSON/))]);
    const open = await place.post('{', { failsOpen: true });
    expect(JSON.parse(open.body)).toEqual({ systemMessage: expect.stringMatching(/no hook had a say/) as string });
  });

  it('is decided by the hooks as they are at that moment', async () => {
    const place = await makeHttpPlace('exit 0');
    await place.serve();
    const said = async (): Promise<unknown> => JSON.parse((await place.post(toolCall())).body || 'null');
    expect([await said(), await said()]).toEqual([null, null]);
    place.write(guard('echo now >&2; exit 2'));
    expect([await said(), await said()]).toEqual([denial('now'), denial('now')]);
    place.write(guard('exit 0'));
    expect(await said()).toBeNull();
    place.write({ 'project/.qoder/settings.json': Object.values(guard('echo later >&2; exit 2'))[0] });
    expect((await place.run(['trust'])).status).toBe(0);
    expect(await said()).toEqual(denial('later'));
  });

  it('passes a permission on only where its url says so', async () => {
    const place = await makeHttpPlace(
      `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
    );
    await place.serve();
    expect((await place.post(toolCall())).body).toBe('');
    expect((await place.post(toolCall(), { mayAllow: true })).body).toContain('"allow"');
  });

  it('fails where there is no such agent or event, so that the agent keeps its gate closed', async () => {
    const place = await makeHttpPlace('exit 0');
    await place.serve();
    expect((await place.post(toolCall(), { agent: 'clod' })).status).toBe(500);
    expect((await place.post(toolCall(), { event: 'PreToolTea' })).status).toBe(500);
  });

  it('has one address for good, which only the user can read', async () => {
    const place = await makeHttpPlace('echo no >&2; exit 2');
    const others = await Promise.all([1, 2, 3].map(() => ensureHttpAddress(stateOf(place))));
    for (const other of others) expect(other).toEqual(place.address);
    expect(lstatSync(join(stateOf(place), 'resident/http.json')).mode & 0o777).toBe(0o600);
    const server = await place.serve();
    expect((await place.post(toolCall())).status).toBe(200);
    server.kill('SIGKILL');
    await statusOf(server);
    await expect(place.post(toolCall())).rejects.toThrow('ECONNREFUSED');
    await place.serve();
    expect(JSON.parse((await place.post(toolCall())).body)).toEqual(denial('no'));
  });

  it('is one that several make at once', async () => {
    const place = await makeResidentPlace();
    const made = await Promise.all(Array.from({ length: 8 }, () => ensureHttpAddress(stateOf(place))));
    expect(new Set(made.map(({ port, secret }) => `${port} ${secret}`)).size).toBe(1);
  });

  it('whose file is damaged is an error that says what to do', async () => {
    const place = await makeHttpPlace('exit 0');
    writeFileSync(join(stateOf(place), 'resident/http.json'), '{"port":');
    expect(() => httpAddress(stateOf(place))).toThrow(/http\.json holds no address; remove it and connect/);
  });

  it.each<[string, number, (place: HttpPlace) => Promise<Reply>]>([
    ['without the secret', 404, ({ url, address }) => send(url().replace(address.secret, 'a'.repeat(64)))],
    [
      'with a part of the secret',
      404,
      ({ url, address }) => send(url().replace(address.secret, address.secret.slice(1))),
    ],
    ['of another command', 404, ({ url }) => send(url().replace('/hook/', '/fire/'))],
    ['of a longer path', 404, ({ url }) => send(`${url()}/more`)],
    ['of another method', 405, ({ url }) => send(url(), { method: 'GET' })],
    ['of another method with a body', 405, ({ url }) => send(url(), { method: 'PUT', body: toolCall() })],
    ['under another name of the machine', 403, ({ url }) => send(url(), { headers: { host: 'evil.example' } })],
    ['of a web page', 403, ({ url }) => send(url(), { headers: { origin: 'http://evil.example' } })],
    [
      'that announces too long a body',
      413,
      ({ url }) => send(url(), { headers: { 'content-length': String(MOST_BODY_BYTES + 1) } }),
    ],
  ])('refuses a request %s', async (_what, status, ask) => {
    const place = await makeHttpPlace('touch ran.txt; exit 0');
    await place.serve();
    expect((await ask(place)).status).toBe(status);
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
  });

  it('whose server is gone is served again after the next start of a session', async () => {
    const place = await makeHttpPlace('echo no >&2; exit 2');
    endServer(place);
    await expect(place.post(toolCall())).rejects.toThrow('ECONNREFUSED');
    expect((await startSession(place)).status).toBe(0);
    // At once: the entry that started the server has ended only when it could be reached.
    expect(JSON.parse((await place.post(toolCall())).body)).toEqual(denial('no'));
  });

  it('is answered with the project and the environment of its session', async () => {
    const place = await makeHttpPlace('echo "$CLAUDE_CODE_SESSION_ID in $QODER_PROJECT_DIR, $TZ" >&2; exit 2');
    await place.serve();
    await startSession(place, { TZ: 'Asia/Kolkata', CLAUDE_CODE_SESSION_ID: 'session-1' });
    const payload = toolCall().replace('"cwd":"/"', `"cwd":"${place.root}"`);
    const { body } = await send(place.url(), { body: payload });
    expect(JSON.parse(body)).toEqual(denial(`session-1 in ${place.project}, Asia/Kolkata`));
  });

  it('fires nothing for an agent that a hook has started', async () => {
    const place = await makeHttpPlace('touch ran.txt; exit 2');
    await place.serve();
    await startSession(place, { HOOKLINE_RUN: 'r-1' });
    expect(await place.post(toolCall())).toEqual({ status: 200, body: '' });
    const marked = { headers: { 'hookline-run': 'r-1' }, body: toolCall('ls', { session_id: 'other' }) };
    expect(await send(place.url(), marked)).toEqual({ status: 200, body: '' });
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
  });

  it('is answered twice and run once when it comes twice', async () => {
    const place = await makeHttpPlace('echo x >>runs.txt; sleep 0.3; echo no >&2; exit 2');
    await place.serve();
    const payload = toolCall();
    const replies = await Promise.all([place.post(payload), place.post(payload), callEntry(place, payload)]);
    for (const reply of replies) expect(JSON.parse('body' in reply ? reply.body : reply.stdout)).toEqual(denial('no'));
    expect(JSON.parse((await place.post(payload)).body)).toEqual(denial('no'));
    expect(readFileSync(join(place.project, 'runs.txt'), 'utf8')).toBe('x\n');
  });

  it('is decided anew where the first that asked has hung up', async () => {
    const place = await makeHttpPlace('[ -e first ] || { touch first; sleep 60; }; echo no >&2; exit 2');
    await place.serve();
    const payload = here(place, toolCall());
    const asked = httpRequest(place.url(), { method: 'POST' });
    asked.on('error', () => undefined);
    asked.end(payload);
    await isThere(join(place.project, 'first'));
    const second = place.post(payload);
    await new Promise((wake) => setTimeout(wake, 300));
    asked.destroy();
    expect(JSON.parse((await second).body)).toEqual(denial('no'));
  });

  it('ends the hooks of an agent that hangs up', async () => {
    const place = await makeHttpPlace('echo $$ >pid.txt; sleep 60');
    await place.serve();
    const asked = httpRequest(place.url(), { method: 'POST' });
    asked.on('error', () => undefined);
    asked.end(here(place, toolCall()));
    await isThere(join(place.project, 'pid.txt'));
    const pid = await eventually(() => Number(readFileSync(join(place.project, 'pid.txt'), 'utf8')) || null);
    asked.destroy();
    await eventually(() => (isAlive(pid) ? null : true));
  });

  it('is served by the new program after an update', async () => {
    const place = await makeHttpPlace('echo no >&2; exit 2');
    const copy = join(place.root, 'copy');
    cpSync(dirname(BUNDLE), copy, { recursive: true });
    const words = [join(copy, 'hookline.js'), 'serve', place.socket];
    const server = place.start(words, { program: process.execPath });
    await isThere(`${place.socket}.door`);
    const agent = spawn('sleep', ['60']);
    onTestFinished(() => void agent.kill('SIGKILL'));
    await startSession(place, { CLAUDE_PID: String(agent.pid) });
    utimesSync(join(copy, 'hookline.js'), 1, 1);
    endServer(place);
    const reply = await eventually(async () => {
      const found = await place.post(toolCall()).catch(() => null);
      return found?.status === 200 ? found : null;
    });
    expect(JSON.parse(reply.body)).toEqual(denial('no'));
    expect(await statusOf(server)).toBe(0);
  });

  it('keeps its server as long as its agent runs', async () => {
    const place = await makeHttpPlace('exit 0');
    const agent = spawn('sleep', ['60']);
    onTestFinished(() => void agent.kill('SIGKILL'));
    await place.serve('--idle', '0.2');
    await startSession(place, { CLAUDE_PID: String(agent.pid) });
    await new Promise((wake) => setTimeout(wake, 1500));
    expect((await place.post(toolCall())).status).toBe(200);
    agent.kill('SIGKILL');
    await eventually(() => (readEndpoint(place.socket) === null ? true : null));
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
