import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandRequest, shellRequest } from '../../../../../test/support/processes.ts';
import type { CommandRequest } from '../../model/index.ts';
import { preflight } from './preflight.ts';

let folder: string;

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'hookline-preflight-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string | Buffer, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

function why(request: CommandRequest): string | null {
  const checked = preflight(request);
  return checked.ok ? null : checked.why;
}

/** Where python3 and perl are not installed, their names are still found: nothing is started here. */
function interpreters(): string {
  const bin = join(folder, 'interpreters');
  mkdirSync(bin, { recursive: true });
  for (const name of ['python3', 'perl']) file(`interpreters/${name}`, '#!/bin/sh\n');
  return `${process.env['PATH'] ?? ''}:${bin}`;
}

const here = (more: Partial<CommandRequest> = {}): Partial<CommandRequest> => ({
  cwd: folder,
  env: { PATH: interpreters(), HOME: folder },
  ...more,
});

describe('the program', () => {
  test('a bare name is found on PATH, never in an empty or relative entry of it', () => {
    file('planted', '#!/bin/sh\n');
    const env = (PATH: string): Partial<CommandRequest> => here({ env: { PATH } });
    expect(preflight(commandRequest('planted', [], env(folder)))).toEqual({ ok: true, file: join(folder, 'planted') });
    for (const path of ['', ':', '.', './', 'bin:.:', relative(process.cwd(), folder)]) {
      expect(why(commandRequest('planted', [], env(path)))).toContain('there is no program "planted" on PATH');
    }
  });

  test('without PATH the usual folders are searched', () => {
    expect(preflight(commandRequest('true', [], { env: {} })).ok).toBe(true);
  });

  test('a name that is there but cannot be executed is told apart from a missing one', () => {
    const path = file('unusable', '#!/bin/sh\n', 0o644);
    expect(why(commandRequest('unusable', [], { env: { PATH: folder } }))).toBe(
      `${path} is not executable: run chmod +x ${path}`,
    );
  });

  test('a relative path is relative to the working directory', () => {
    file('relative.sh', '#!/bin/sh\nexit 0\n');
    expect(preflight(commandRequest('./relative.sh', [], here()))).toEqual({
      ok: true,
      file: join(folder, 'relative.sh'),
    });
  });

  test.each([
    ['does not exist', 'nowhere', 'does not exist'],
    ['is a folder', '.', 'is a folder, not a program'],
  ])('one that %s is named', (_title, name, expected) => {
    expect(why(commandRequest(join(folder, name)))).toContain(expected);
  });

  test('a path with a blank is quoted in the hint', () => {
    const path = file('my hook.sh', '#!/bin/sh\n', 0o600);
    expect(why(commandRequest(path))).toBe(`${path} is not executable: run chmod +x '${path}'`);
  });

  test('no name at all is no program', () => {
    expect(why(commandRequest(''))).toBe('the command is empty');
  });

  test('a broken link does not exist', () => {
    symlinkSync('/no/such/target', join(folder, 'broken'));
    expect(why(commandRequest(join(folder, 'broken')))).toBe(`${join(folder, 'broken')} does not exist`);
  });

  test.each([
    ['empty', ''],
    ['blank', ' \n\t\r\n'],
    ['a byte order mark alone', '\uFEFF\n'],
  ])('an %s file would let everything pass', (_title, text) => {
    expect(why(commandRequest(file('blank.sh', text)))).toContain('is empty');
  });

  test.each([
    ['#!/no/such/interpreter\n', 'asks for /no/such/interpreter in its first line, which is missing'],
    ['#! /no/such/interpreter -x\n', 'asks for /no/such/interpreter in its first line, which is missing'],
    ['#!/etc/passwd\n', 'asks for /etc/passwd in its first line, which is not executable'],
    ['#!/usr/bin/env no-such-language\n', 'asks for "no-such-language" in its first line, which is not on PATH'],
    ['#!/usr/bin/env -S no-such-language -x\n', 'asks for "no-such-language" in its first line'],
    ['#!/bin/bash\r\necho\r\n', 'Windows line endings (CRLF)'],
    ['#!/usr/bin/env bash\r\n', 'Windows line endings (CRLF)'],
    ['#!/bin/bash -e\r\n', 'Windows line endings (CRLF)'],
    ['#!\necho\n', 'names no interpreter after #!'],
    ['echo hello\n', 'has no #! line'],
    ['{"not": "a program"}\n', 'has no #! line'],
  ])('first line %j: %s', (text, expected) => {
    expect(why(commandRequest(file('line.sh', text)))).toContain(expected);
  });

  test.each([
    ['#!/bin/sh'],
    ['#!/bin/bash\nexit 0\r\n'],
    ['#! /usr/bin/env bash\n'],
    ['#!/usr/bin/env -S bash -e\n'],
    ['#!/usr/bin/env -S A=1 bash\n'],
    ['#!/usr/bin/env -i bash\n'],
    ['#!/usr/bin/perl -w\r\n'],
  ])('first line %j can be run', (text) => {
    expect(why(commandRequest(file('fine.sh', text)))).toBe(null);
  });

  test('binaries of whatever kind are left to the system', () => {
    expect(why(commandRequest('/bin/true'))).toBe(null);
    expect(why(commandRequest(file('foreign', Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 1]))))).toBe(null);
  });

  test('a working directory that is a file is named', () => {
    const path = file('no-folder', 'x');
    expect(why(shellRequest('true', { cwd: path }))).toBe(`the working directory ${path} is no folder`);
  });
});

describe("an interpreter's script", () => {
  test.each([
    ['python3', ['gone.py']],
    ['python3', ['-u', 'gone.py']],
    ['bash', ['gone.sh']],
    ['bash', ['-e', './gone.sh']],
    ['node', ['gone.mjs']],
    ['perl', ['gone.pl']],
    ['env', ['python3', 'gone.py']],
  ])('%s %j: a missing one is not left to be found out', (program, args) => {
    expect(why(commandRequest(program, args, here()))).toMatch(/gone\.\w+ does not exist$/);
  });

  test('an empty one would let everything pass', () => {
    file('empty.py', '', 0o644);
    expect(why(commandRequest('python3', ['empty.py'], here()))).toContain('empty.py is empty');
  });

  test('it needs no run bit, may be no regular file, and a package of python may be a folder', () => {
    file('plain.py', 'print(1)\n', 0o644);
    mkdirSync(join(folder, 'package'), { recursive: true });
    expect(why(commandRequest('python3', ['plain.py'], here()))).toBe(null);
    expect(why(commandRequest('bash', ['/dev/stdin'], here()))).toBe(null);
    expect(why(commandRequest('python3', ['package'], here()))).toBe(null);
    expect(why(commandRequest('bash', ['package'], here()))).toContain('is a folder');
  });

  test('bash finds a script on PATH, node one without its ending', () => {
    mkdirSync(join(folder, 'bin'), { recursive: true });
    file('bin/on-path', 'exit 0\n');
    file('odd.js.js', '1\n');
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
    expect(why(commandRequest('bash', ['on-path'], here({ env })))).toBe(null);
    expect(why(commandRequest('node', ['odd.js'], here()))).toBe(null);
  });
});

describe('a shell with a simple command', () => {
  const env = (more: Record<string, string> = {}): Partial<CommandRequest> =>
    here({ env: { PATH: interpreters(), HOME: folder, QODER_PROJECT_DIR: folder, ...more } });

  test.each([
    ['python3 gone.py'],
    ['python3 gone.py 2>/dev/null'],
    ['~/gone.sh'],
    ['"$QODER_PROJECT_DIR"/gone.sh --all'],
    ['./gone.sh'],
    ['bash gone.sh'],
    ['exec python3 gone.py'],
  ])('%s: the script is missed beforehand', (script) => {
    expect(why(shellRequest(script, env()))).toContain(`${folder}/gone.`);
  });

  test('also for a shell that is called without the engine naming its script', () => {
    expect(why(commandRequest('bash', ['-c', 'python3 gone.py'], env()))).toContain('gone.py does not exist');
    expect(why(commandRequest('/bin/sh', ['-ec', './gone.sh'], env()))).toContain('gone.sh does not exist');
  });

  test('a program that is nowhere is told, unless the shell may know it', () => {
    expect(why(shellRequest('no-such-program x', env()))).toContain('there is no program "no-such-program" on PATH');
    for (const script of [
      'true',
      ':',
      'exit 2',
      'echo hi',
      '[ -e x ]',
      'test -e x',
      'command no-such',
      'source x',
      '. x',
    ]) {
      expect([script, why(shellRequest(script, env()))]).toEqual([script, null]);
    }
    expect(why(shellRequest('no-such-program', env({ BASH_ENV: '/x' })))).toBe(null);
    expect(why(shellRequest('f', env({ 'BASH_FUNC_f%%': '() { :; }' })))).toBe(null);
  });

  test('what the shell would find in a relative entry of PATH is its own business', () => {
    file('found-here', '#!/bin/sh\n');
    expect(why(shellRequest('found-here', env({ PATH: `.:${process.env['PATH'] ?? ''}` })))).toBe(null);
  });

  test('a shell runs a text without #!, so it is not refused', () => {
    file('no-line.sh', 'exit 0\n');
    expect(why(shellRequest('./no-line.sh', env()))).toBe(null);
    expect(why(commandRequest(join(folder, 'no-line.sh'), [], here()))).toContain('has no #! line');
  });

  test('not executable and empty are seen through the shell as well', () => {
    file('plain.sh', '#!/bin/sh\n', 0o644);
    file('nothing.sh', '');
    expect(why(shellRequest('./plain.sh', env()))).toContain('is not executable: run chmod +x');
    expect(why(shellRequest('./nothing.sh', env()))).toContain('is empty');
  });

  test.each([
    ['python3 gone.py || true'],
    ['[ -e gone.sh ] && ./gone.sh'],
    ['f() { ./gone.sh; }; true'],
    ['cd sub; python3 gone.py'],
    ['echo "exit 0" > gone.sh; bash gone.sh'],
    ['$UNSET/gone.sh'],
    ['if [ -x gone.sh ]; then ./gone.sh; fi'],
  ])('%s is left to the shell', (script) => {
    expect(why(shellRequest(script, env()))).toBe(null);
  });
});

test('what is fixed in the same turn of the event loop is seen', () => {
  const cwd = join(folder, 'fixed');
  expect(why(shellRequest(':', { cwd }))).toBe(`the working directory ${cwd} does not exist`);
  mkdirSync(cwd);
  expect(why(shellRequest(':', { cwd }))).toBeNull();
});
