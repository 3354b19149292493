import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cursor } from './table.ts';
import { loadSources } from '../../load/load.ts';
import { mergeSources } from '../../load/merge.ts';
import type { Hook, Json } from '../../model/index.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-cursor-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function load(user: Json, project: Json = {}): Promise<readonly Hook[]> {
  for (const [path, text] of [
    ['home', user],
    ['project', project],
  ] as const) {
    const file = join(root, path, '.cursor/hooks.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(text));
  }
  const place = { project: join(root, 'project'), home: join(root, 'home'), env: {}, platform: 'linux' } as const;
  return mergeSources(cursor, await loadSources([cursor], { ...place, stateDir: null, plugins: [] })).hooks;
}

test('an entry is a hook of its own, with its own matcher, and a command unless it says otherwise', async () => {
  const hooks = await load({
    version: 1,
    hooks: { preToolUse: [{ command: 'a', matcher: 'Shell' }, { type: 'prompt', prompt: 'p' }, { type: 'agent' }] },
  });
  expect(hooks.map(({ id, matcher, handler, timeoutMs }) => [id, matcher.text, handler.kind, timeoutMs])).toEqual([
    ['cursor:user:preToolUse[0]', 'Shell', 'command', 30_000],
    ['cursor:user:preToolUse[1]', null, 'prompt', 30_000],
  ]);
});

test('an entry says whether its failures refuse, and how often it may keep the agent working', async () => {
  const hooks = await load({
    hooks: {
      stop: [
        { command: 'a', failClosed: true },
        { command: 'b', loop_limit: null },
        { command: 'c', loop_limit: 2 },
      ],
    },
  });
  expect(hooks.map(({ onFault, mostInARow }) => [onFault, mostInARow])).toEqual([
    ['block', 5],
    [undefined, null],
    [undefined, 2],
  ]);
});

test('a matcher that is no text drops its entry alone', async () => {
  const hooks = await load({ version: 1, hooks: { preToolUse: [{ command: 'a', matcher: 5 }, { command: 'b' }] } });
  expect(hooks.map(({ id }) => id)).toEqual(['cursor:user:preToolUse[1]']);
});

test('hooks of the project come before those of the user', async () => {
  const file = { version: 1, hooks: { stop: [{ command: 'a' }] } };
  expect((await load(file, file)).map(({ scope }) => scope)).toEqual(['project', 'user']);
});
