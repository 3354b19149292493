import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandRequest, Elsewhere } from '../../model/index.ts';
import { runCommand } from '../command.ts';
import { located, replacedFiles } from './located.ts';

let [folder, project, sub] = ['', '', ''];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hookline located it's "));
  project = join(folder, 'project');
  sub = join(project, 'sub');
  mkdirSync(sub, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(path: string, says: string): void {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, `#!/bin/sh\necho ${says} in "$PWD" with "$@"\n`);
  chmodSync(whole, 0o755);
}

const request = (words: readonly string[] | string, elsewhere: Partial<Elsewhere> | null = {}): CommandRequest => {
  const [name = '', ...args] = typeof words === 'string' ? ['bash', '--norc', '-c', words] : words;
  return {
    kind: 'command',
    runId: 'run',
    timeoutMs: 20_000,
    background: false,
    program: name.includes('/') ? join(sub, name) : name,
    args,
    cwd: sub,
    env: { PATH: process.env['PATH'] ?? '', NAME: 'hooks/a' },
    stdin: new Uint8Array(),
    atTimeout: 'term',
    ...(typeof words === 'string' ? { script: words } : {}),
    ...(elsewhere === null
      ? {}
      : {
          elsewhere: {
            folder: project,
            program: name.includes('/') ? join(project, name) : null,
            isFirst: false,
            ...elsewhere,
          },
        }),
  };
};

const said = async (asked: CommandRequest): Promise<string> => (await runCommand(asked)).stdout.trimEnd();

describe('a program that the working folder lacks', () => {
  test.each<[readonly string[] | string, string]>([
    [['hooks/a', 'x y'], 'x y'],
    [['sh', 'hooks/a', 'x y'], 'x y'],
    ['hooks/a x', 'x'],
    ["  './hooks/a' 'x y'", 'x y'],
    ['$NAME x', 'x'],
    ['sh hooks/a x', 'x'],
    ['hooks/a x 2>/dev/null', 'x'],
  ])('is started from the other folder, in the same working folder: %j', async (words, arg) => {
    program('project/hooks/a', 'other');
    expect(await said(request(words))).toBe(`other in ${sub} with ${arg}`);
  });

  test('is not looked for anywhere else unless it is asked for', async () => {
    program('project/hooks/a', 'other');
    expect((await runCommand(request('hooks/a', null))).ending).toMatchObject({ how: 'not-started' });
  });
});

describe('a program that is in both folders', () => {
  test('is that of the working folder, or that of the other one where it comes first', async () => {
    program('project/hooks/a', 'other');
    program('project/sub/hooks/a', 'own');
    expect(await said(request('hooks/a'))).toBe(`own in ${sub} with`);
    expect(await said(request('hooks/a', { isFirst: true }))).toBe(`other in ${sub} with`);
    expect(await said(request(['hooks/a'], { isFirst: true }))).toBe(`other in ${sub} with`);
  });

  test('is named as replaced where the other one comes first', () => {
    program('project/hooks/a', 'other');
    program('project/sub/hooks/a', 'own');
    for (const words of ['hooks/a', 'sh hooks/a x', ['hooks/a'], ['sh', 'hooks/a']])
      expect(replacedFiles(request(words, { isFirst: true }))).toEqual([join(sub, 'hooks/a')]);
    for (const words of ['cd . && hooks/a', 'cat < hooks/a', ['cat', 'hooks/a']])
      expect(replacedFiles(request(words, { isFirst: true }))).toEqual([]);
    expect(replacedFiles(request('hooks/a'))).toEqual([]);
    expect(replacedFiles(request(['hooks/b'], { isFirst: true }))).toEqual([]);
  });
});

test.each(['cat hooks/a', '/bin/cat hooks/a', 'hooks/a; true', 'hooks/a | cat', '"$PWD"/hooks/a', 'X=1 hooks/a'])(
  'a command of which that cannot be told stays as it is: %s',
  (script) => {
    program('project/hooks/a', 'other');
    const asked = request(script);
    expect(located(asked)).toBe(asked);
  },
);
