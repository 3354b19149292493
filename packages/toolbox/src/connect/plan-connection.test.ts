import { AGENTS, type AgentTable, type JsonObject } from '@hookline/core/internal';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomSettings } from '../../../../test/support/random-settings.ts';
import { carryOutConnect, carryOutDisconnect } from './carry-out.ts';
import { connectionsOn } from './connections.ts';
import {
  type AgentPlace,
  type ConnectRequest,
  ownEntries,
  planConnect,
  planDisconnect,
  registrationFile,
  usualEvents,
} from './plan-connection.ts';

const [agent] = AGENTS as readonly [AgentTable];

interface TestPlace extends AgentPlace {
  /** The agent's file of the user. */
  readonly file: string;
}

function makePlace(): TestPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-connect-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  const place = { home, project, env: { HOME: home } };
  return { ...place, file: registrationFile(agent, 'user', place) ?? '' };
}

function lay(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const request: ConnectRequest = {
  agent,
  scope: 'user',
  via: 'command',
  fail: 'closed',
  mayAllow: false,
  events: usualEvents(agent),
  programs: { command: ['/usr/bin/node', '/opt/hookline.js'], client: null, http: null },
};

async function connect(place: TestPlace, wanted: Partial<ConnectRequest> = {}): Promise<boolean> {
  const plan = await planConnect({ ...request, ...wanted }, place.file, place);
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
  carryOutConnect(plan, place);
  return plan.change !== null;
}

async function disconnect(place: TestPlace): Promise<number> {
  const plan = await planDisconnect(agent, 'user', place.file, place);
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
  carryOutDisconnect(plan, { agent: agent.id, scope: 'user' }, place);
  return plan.removed;
}

const ADDRESS = ({ agent: id, event }: { readonly agent: string; readonly event: string }): string =>
  `http://127.0.0.1:4000/${'5'.repeat(64)}/hook/${id}/${event}`;

const entriesIn = (file: string): readonly unknown[] =>
  ownEntries(JSON.parse(readFileSync(file, 'utf8').replace('\uFEFF', '')) as JsonObject, agent);

describe('connect, then disconnect', () => {
  it('leaves random files of users as they were, byte for byte', { timeout: 120_000 }, async () => {
    const place = makePlace();
    const events = ['SessionStart', 'PreToolUse', 'PermissionRequest', 'Stop'];
    for (let seed = 0; seed < 100; seed += 1) {
      const before = Buffer.from(randomSettings(seed + 5000, events));
      lay(place.file, before.toString());
      expect(await connect(place, { events }), before.toString()).toBe(true);
      expect(entriesIn(place.file)).toHaveLength(events.length);
      if (seed % 10 === 0) expect(await connect(place, { events }), 'the second time').toBe(false);
      expect(await disconnect(place)).toBe(events.length);
      expect(readFileSync(place.file).equals(before), before.toString()).toBe(true);
    }
    expect(connectionsOn(place)).toEqual([]);
  });

  it('takes a file and a folder away again that were not there', async () => {
    const place = makePlace();
    await connect(place);
    expect(statSync(place.file).mode & 0o777).toBe(0o600);
    expect(entriesIn(place.file)).toHaveLength(request.events.length);
    await disconnect(place);
    expect(readdirSync(place.home)).toEqual(['.local']);
  });

  it('keeps a folder that was there and empty, and a file that was empty', async () => {
    const place = makePlace();
    mkdirSync(dirname(place.file));
    await connect(place);
    await disconnect(place);
    expect(readdirSync(dirname(place.file))).toEqual([]);
    lay(place.file, '\n');
    await connect(place);
    await disconnect(place);
    expect(readFileSync(place.file, 'utf8')).toBe('\n');
  });

  it('takes only our entries out of a file that was edited meanwhile', async () => {
    const place = makePlace();
    lay(place.file, '{\n  "model": "a"\n}\n');
    await connect(place);
    lay(place.file, readFileSync(place.file, 'utf8').replace('"a"', '"b"'));
    expect(await disconnect(place)).toBe(request.events.length);
    expect(readFileSync(place.file, 'utf8')).toBe('{\n  "model": "b"\n}\n');
  });

  it('needs no record to take them out', async () => {
    const place = makePlace();
    lay(place.file, '{\n  "model": "a"\n}\n');
    await connect(place);
    rmSync(join(place.home, '.local'), { recursive: true });
    expect(await disconnect(place)).toBe(request.events.length);
    expect(readFileSync(place.file, 'utf8')).toBe('{\n  "model": "a"\n}\n');
  });

  it('keeps the mode of a file, and the symlink that leads to it', async () => {
    const place = makePlace();
    const real = join(place.home, 'dotfiles/agent.json');
    lay(real, '{}');
    mkdirSync(dirname(place.file));
    symlinkSync(real, place.file);
    await connect(place);
    expect(lstatSync(place.file).isSymbolicLink()).toBe(true);
    expect(entriesIn(real)).toHaveLength(request.events.length);
    expect(statSync(real).mode & 0o777).toBe(0o644);
    await disconnect(place);
    expect(readFileSync(real, 'utf8')).toBe('{}');
    expect(lstatSync(place.file).isSymbolicLink()).toBe(true);
  });
});

describe('a connection', () => {
  it('is on file with a copy of what was there, readable by the user alone', async () => {
    const place = makePlace();
    lay(place.file, '{"model": "a"}');
    await connect(place);
    const [connection] = connectionsOn(place);
    expect(connection).toMatchObject({ agent: agent.id, scope: 'user', file: place.file, before: '{"model": "a"}' });
    const folder = join(place.home, '.local/state/hookline/connections');
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('is changed in its place, with the same word and the same way back', async () => {
    const place = makePlace();
    lay(place.file, '{"model": "a"}');
    await connect(place);
    const [first] = connectionsOn(place);
    expect(await connect(place, { fail: 'open', events: ['PreToolUse'] })).toBe(true);
    const [second] = connectionsOn(place);
    expect(second).toMatchObject({ word: first?.word, events: ['PreToolUse'], before: '{"model": "a"}' });
    expect(entriesIn(place.file)).toHaveLength(1);
    await disconnect(place);
    expect(readFileSync(place.file, 'utf8')).toBe('{"model": "a"}');
  });

  it('holds an unguessable word, and refuses where that counts', async () => {
    const plan = await planConnect(request, makePlace().file, makePlace());
    if (!plan.ok) throw new Error('it cannot be planned');
    const other = await planConnect(request, makePlace().file, makePlace());
    expect(plan.connection.word).toMatch(/^[0-9a-f]{32}$/);
    expect(other.ok && other.connection.word).not.toBe(plan.connection.word);
    const { failClosed, failClosedNotOn } = agent.registration;
    const closing = plan.entries.filter(({ failsClosed }) => failsClosed === true).map(({ event }) => event);
    expect(closing).toContain('PreToolUse');
    expect(closing.filter((event) => failClosedNotOn.includes(event))).toEqual([]);
    if (failClosed === null || typeof failClosed === 'string') throw new Error('it has a key for that');
    for (const { event, handler } of plan.entries)
      expect(Object.hasOwn(handler, failClosed.key), event).toBe(closing.includes(event));
  });

  it('gets another word than the entries that its file was copied from, and keeps that one', async () => {
    const place = makePlace();
    await connect(place);
    const copy = registrationFile(agent, 'project', place) ?? '';
    lay(copy, readFileSync(place.file, 'utf8'));
    const plan = async () => {
      const found = await planConnect({ ...request, scope: 'project' }, copy, place);
      if (!found.ok) throw new Error(JSON.stringify(found.problems));
      return found;
    };
    const first = await plan();
    carryOutConnect(first, place);
    const words = connectionsOn(place).map(({ word }) => word);
    expect(new Set(words).size).toBe(2);
    expect(
      new Set(ownEntries(JSON.parse(readFileSync(copy, 'utf8')) as JsonObject, agent).map(({ word }) => word)),
    ).toEqual(new Set([first.connection.word]));
    expect((await plan()).change).toBe(null);
    expect(await connect(place), 'the copied one').toBe(false);
  });

  it('goes by request only where the agent refuses when the server is gone', async () => {
    const programs = { command: ['/bin/hookline'], client: '/bin/client', http: ADDRESS };
    const place = makePlace();
    const plan = await planConnect({ ...request, via: 'auto', programs }, place.file, place);
    if (!plan.ok) throw new Error('it cannot be planned');
    const wayOf = (event: string): string | undefined => plan.entries.find((entry) => entry.event === event)?.way;
    expect([wayOf('PreToolUse'), wayOf('SessionStart'), wayOf('Stop')]).toEqual(['http', 'client', 'client']);
    carryOutConnect(plan, place);
    expect(entriesIn(place.file)).toHaveLength(request.events.length);
    await disconnect(place);
    expect(readdirSync(place.home)).toEqual(['.local']);
  });
});

describe('a file in which an entry would be dead', () => {
  it.each([
    ['no JSON', '{\n  "a": 1,\n}', '3:1', 'a comma'],
    ['a comment', '{ // note\n}', '1:3', 'JSON has no comments'],
    ['a list', '[]', '1:1', 'an object was expected'],
    ['hooks that are no object', '{"hooks": []}', '1:11', 'hooks must be an object'],
    ['an event that is no list', '{"hooks": {"Stop": {}}}', '1:20', 'hooks.Stop must be a list'],
    [
      'a gate entry without its command',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command"}]}]}}',
      '1:38',
      'command is missing',
    ],
    [
      'a gate entry of an unknown type',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "x"}]}]}}',
      '1:47',
      'unknown type "x"',
    ],
    [
      'a gate entry with a bad timeout',
      '{"hooks": {"PermissionRequest": [{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}}',
      '1:92',
      'timeout must be',
    ],
    ['a gate group without hooks', '{"hooks": {"PreToolUse": [{}]}}', '1:27', 'hooks is missing'],
    [
      'a gate group with a bad matcher',
      '{"hooks": {"PreToolUse": [{"matcher": 1, "hooks": []}]}}',
      '1:39',
      'matcher must be',
    ],
  ])('is refused with the place: %s', async (_what, text, place, message) => {
    const where = makePlace();
    lay(where.file, text);
    const plan = await planConnect(request, where.file, where);
    if (plan.ok) throw new Error('it was planned');
    const [first] = plan.problems;
    expect(`${first?.line ?? ''}:${first?.column ?? ''}`).toBe(place);
    expect(first?.message).toContain(message);
    expect(first?.file).toBe(where.file);
  });

  it('is one whose bytes are no UTF-8', async () => {
    const where = makePlace();
    mkdirSync(dirname(where.file));
    writeFileSync(where.file, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    const plan = await planConnect(request, where.file, where);
    expect(plan.ok || plan.problems[0]?.message).toBe('it is not valid UTF-8');
  });

  it('is not one with a bad entry of another event, which is skipped alone', async () => {
    const where = makePlace();
    lay(where.file, '{"hooks": {"Stop": [{"hooks": [{"type": "command"}]}]}}');
    expect((await planConnect(request, where.file, where)).ok).toBe(true);
  });
});
