import { createHash } from 'node:crypto';
import fs, {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';
import { recordingStamps } from './file-stamps.ts';

let root = '';
let project = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-print-')));
  project = join(root, 'p');
  mkdirSync(project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(project, name);
const sha = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const bytesOf = (count: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: count }, (_, index) => index * 7 + (index >> 8)));
const plain = (text: string) => ({ digest: text, note: text, isCovered: true, bytes: 0 });

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('a file of %d bytes is known by its digest', (count) => {
  writeFileSync(at('a'), bytesOf(count));
  const open = readdirSync('/proc/self/fd').length;
  expect(fingerprint(at('a'), project)).toEqual({
    digest: sha(bytesOf(count)),
    note: null,
    isCovered: true,
    bytes: count,
  });
  expect(readdirSync('/proc/self/fd')).toHaveLength(open);
});

test('any right to execute counts, where there is such a right', () => {
  writeFileSync(at('a'), 'x');
  const digests = [0o644, 0o744, 0o654, 0o645].map((mode) => {
    chmodSync(at('a'), mode);
    return fingerprint(at('a'), project).digest;
  });
  expect(digests).toEqual([sha('x'), ...[1, 2, 3].map(() => `${sha('x')}+x`)]);
  const { platform } = process;
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  Object.defineProperty(process, 'platform', { value: 'win32' });
  expect(fingerprint(at('a'), project).digest).toBe(sha('x'));
});

test('a file that grows while it is read is read to its end', () => {
  writeFileSync(at('a'), 'x');
  const real = fs.fstatSync;
  const replace = (call: typeof real): void => {
    Object.assign(fs, { fstatSync: call });
    syncBuiltinESMExports();
  };
  onTestFinished(() => replace(real));
  replace(((descriptor: number) => {
    const stats = real(descriptor);
    appendFileSync(at('a'), bytesOf(100_000));
    return stats;
  }) as typeof real);
  const expected = Buffer.concat([Buffer.from('x'), bytesOf(100_000)]);
  expect(fingerprint(at('a'), project)).toMatchObject({ digest: sha(expected), bytes: 100_001 });
});

test('links: what they lead to counts inside the project, where they lead counts everywhere', () => {
  mkdirSync(at('real'));
  writeFileSync(at('real/a'), 'x');
  writeFileSync(join(root, 'outside'), 'y');
  symlinkSync('real/a', at('link'));
  symlinkSync('real', at('folder'));
  symlinkSync('nowhere', at('broken'));
  symlinkSync('../outside', at('out'));
  const content = { isCovered: true, bytes: 1, note: 'a link to real/a' };
  expect(fingerprint(at('link'), project)).toEqual({ ...content, digest: `${sha('x')} by real/a at real/a` });
  expect(fingerprint(at('folder/a'), project)).toEqual({ ...content, digest: `${sha('x')} by  at real/a` });
  expect(fingerprint(at('broken'), project)).toEqual(plain('broken link to nowhere'));
  const outside = join(root, 'outside');
  expect(fingerprint(at('out'), project)).toEqual({
    ...plain(`outside: ${outside}`),
    note: `leads out of the project to ${outside}, where changes are not noticed`,
  });
});

test('what is no file is never waited for, and is told', () => {
  symlinkSync('.', at('folder'));
  mkdirSync(at('real'));
  symlinkSync('real', at('to-folder'));
  expect(fingerprint(at('gone'), project)).toEqual(plain('absent'));
  expect(fingerprint(at('real'), project)).toEqual(plain('not a file'));
  expect(fingerprint(at('to-folder'), project)).toEqual({
    ...plain('not a file'),
    digest: 'not a file by real at real',
  });
});

test('what cannot be read is not covered', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(at('socket'), done));
  try {
    expect(fingerprint(at('socket'), project)).toEqual({
      digest: 'unreadable',
      note: expect.stringMatching(/^cannot be read: ENXIO/) as string,
      isCovered: false,
      bytes: 0,
    });
  } finally {
    await new Promise((done) => server.close(done));
  }
});

test('more than 64 MiB is not covered, and not read', () => {
  writeFileSync(at('a'), '');
  truncateSync(at('a'), 64 * 1024 * 1024 + 1);
  expect(fingerprint(at('a'), project)).toEqual({
    digest: 'too large',
    note: 'larger than 64 MiB',
    isCovered: false,
    bytes: 0,
  });
  truncateSync(at('a'), 64 * 1024 * 1024);
  expect(fingerprint(at('a'), project)).toMatchObject({ isCovered: true, bytes: 64 * 1024 * 1024 });
});

test('a reading is noted as one of all bytes, of the place and of where it leads', () => {
  writeFileSync(at('a'), 'x');
  symlinkSync('a', at('link'));
  const { stamps } = recordingStamps(() => fingerprint(at('link'), project));
  expect(stamps.map(({ path, depth }) => [path, depth])).toEqual([
    [at('link'), 'content'],
    [at('a'), 'content'],
  ]);
});
