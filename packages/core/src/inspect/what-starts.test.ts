import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandRequest } from '../model/index.ts';
import { whatStarts } from './what-starts.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-starts-')));
  lay('bin/bash', '#!/bin/sh\n');
  lay('bin/python3', '#!/bin/sh\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lay(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const request = (program: string, args: readonly string[], script?: string): CommandRequest => ({
  kind: 'command',
  runId: 'r',
  timeoutMs: 1000,
  program,
  args,
  cwd: folder,
  env: { PATH: join(folder, 'bin'), HOME: folder, WHERE: folder },
  stdin: new Uint8Array(),
  atTimeout: 'kill',
  background: false,
  ...(script === undefined ? {} : { script }),
});

const inShell = (text: string): CommandRequest => request('bash', ['--norc', '-c', text], text);

const NOTHING = { words: null, inner: null, script: null, scriptWord: null, interpreter: null, flaw: null };

describe('what a command starts', () => {
  it('is a file with the interpreter of its first line, looked up through env', () => {
    const guard = lay('guard.sh', '#!/usr/bin/env -S python3 -u\n');
    expect(whatStarts(request(guard, []))).toEqual({
      ...NOTHING,
      file: guard,
      interpreter: join(folder, 'bin/python3'),
    });
  });

  it('is a named pipe that is not opened', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', 'echo "#!/bin/other" > pipe'], { cwd: folder }); // who opens it does not hang
    expect(whatStarts(request(pipe, []))).toMatchObject({ file: pipe, interpreter: null });
    writer.kill();
  });

  it('is an interpreter and its script', () => {
    const guard = lay('guard.py', 'pass\n');
    expect(whatStarts(request('python3', ['-u', 'guard.py', '--strict']))).toEqual({
      ...NOTHING,
      file: join(folder, 'bin/python3'),
      script: guard,
      scriptWord: 'guard.py',
    });
  });

  it('is the one simple command that a shell is given, with variables filled in', () => {
    const guard = lay('guard.py', '#!/bin/sh\n');
    expect(whatStarts(inShell('python3 "$WHERE"/guard.py'))).toEqual({
      file: join(folder, 'bin/bash'),
      words: ['python3', guard],
      inner: join(folder, 'bin/python3'),
      script: guard,
      scriptWord: guard,
      interpreter: '/bin/sh',
      flaw: null,
    });
  });

  it('is the shell alone where its text is more than one command, or its own word', () => {
    const shell = { ...NOTHING, file: join(folder, 'bin/bash') };
    expect(whatStarts(inShell('cat | grep x'))).toEqual(shell);
    expect(whatStarts(inShell('true'))).toEqual({ ...shell, words: ['true'] });
  });

  it('is told with its flaw when it cannot be started', () => {
    expect(whatStarts(request(join(folder, 'gone.sh'), []))).toEqual({
      ...NOTHING,
      file: join(folder, 'gone.sh'),
      flaw: `${join(folder, 'gone.sh')} does not exist`,
    });
    expect(whatStarts(request('gone', []))).toMatchObject({
      file: null,
      flaw: 'there is no program "gone" on PATH: install it, or give its full path',
    });
  });

  it('is found as the system finds it, through a link', () => {
    lay('guard.sh', '#!/bin/sh\n');
    symlinkSync('guard.sh', join(folder, 'link.sh'));
    expect(whatStarts(request(join(folder, 'link.sh'), []))).toMatchObject({
      file: join(folder, 'link.sh'),
      interpreter: '/bin/sh',
    });
  });
});

describe('what code starts', () => {
  it('python: an interpreter, and the file of the module in the project', () => {
    const guard = lay('guards/secrets.py', '');
    const event = { name: 'Stop', payload: {}, session_id: null, cwd: folder, permission_mode: null };
    const python = { kind: 'python', runId: 'r', timeoutMs: 1, callable: 'guards.secrets:check', event } as const;
    const env = { PATH: join(folder, 'bin') };
    expect(whatStarts({ ...python, project: folder, env })).toEqual({
      ...NOTHING,
      file: join(folder, 'bin/python3'),
      script: guard,
    });
    expect(whatStarts({ ...python, project: folder, env: { PATH: '/nowhere' } }).flaw).toBe(
      'there is no python3 on PATH: install Python 3, or set HOOKLINE_PYTHON to its full path',
    );
  });

  it('module: its file', () => {
    const event = { name: 'Stop', payload: {}, session_id: null, cwd: folder, permission_mode: null };
    expect(
      whatStarts({ kind: 'module', runId: 'r', timeoutMs: 1, path: '/x/guard.mjs', exportName: 'default', event }),
    ).toEqual({ ...NOTHING, file: null, script: '/x/guard.mjs' });
  });
});
