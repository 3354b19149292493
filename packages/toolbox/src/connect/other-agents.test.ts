import { AGENTS, type AgentTable, type JsonObject } from '@hookline/core/internal';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomToml } from '../../../../test/support/random-toml.ts';
import { carryOutConnect, carryOutDisconnect } from './carry-out.ts';
import { isClosing } from './entries.ts';
import {
  type AgentPlace,
  connectedBy,
  type ConnectRequest,
  planConnect,
  planDisconnect,
  registrationFile,
} from './plan-connection.ts';

const byFormat = (format: string): readonly AgentTable[] =>
  AGENTS.filter(({ registration }) => registration.format === format);

function makePlace(): AgentPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-agents-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  return { home, project, env: { HOME: home } };
}

const request = (agent: AgentTable, events: readonly string[]): ConnectRequest => ({
  agent,
  scope: 'user',
  via: 'command',
  fail: 'closed',
  mayAllow: false,
  events,
  programs: { command: ['/usr/bin/node', '/opt/hookline.js'], client: null, http: null },
});

const EVENTS = ['PreToolUse', 'UserPromptSubmit', 'Stop'];

async function connect(agent: AgentTable, file: string, place: AgentPlace): Promise<boolean> {
  const plan = await planConnect(request(agent, EVENTS), file, place);
  if (!plan.ok) throw new Error(`${JSON.stringify(plan.problems)}\n${readFileSync(file, 'utf8')}`);
  carryOutConnect(plan, place);
  return plan.change !== null;
}

async function disconnect(agent: AgentTable, file: string, place: AgentPlace): Promise<void> {
  const plan = await planDisconnect(agent, 'user', file, place);
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
  carryOutDisconnect(plan, { agent: agent.id, scope: 'user' }, place);
}

function lay(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe.each(byFormat('toml-list'))('entries of $id in a list of TOML', (agent) => {
  it('go again, and leave random files of users as they were, byte for byte', { timeout: 120_000 }, async () => {
    const place = makePlace();
    const file = registrationFile(agent, 'user', place) ?? '';
    for (let seed = 0; seed < 60; seed += 1) {
      const before = randomToml(seed + 5000, EVENTS);
      lay(file, before);
      expect(await connect(agent, file, place), before).toBe(true);
      if (seed % 10 === 0) expect(await connect(agent, file, place), 'the second time').toBe(false);
      const [found] = (await connectedBy(agent, place)).filter(({ scope }) => scope === 'user');
      expect(found?.entries.map(({ event }) => event).toSorted()).toEqual(EVENTS.toSorted());
      expect(found?.settings.problems).toEqual([]);
      await disconnect(agent, file, place);
      expect(readFileSync(file, 'utf8')).toBe(before);
    }
  });

  it('have no other keys than the agent takes, and refuse when they fail', async () => {
    const place = makePlace();
    const plan = await planConnect(request(agent, EVENTS), join(place.home, 'x.toml'), place);
    if (!plan.ok) throw new Error('it cannot be planned');
    const closing = plan.entries.filter(({ handler }) => isClosing(handler, agent)).map(({ event }) => event);
    expect(closing).toEqual(['PreToolUse', 'UserPromptSubmit']);
    carryOutConnect(plan, place);
    expect(readFileSync(join(place.home, 'x.toml'), 'utf8')).toMatch(
      /^\[\[hooks\]\]\nevent = "PreToolUse"\ncommand = ".*"\ntimeout = 60\n\n\[\[hooks\]\]\n/,
    );
  });

  it.each([
    ['no TOML', 'a = = 1', 'not valid TOML'],
    ['hooks that are no list', '[hooks]\na = 1', 'must be a list of tables'],
    ['a fifth key', '[[hooks]]\nevent = "Stop"\ncommand = "x"\nname = "y"', 'unknown key "name"'],
    ['an unknown event', '[[hooks]]\nevent = "Weather"\ncommand = "x"', 'has no event "Weather"'],
    ['no command', '[[hooks]]\nevent = "Stop"', 'command is missing'],
  ])('are not put where they would be dead: %s', async (_what, text, message) => {
    const place = makePlace();
    const file = registrationFile(agent, 'user', place) ?? '';
    lay(file, text);
    const plan = await planConnect(request(agent, EVENTS), file, place);
    expect(plan.ok ? [] : plan.problems.map((problem) => problem.message).join('\n')).toContain(message);
  });
});

describe.each(AGENTS.filter(({ registration }) => registration.failClosed === 'shell-line'))(
  'an entry of $id that is a line of shell',
  (agent) => {
    it('is known as ours by its word, and by that of no other agent', async () => {
      const place = makePlace();
      const file = join(place.home, 'settings');
      const plan = await planConnect(request(agent, EVENTS), file, place);
      if (!plan.ok) throw new Error('it cannot be planned');
      for (const { handler } of plan.entries) {
        const { command } = handler as JsonObject & { readonly command: string };
        expect(command).toContain(` hook ${agent.id} `);
        expect(command).toContain(` --entry ${plan.connection.word}`);
      }
    });
  },
);
