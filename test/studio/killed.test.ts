// A studio that is killed while it runs hooks: only the watchdog can tidy up after it.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { Place } from '../../packages/cli/src/testing/place.ts';
import { expectGone, processesWith } from '../support/processes.ts';
import { newDecisionId, openRecord } from '@hookline/core/internal';
import { needs } from '../support/programs.ts';
import { LIMIT_MS } from './browser.ts';
import { endOf, recordOf, startOf } from './entries.ts';
import { startEditing, startStudio } from './studio.ts';
import { type Answer, ask, GUARD_ID, readStream, until } from './support.ts';
import { fire, makeWorld } from './world.ts';

const stateOf = ({ home }: Place): string => join(home, '.local/state/hookline');

/** Files of the user with what they hold: all but what the studio keeps for itself, and the marks of hosts that run. */
function filesOf(place: Place): Readonly<Record<string, string>> {
  const { project, home } = place;
  const own = ['index', 'studio', 'hosts'].map((name) => join(stateOf(place), name));
  const found: Record<string, string> = {};
  const walk = (folder: string): void => {
    if (own.includes(folder)) return;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const stats = statSync(path);
      if (stats.isDirectory()) walk(path);
      else if (stats.isFile())
        found[relative(join(home, '..'), path)] =
          `${stats.mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    }
  };
  walk(project);
  walk(home);
  return found;
}

interface Session {
  readonly send: (method: string, path: string, json?: unknown) => Promise<Answer>;
  /** The last message of a replay of everything that was recorded, with the hooks as they are. */
  readonly replayed: () => Promise<unknown>;
}

async function sessionOf(url: string): Promise<Session> {
  const { port, hash } = new URL(url);
  const code = hash.slice(1);
  const { body } = await ask(Number(port), '/api/session', { method: 'POST', json: { code } });
  const headers = { Authorization: `Bearer ${String(body['token'])}` };
  const send: Session['send'] = (method, path, json) =>
    ask(Number(port), path, { method, headers, ...(json === undefined ? {} : { json }) });
  const replayed = async (): Promise<unknown> => {
    const { run } = (await send('POST', '/api/replay', { q: '', runHooks: true })).body;
    const stream = readStream(Number(port), `/api/runs/${run}`, headers);
    await until(() => stream.isEnded());
    return stream.messages.at(-1);
  };
  return { send, replayed };
}

/** The process that the shell of a terminal runs. */
const childOf = (shell: string): number =>
  Number(readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ')[0]);

test(
  'a studio that is killed during a replay leaves no process and no change, and the next one starts',
  { ...needs('tmux'), timeout: LIMIT_MS },
  async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf build' });
    const [mark, started] = [`mark-${randomUUID()}`, join(place.root, 'started')];
    const { url, pane } = await startEditing(place);
    const { send } = await sessionOf(url);
    await until(async () => (await send('GET', '/api/decisions?limit=1')).body['total'] === 1);
    const draft = (await send('POST', '/api/drafts', { hook: GUARD_ID })).body['id'];
    const text = `#!/bin/sh\nexport MARK=${mark}\nsleep 4000 &\ntouch ${started}\nsleep 4000\n`;
    expect((await send('PUT', `/api/drafts/${draft}`, { text })).status).toBe(200);
    const before = filesOf(place);
    expect((await send('POST', '/api/replay', { q: '', runHooks: true, draft })).status).toBe(200);
    await until(() => existsSync(started) && processesWith(mark).length >= 2);

    const killed = childOf(pane.ask('#{pane_pid}'));
    process.kill(killed, 'SIGKILL');
    await pane.until(/\[exit 137\]/);
    await expectGone(mark);
    expect(filesOf(place)).toEqual(before);
    pane.close();
    await expectGone(place.home);

    const again = await sessionOf((await startEditing(place)).url);
    await until(async () => (await again.send('GET', '/api/decisions?limit=1')).body['total'] === 1);
    expect((await again.send('GET', '/api/drafts')).body).toMatchObject({ drafts: [{ id: draft }] });
    expect(await again.replayed()).toMatchObject({ kind: 'end', summary: { events: 1, same: 1 } });
    const hosts = readdirSync(join(stateOf(place), 'hosts'));
    expect(hosts.filter((name) => name.startsWith(`${killed}-`))).toEqual([]);
  },
);

/** How many decisions files were put aside for, and in how many kills what is kept of them is looked at. */
const [DECISIONS, KILLS] = [6_000, 6];

test(
  'a studio that is killed while it keeps its index leaves nothing half written, and the next one starts',
  { timeout: LIMIT_MS },
  async () => {
    const place = await makeWorld();
    const writer = openRecord(recordOf(place), { maxBytes: 128 * 1024, retention: { keepFiles: 1_000 } });
    for (let count = 0; count < DECISIONS; count += 1) {
      const id = newDecisionId();
      writer.append(startOf(id, place, { command: `echo ${count}` }), endOf(id));
    }
    writer.close();
    const before = filesOf(place);
    const index = join(stateOf(place), 'index');
    const kept = (): readonly string[] => (existsSync(index) ? readdirSync(index) : []);
    const aside = readdirSync(recordOf(place)).filter((name) => name.startsWith('hookline-')).length;

    for (let kill = 0; kill < KILLS; kill += 1) {
      rmSync(index, { recursive: true, force: true });
      const { child, url } = await startStudio(place);
      const { send } = await sessionOf(url);
      const asked = send('GET', '/api/decisions?limit=1').catch(() => null);
      const wanted = Math.floor((aside * kill) / KILLS);
      await until(() => kept().length > wanted);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await Promise.all([ended, asked]);
      await expectGone(place.home);
      expect(filesOf(place)).toEqual(before);

      const again = await startStudio(place);
      const next = await sessionOf(again.url);
      await until(async () => (await next.send('GET', '/api/decisions?limit=1')).body['total'] === DECISIONS);
      expect((await next.send('GET', '/api/meta')).body['index']).toMatchObject({
        decisions: DECISIONS,
        done: true,
        cacheProblem: null,
        problem: null,
      });
      expect(kept().filter((name) => !name.endsWith('.idx'))).toEqual([]);
      expect(kept()).toHaveLength(aside);
      await again.stop();
    }
  },
);
