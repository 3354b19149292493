import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leadsOutOf, readConfigurationFile, refusedBy } from './read-file.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-read-')));
  mkdirSync(join(root, 'project'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);
const read = (name: string) => readConfigurationFile(at(name), null);
const readInProject = (name: string) => readConfigurationFile(at(`project/${name}`), at('project'));
const refused = (why: string, hint: string | null) => ({ kind: 'refused', why, hint });

describe('reading a configuration file', () => {
  it('gives its text, without a byte order mark', () => {
    writeFileSync(at('a'), '\uFEFF{"é": 1}\r\n');
    expect(read('a')).toEqual({ kind: 'text', text: '{"é": 1}\r\n' });
  });

  it('a file that is not there is missing, also below something that is no folder', () => {
    writeFileSync(at('file'), '');
    expect([read('none'), read('none/none'), read('file/none')]).toEqual(Array(3).fill({ kind: 'missing' }));
  });

  it('a link of the user to a file is followed', () => {
    writeFileSync(at('real'), 'text');
    symlinkSync(at('real'), at('link'));
    expect(read('link')).toEqual({ kind: 'text', text: 'text' });
  });

  it('a link inside the project is followed, one that leads out of it is refused', () => {
    writeFileSync(at('outside'), 'text');
    writeFileSync(at('project/inside'), 'text');
    symlinkSync(at('project/inside'), at('project/good'));
    symlinkSync(at('outside'), at('project/bad'));
    expect(readInProject('good')).toEqual({ kind: 'text', text: 'text' });
    const why = `it is a symbolic link that leads out of the project, to ${at('outside')}`;
    expect(readInProject('bad')).toEqual(refused(why, 'put the file itself into the project'));
  });

  it('a folder of the project that is a link out of it is refused too', () => {
    mkdirSync(at('elsewhere'));
    writeFileSync(at('elsewhere/hooks.json'), '{}');
    symlinkSync(at('elsewhere'), at('project/.kolega'));
    expect(readInProject('.kolega/hooks.json')).toMatchObject({ kind: 'refused' });
  });

  it('links to nothing and links in a circle are named as what they are', () => {
    symlinkSync(at('nowhere'), at('dangling'));
    symlinkSync(at('circle'), at('circle'));
    expect(read('dangling')).toEqual(refused('it is a symbolic link to nothing', null));
    expect(read('circle')).toEqual(refused('its symbolic links form a loop', null));
  });

  it('what is no file is refused at once, without waiting for it', async () => {
    execFileSync('mkfifo', [at('fifo')]);
    const server = createServer().listen(at('socket'));
    await new Promise((listening) => server.once('listening', listening));
    const hint = 'put an ordinary file in its place';
    expect(read('fifo')).toEqual(refused('it is a named pipe, not a file', hint));
    expect(read('socket')).toEqual(refused('it is a socket, not a file', hint));
    expect(read('project')).toEqual(refused('it is a folder, not a file', hint));
    expect(readConfigurationFile('/dev/zero', null)).toEqual(refused('it is a device, not a file', hint));
    await new Promise((closed) => server.close(closed));
  });

  it.skipIf(!existsSync('/proc/self/fd'))('no file stays open, whether it was read or refused', () => {
    writeFileSync(at('a'), 'text');
    writeFileSync(at('b'), Buffer.from([0xff]));
    const openFiles = (): number => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for (let times = 0; times < 20; times += 1) expect([read('a').kind, read('b').kind]).toEqual(['text', 'refused']);
    expect(openFiles()).toBeLessThan(before + 20);
  });

  it('where accounts have no groups, no other members are looked up', () => {
    writeFileSync(at('open'), 'text');
    chmodSync(at('open'), 0o666);
    const own = Object.getOwnPropertyDescriptor(process, 'getegid') ?? {};
    Object.defineProperty(process, 'getegid', { ...own, value: undefined });
    try {
      expect(read('open')).toEqual({ kind: 'text', text: 'text' });
    } finally {
      Object.defineProperty(process, 'getegid', own);
    }
  });

  it('a huge file is refused by its size', () => {
    writeFileSync(at('huge'), '');
    truncateSync(at('huge'), 2 ** 31);
    expect(read('huge')).toEqual(refused('it has 2147483648 bytes; at most 4194304 are read', null));
  });

  it('a file of four mebibytes is still read, one byte more is not', () => {
    writeFileSync(at('full'), ' '.repeat(4 * 1024 * 1024));
    expect(read('full')).toMatchObject({ kind: 'text' });
    writeFileSync(at('full'), ' ', { flag: 'a' });
    expect(read('full')).toMatchObject({ kind: 'refused' });
  });

  it.each([
    [[0x7b, 0xe9, 0x7d], 'save it as UTF-8'],
    [[0xff, 0x7b], 'save it as UTF-8'],
    [[0x7b, 0xfe, 0xff], 'save it as UTF-8'],
    [[0xfe, 0xfe], 'save it as UTF-8'],
    [[0x7b, 0xff], 'save it as UTF-8'],
    [[0xff, 0xfe, 0x7b, 0x00], 'it looks like UTF-16: save it as UTF-8'],
    [[0xfe, 0xff, 0x00, 0x7b], 'it looks like UTF-16: save it as UTF-8'],
  ])('the bytes %j, which are not UTF-8, are refused', (bytes, hint) => {
    writeFileSync(at('bytes'), Buffer.from(bytes));
    expect(read('bytes')).toEqual(refused('it is not UTF-8 text', hint));
  });

  it('a mark in the middle of a text is not the mark of the file', () => {
    writeFileSync(at('a'), 'x\uFEFFy');
    expect(read('a')).toEqual({ kind: 'text', text: 'x\uFEFFy' });
  });

  it.skipIf(process.getuid?.() !== 0)('a file that a group of others may write is refused', () => {
    writeFileSync(at('shared'), 'text');
    chmodSync(at('shared'), 0o664);
    chownSync(at('shared'), 0, 12345);
    expect(read('shared')).toEqual(refused('other accounts can write to it', 'chmod go-w the file'));
    chmodSync(at('shared'), 0o644);
    expect(read('shared')).toEqual({ kind: 'text', text: 'text' });
  });

  it('a file of the user that any account can write is refused; the project’s are trusted by content instead', () => {
    writeFileSync(at('open'), 'text');
    writeFileSync(at('project/open'), 'text');
    chmodSync(at('open'), 0o666);
    chmodSync(at('project/open'), 0o666);
    expect(read('open')).toEqual(refused('other accounts can write to it', 'chmod go-w the file'));
    expect(readInProject('open')).toEqual({ kind: 'text', text: 'text' });
    chmodSync(at('open'), 0o664);
    expect(read('open')).toEqual({ kind: 'text', text: 'text' });
  });

  it.skipIf(process.getuid?.() === 0)('a file without the right to read it is refused', () => {
    writeFileSync(at('secret'), 'text');
    chmodSync(at('secret'), 0o000);
    expect(read('secret')).toEqual(refused('permission denied', 'give yourself the right to read it'));
  });
});

describe('what the system refuses', () => {
  const systemError = (code: unknown): Error => Object.assign(new Error('its own words'), { code });

  it.each([
    [systemError('EACCES'), 'permission denied', 'give yourself the right to read it'],
    [systemError('EPERM'), 'permission denied', null],
    [systemError('ELOOP'), 'its symbolic links form a loop', null],
    [systemError('ENOENT'), 'it is a symbolic link to nothing', null],
    [systemError('ENOTDIR'), 'it is not a folder', null],
    [systemError('EMFILE'), 'too many files are open', null],
    [systemError('ENFILE'), 'too many files are open', null],
    [systemError('EIO'), 'its own words', null],
    [systemError(7), 'its own words', null],
    [new Error('its own words'), 'its own words', null],
    [{ code: 'EACCES' }, '[object Object]', null],
    ['a text', 'a text', null],
  ])('%s is said in plain words: %s', (error, why, hint) => {
    expect(refusedBy(error)).toEqual(refused(why, hint));
  });

  it('a path leads out of a folder when it ends beside or above it, and not when it ends inside', () => {
    mkdirSync(at('project/..a'));
    mkdirSync(at('project/a..'));
    mkdirSync(at('project2'));
    symlinkSync(at('project2'), at('project/link'));
    symlinkSync('..', at('project/up'));
    const paths = ['project', 'project/..a', 'project/a..', 'project/link', 'project/up', 'project2', '.'];
    expect(paths.map((name) => leadsOutOf(at('project'), at(name)))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});
