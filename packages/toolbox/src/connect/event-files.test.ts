import { AGENTS, type AgentTable } from '@hookline/core/internal';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRandom } from '../../../../test/fuzz/random.ts';
import { carryOutConnect, carryOutDisconnect } from './carry-out.ts';
import { isClosing } from './entries.ts';
import {
  type AgentPlace,
  connectedBy,
  planConnect,
  planDisconnect,
  registrationFile,
  usualEvents,
} from './plan-connection.ts';

const folders: readonly AgentTable[] = AGENTS.filter(({ registration }) => registration.format === 'event-files');
const programs = {
  command: ['/usr/bin/node', '/opt/it’s/hookline.js'],
  client: null,
  http: null,
  watch: '/usr/bin/timeout',
};

function makePlace(): AgentPlace {
  const root = mkdtempSync(join(tmpdir(), 'hookline-event-files-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'project'));
  mkdirSync(join(root, 'home'));
  return { home: join(root, 'home'), project: join(root, 'project'), env: { HOME: join(root, 'home') } };
}

async function connect(agent: AgentTable, place: AgentPlace, events = usualEvents(agent)): Promise<boolean> {
  const choice = { via: 'command', fail: 'closed', mayAllow: false, events } as const;
  const folder = registrationFile(agent, 'user', place) ?? '';
  const plan = await planConnect({ agent, scope: 'user', programs, ...choice }, folder, place);
  if (!plan.ok) throw new Error(plan.problems.map(({ message }) => message).join('\n'));
  carryOutConnect(plan, place);
  return plan.change !== null;
}

async function disconnect(agent: AgentTable, place: AgentPlace): Promise<number> {
  const plan = await planDisconnect(agent, 'user', registrationFile(agent, 'user', place) ?? '', place);
  if (!plan.ok) throw new Error(plan.problems.map(({ message }) => message).join('\n'));
  carryOutDisconnect(plan, { agent: agent.id, scope: 'user' }, place);
  return plan.removed;
}

/** What a folder holds, by path: bytes and modes. */
function everythingIn(folder: string): Readonly<Record<string, string>> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    found.map((each) => {
      const path = join(each.parentPath, each.name);
      return [path, each.isFile() ? `${statSync(path).mode} ${readFileSync(path, 'latin1')}` : 'no file'];
    }),
  );
}

const NAMES = [
  'PreToolUse',
  'PreToolUse.sh',
  'pretooluse.js',
  'PostToolUse.py',
  'TaskStart',
  'notes.txt',
  'Other.bash',
];

/** Files of a user beside ours, whatever they hold. */
function layOut(folder: string, seed: number): void {
  const random = createRandom(`event files ${seed}`);
  if (random.chance(0.2)) return;
  mkdirSync(random.chance(0.3) ? dirname(folder) : folder, { recursive: true });
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return;
  for (const name of NAMES.filter(() => random.chance(0.4))) {
    const bytes = Buffer.from(Array.from({ length: random.below(60) }, () => random.below(256)));
    writeFileSync(join(folder, name), bytes);
    chmodSync(join(folder, name), [0o600, 0o644, 0o755][random.below(3)] ?? 0o600);
  }
  if (random.chance(0.2)) symlinkSync('/dev/null', join(folder, 'TaskError'));
}

describe.each(folders.map((agent) => [agent.id, agent] as const))('the files of %s', (_id, agent) => {
  it('are taken away again over 1,000 random folders, byte for byte', { timeout: 600_000 }, async () => {
    const place = makePlace();
    const folder = registrationFile(agent, 'user', place) ?? '';
    for (let seed = 0; seed < 1000; seed += 1) {
      layOut(folder, seed);
      const before = everythingIn(place.home);
      expect(await connect(agent, place), `seed ${seed}`).toBe(true);
      if (seed % 50 === 0) expect(await connect(agent, place), 'the second time').toBe(false);
      if (seed % 70 === 0) {
        const [found] = (await connectedBy(agent, place)).filter(({ scope }) => scope === 'user');
        expect(found?.entries.map(({ event }) => event)).toEqual(usualEvents(agent));
      }
      expect(await disconnect(agent, place)).toBe(usualEvents(agent).length);
      rmSync(join(place.home, '.local'), { recursive: true, force: true });
      expect(everythingIn(place.home), `seed ${seed}`).toEqual(before);
      for (const name of readdirSync(place.home)) rmSync(join(place.home, name), { recursive: true });
    }
  });

  it('are for the user alone, can be started, and refuse when they fail', async () => {
    const place = makePlace();
    await connect(agent, place);
    const [found] = (await connectedBy(agent, place)).filter(({ scope }) => scope === 'user');
    const closing = found?.entries.filter(({ handler }) => isClosing(handler, agent)).map(({ event }) => event);
    expect(closing).toEqual(['PreToolUse', 'PostToolUse']);
    const folder = registrationFile(agent, 'user', place) ?? '';
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(
      usualEvents(agent).map(() => 0o700),
    );
  });

  it('are those of the events that are chosen now', async () => {
    const place = makePlace();
    const folder = registrationFile(agent, 'user', place) ?? '';
    await connect(agent, place);
    expect(await connect(agent, place, ['PreToolUse'])).toBe(true);
    expect(readdirSync(folder)).toEqual(['PreToolUse.bash']);
    await connect(agent, place);
    expect(readdirSync(folder)).toHaveLength(usualEvents(agent).length);
    await disconnect(agent, place);
    expect(readdirSync(place.home)).toEqual(['.local']);
  });

  it('go although one of them was changed, and one that is not ours stays and is named', async () => {
    const place = makePlace();
    const folder = registrationFile(agent, 'user', place) ?? '';
    await connect(agent, place);
    writeFileSync(
      join(folder, 'PostToolUse.bash'),
      `${readFileSync(join(folder, 'PostToolUse.bash'), 'utf8')}# more\n`,
    );
    writeFileSync(join(folder, 'TaskStart.bash'), 'mine');
    await expect(connect(agent, place)).rejects.toThrow(/TaskStart\.bash is there already/);
    await disconnect(agent, place);
    expect(everythingIn(folder)).toEqual({
      [join(folder, 'TaskStart.bash')]: expect.stringContaining('mine') as string,
    });
  });
});
