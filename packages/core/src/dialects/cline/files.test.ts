import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cline } from './table.ts';
import { loadSources } from '../../load/load.ts';
import { mergeSources } from '../../load/merge.ts';
import type { Hook } from '../../model/index.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-cline-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode: 0o644 });
}

async function load(): Promise<readonly Hook[]> {
  const place = { project: join(root, 'project'), home: join(root, 'home'), env: {}, platform: 'linux' } as const;
  return mergeSources(cline, await loadSources([cline], { ...place, stateDir: null, plugins: [] })).hooks;
}

test('files are hooks of the event after which they are named, in the order of their paths', async () => {
  for (const name of [
    'PreToolUse.sh',
    'pretooluse.bash',
    'PreToolUse',
    'TaskStart.py',
    'PreToolUse.txt',
    'Other',
    'PreToolUse.sh.bak',
  ])
    write(`home/.cline/hooks/${name}`);
  mkdirSync(join(root, 'home/.cline/hooks/TaskError'));
  write('project/.clinerules/hooks/PostToolUse.js');
  write('home/Documents/Cline/Hooks/PreToolUse.js');
  const hooks = await load();
  expect(hooks.map(({ name, event }) => `${name} ${event}`)).toEqual([
    'PreToolUse PreToolUse',
    'pretooluse.bash PreToolUse',
    'PreToolUse.sh PreToolUse',
    'TaskStart.py TaskStart',
    'PreToolUse.js PreToolUse',
    'PostToolUse.js PostToolUse',
  ]);
  expect(hooks[0]).toMatchObject({ timeoutMs: 120_000 });
});

test.each([
  ['PreToolUse', '', ['bash']],
  ['PreToolUse.py', '', ['python3']],
  ['PreToolUse.ts', '', ['bun', 'run']],
  ['PreToolUse.ps1', '', ['pwsh', '-File']],
  ['PreToolUse.sh', '#!/usr/bin/env python3\n', ['python3']],
  ['PreToolUse', '#!/bin/sh\n', ['sh']],
  ['PreToolUse', '#!/opt/x/perl -w\n', ['/opt/x/perl', '-w']],
  ['PreToolUse', '#!/usr/bin/env -S node --no-warnings\n', ['/usr/bin/env', '-S', 'node --no-warnings']],
])('%s that begins with %j is started by %j', async (name, text, words) => {
  write(`project/.cline/hooks/${name}`, text);
  const [hook] = await load();
  const [program, ...args] = [...words, join(root, 'project/.cline/hooks', name)];
  expect(hook?.handler).toMatchObject({ kind: 'command', form: 'argv', program, args });
});
