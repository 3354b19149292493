import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aHook, aMatcher, aSource } from '../../../../test/support/hooks.ts';
import type { Hook, Source } from '../model/index.ts';
import { coverProject, definitionDigest } from './digest.ts';
import type { Cover } from './digest.ts';

let project = '';

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-parts-')));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function put(name: string, text = ''): string {
  const path = join(project, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const hookOf = (script: string, name = 'guard'): Hook =>
  aHook({ name, handler: { kind: 'command', form: 'shell', shell: 'bash', script } });
const sourceOf = (hooks: readonly Hook[], more: Partial<Source> = {}): Source => aSource({ hooks, ...more });
const coverOf = (sources: readonly Source[], ...more: readonly ReadonlyMap<string, string>[]): Cover =>
  coverProject(sources, project, ['QODER_PROJECT_DIR'], ...more);
const partsOf = ({ parts }: Cover, hooks: readonly Hook[]) => hooks.map(({ handler }) => parts.get(handler));
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

test('each hook has a digest over the files that it leads to, and over no others', () => {
  const hooks = [hookOf('sh a.sh'), hookOf('sh "$QODER_PROJECT_DIR/b.sh"'), hookOf('true')];
  put('a.sh', 'one');
  put('b.sh', 'two');
  const digests = () => partsOf(coverOf([sourceOf(hooks)]), hooks).map((part) => part?.digest);
  const digestOf = (...files: readonly (readonly string[])[]) => sha(JSON.stringify(files));
  const a = digestOf([join(project, 'a.sh'), sha('one')]);
  expect(digests()).toEqual([a, digestOf([join(project, 'b.sh'), sha('two')]), digestOf()]);
  put('b.sh', 'three');
  expect(digests()).toEqual([a, digestOf([join(project, 'b.sh'), sha('three')]), digestOf()]);
});

test('each hook tells what must stay as it is, one look for each place', () => {
  const hooks = [hookOf('sh a.sh'), hookOf('sh gone.sh')];
  put('a.sh', 'one');
  const looks = partsOf(coverOf([sourceOf(hooks)]), hooks).map((part) =>
    (part?.looks ?? []).map(({ path, depth }) => `${relative(project, path)} ${depth}`),
  );
  expect(looks[0]).toContain('a.sh content');
  expect(looks[0]?.filter((look) => look.startsWith('a.sh'))).toHaveLength(1);
  expect(looks[0]?.some((look) => look.startsWith('gone.sh'))).toBe(false);
  expect(looks[1]?.some((look) => look.startsWith('a.sh'))).toBe(false);
});

test('the whole digest is one over all files, which stand in one order', () => {
  put('a.sh', 'one');
  const twice = ['x', 'y', 'z'].map((definitions) => sourceOf([], { definitions, display: 'same.json' }));
  const sources = [sourceOf([hookOf('sh a.sh')], { display: 'b.json', scope: 'local' }), ...twice];
  const { content } = coverOf(sources);
  expect(content.files.map(({ path }) => path)).toEqual(['b.json', 'same.json', 'same.json', 'same.json', 'a.sh']);
  expect(content.digest).toBe(
    sha(JSON.stringify(['hookline trust 1', ...content.files.map(({ path, digest }) => [path, digest])])),
  );
  const [first, second, third, fourth] = sources;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error();
  for (const other of [
    [fourth, third, second, first],
    [third, second, fourth, first],
    [second, fourth, first, third],
  ])
    expect(coverOf(other).content).toEqual(content);
  const digests = content.files.slice(1, 4).map(({ digest }) => digest);
  expect(digests).toEqual(digests.toSorted());
});

test('what people should know of a file is told with it, each thing once', () => {
  put('hooks/a.sh', 'bash run-tests.sh; node test/all.mjs; make all; "$1" x');
  put('hooks/b.sh', 'make all');
  put('run-tests.sh');
  put('test/all.mjs');
  const one = sourceOf([hookOf('sh hooks/a.sh'), hookOf('sh hooks/a.sh'), hookOf('npm test; $X'), hookOf('npm test')]);
  const two = sourceOf([hookOf('sh hooks/b.sh'), hookOf('make all')], { display: 'two.json' });
  const three = sourceOf([hookOf('sh "$QODER_PROJECT_DIR/gone.sh"')], { display: 'x.json' });
  const { files } = coverOf([one, two, three]).content;
  expect(files.map(({ path, note }) => [path, note])).toEqual([
    [
      'hooks.json',
      'not covered: npm test (what it starts is known only to it); not covered: … (what it starts is put together while it runs)',
    ],
    ['two.json', 'not covered: make all (what it starts is known only to it)'],
    ['x.json', null],
    ['gone.sh', 'absent'],
    [
      'hooks/a.sh',
      'not covered: make all (what it starts is known only to it); not covered: … x (what it starts is put together while it runs)',
    ],
    ['hooks/b.sh', 'not covered: make all (what it starts is known only to it)'],
    ['run-tests.sh', null],
    ['test/all.mjs', null],
  ]);
});

test('a file that counts as it was is listed with the digest that it had, whatever it is now', () => {
  const path = put('a.sh', 'now');
  const hooks = [hookOf('sh a.sh')];
  const remembered = new Map([
    [path, 'as it was'],
    [join(project, 'old.json'), 'before'],
  ]);
  const cover = coverOf([sourceOf(hooks)], remembered);
  expect(cover.content.files.slice(1)).toEqual([
    { path: 'a.sh', digest: 'as it was', note: null },
    { path: 'old.json', digest: 'before', note: null },
  ]);
  expect(cover.content.refusal).toBeNull();
  expect(partsOf(cover, hooks)[0]?.digest).toBe(sha(JSON.stringify([[path, 'as it was']])));
});

test('after a hook that leads to too much none is looked at, and none may run', () => {
  put('a.sh');
  const hooks = [hookOf('sh a.sh', 'one'), hookOf(`echo ${'x '.repeat(200_000)}`, 'two'), hookOf('sh b.sh', 'three')];
  const cover = coverOf([sourceOf(hooks.slice(0, 2), { display: 'z.json' }), sourceOf(hooks.slice(2))]);
  expect(cover.content).toEqual({
    path: project,
    digest: 'not-covered',
    files: ['hooks.json', 'z.json'].map((path) => ({ path, digest: expect.any(String) as string, note: null })),
    refusal:
      'its hooks lead to hooks.json two: more than 262144 characters of shell texts to look through, at test:two: that is too much to be trusted',
  });
  const parts = partsOf(cover, hooks);
  expect(parts.map((part) => part?.digest)).toEqual(['not-covered', 'not-covered', 'not-covered']);
  expect(parts[0]?.looks.map(({ path }) => path)).toContain(join(project, 'a.sh'));
  expect(parts.map((part) => part?.looks)).toEqual(hooks.map(() => parts[0]?.looks));
});

test('of what was too much at most 256 looks are kept, and no path of the machine is told', () => {
  const hooks = [hookOf(Array.from({ length: 1_001 }, (_, index) => `sh h/${index}.sh`).join('; '))];
  const cover = coverOf([sourceOf(hooks)]);
  expect(cover.content.refusal).toBe(
    'its hooks lead to hooks.json guard: more than 1000 scripts, at h/0.sh: that is too much to be trusted',
  );
  expect(partsOf(cover, hooks)[0]?.looks).toHaveLength(256);
});

test('a hook that led to too much before it looked at anything has no looks', () => {
  const hooks = [hookOf('x'.repeat(262_145))];
  expect(partsOf(coverOf([sourceOf(hooks)]), hooks)).toEqual([{ digest: 'not-covered', looks: [] }]);
});

test('scripts that are too large, alone or together, make the project one that cannot be trusted', () => {
  const MIB = 1024 * 1024;
  const hooks = [hookOf('sh a; sh b; sh c'), hookOf('true')];
  for (const name of ['a', 'b']) truncateSync(put(name), 64 * MIB);
  put('c', 'x');
  const cover = coverOf([sourceOf(hooks)]);
  expect(cover.content).toMatchObject({
    digest: 'not-covered',
    refusal: 'its scripts are larger than 128 MiB together',
    files: [{ path: 'hooks.json' }, { path: 'a' }, { path: 'b' }],
  });
  expect(partsOf(cover, hooks).map((part) => part?.digest)).toEqual(['not-covered', 'not-covered']);
  truncateSync(join(project, 'a'), 64 * MIB + 1);
  expect(coverOf([sourceOf(hooks)]).content).toMatchObject({ digest: 'not-covered', refusal: 'a: larger than 64 MiB' });
});

test('more than two thousand scripts of all hooks together are too many', () => {
  const many = (name: string) => hookOf(Array.from({ length: 667 }, (_, index) => `sh ${name}/${index}.sh`).join('; '));
  const hooks = ['a', 'b', 'c'].map(many);
  expect(coverOf([sourceOf(hooks)]).content).toMatchObject({
    digest: 'not-covered',
    refusal: 'its hooks name more than 2000 scripts',
  });
});

test('a mistake of the program is no refusal, and behind what is too much nothing is looked at', () => {
  const broken = { ...hookOf('true'), env: null } as unknown as Hook;
  expect(() => coverOf([sourceOf([broken])])).toThrow(TypeError);
  const over = hookOf('x'.repeat(262_145));
  expect(coverOf([sourceOf([over, broken, broken])]).content.digest).toBe('not-covered');
});

test('definitions are told apart by all that they say', () => {
  const hooks = [
    {},
    { name: 'other' },
    { matcher: aMatcher('Bash') },
    { condition: aMatcher('x') },
    { handler: hookOf('other').handler },
    { timeoutMs: 1 },
  ].map((more) => aHook(more as Partial<Hook>));
  const digests = hooks.map(definitionDigest);
  expect(new Set(digests).size).toBe(hooks.length);
  expect(hooks.map((hook) => definitionDigest({ ...hook }))).toEqual(digests);
  for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
});
