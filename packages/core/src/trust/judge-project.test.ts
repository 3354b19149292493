import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHooks, type Hooks, type HooksOptions, type AnyEvent } from '../internal.ts';
import { listTrust, showTrust, trustProject } from '../host/project-trust.ts';
import { trustRecordText } from './older-record.ts';
import { repin, unpin } from '../../../../test/support/older-pin.ts';

let root = '';
let project = '';
let opened: Hooks[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-state-')));
  project = join(root, 'project');
  put('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: ["./guard.sh"]\n');
  put('guard.sh', GUARD, 0o755);
});

afterEach(async () => {
  await Promise.all(opened.map((hooks) => hooks.close()));
  opened = [];
  rmSync(root, { recursive: true, force: true });
});

const GUARD = '#!/bin/bash\necho no >&2\nexit 1\n';

function put(name: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text, { mode });
}

const place = (): HooksOptions => ({
  project,
  home: join(root, 'home'),
  env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: join(root, 'state') },
});

async function open(): Promise<Hooks> {
  const hooks = await createHooks(place());
  opened.push(hooks);
  return hooks;
}

const TOOL: AnyEvent = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a record of trust from a release that kept no copy', () => {
  /** As that release wrote it. */
  function putRecord(files: readonly { readonly path: string; readonly digest: string }[], v: 1 | 2 = 2): void {
    const folder = join(root, 'state/trust', sha(project));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const record = { v, path: project, digest: sha('all'), at: '2026-01-01T00:00:00.000Z', files };
    // The first records had no check of their own.
    const text = v === 1 ? `${JSON.stringify(record)}\n` : trustRecordText(record);
    writeFileSync(join(folder, `${sha('all')}.json`), text, { mode: 0o600 });
  }
  // What hookline 0.1.0 wrote for the project of these tests.
  const FILES = () => [
    { path: '.kode/config.yaml', digest: 'd75f7cc30cf6bb7de1d1883d32aafc2f98399066b1a003e1e75a7d3a6eefbc16' },
    { path: 'guard.sh', digest: 'f5e45955c51e6653dc48d02a9a32d8d73a5e3230e1ecfa3c26f48487530b60b4+x' },
    {
      path: '.kode/config.yaml tool_call_pre[0]',
      digest: '99e39cc6f039389e007d0bd4671ba1ea62ddcb583927b3cb7ab4e5f83711d32b',
    },
  ];

  test.each([1, 2] as const)('of version %i counts as trust where nothing has changed since', async (v) => {
    putRecord(FILES(), v);
    expect(await listTrust(place())).toEqual([{ path: project, digest: sha('all'), state: 'trusted' }]);
    expect(await showTrust(place())).toMatchObject({ already: true, problem: null });
    put('guard.sh', `${GUARD}# changed\n`, 0o755);
    expect(await listTrust(place())).toMatchObject([{ state: 'changed' }]);
    expect(await showTrust(place())).toMatchObject({ already: false, changes: { changed: ['guard.sh'] } });
  });

  test('becomes a pin when it is trusted again', async () => {
    putRecord(FILES());
    expect(await trustProject(place())).toMatchObject({ already: true, problem: null });
    const names = readdirSync(join(root, 'state/trust', sha(project)));
    expect([names.length, names.includes(`${sha('all')}.json`)]).toEqual([1, false]);
  });

  test.each([1, 2] as const)('of version %i becomes a pin where nothing has changed since', async (v) => {
    putRecord(FILES(), v);
    expect((await (await open()).fire(TOOL)).decision).toBe('block');
    const [name = ''] = readdirSync(join(root, 'state/trust', sha(project)));
    expect(name).not.toBe(`${sha('all')}.json`);
    rmSync(join(project, '.kode/config.yaml'));
    expect((await (await open()).fire(TOOL)).decision).toBe('block');
    expect(await trustProject(place())).toMatchObject({ already: false });
  });

  test('keeps what is changed since withheld, and says what it is', async () => {
    putRecord(FILES());
    put('guard.sh', '#!/bin/bash\ntouch ran\n', 0o755);
    const outcome = await (await open()).fire(TOOL);
    expect(outcome).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('guard.sh changed') as string,
      hooks: [{ status: 'skipped' }],
    });
    expect(outcome.diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('is not what was trusted (guard.sh changed)'),
    );
    expect(readdirSync(project)).not.toContain('ran');
    expect((await (await open()).fire({ ...TOOL, non_interactive: true })).block?.effect).toBe('deny_tool');
  });

  test('keeps a definition that was added since from counting as trusted', async () => {
    putRecord(FILES());
    put('.polytoken/hooks.json', '[{"name": "x", "event": "pre_tool_use", "handler": {"bash": "touch ran"}}]');
    expect((await (await open()).fire(TOOL)).decision).toBe('ask');
    expect(readdirSync(project)).not.toContain('ran');
  });
});

describe('of several contents that were kept', () => {
  test('the definitions are in force whose files are there', async () => {
    await trustProject(place());
    put('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: ["./other.sh"]\n');
    put('other.sh', GUARD.replace('no', 'never'), 0o755);
    await trustProject(place(), { also: true });
    const hooks = await open();
    expect((await hooks.fire(TOOL)).block?.reason).toBe('never');
    put('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: ["./guard.sh"]\n');
    expect((await hooks.fire(TOOL)).block?.reason).toBe('no');
    put('.kode/config.yaml', 'hooks: {}\n');
    expect((await hooks.fire(TOOL)).block?.reason).toBe('never');
  });
});

test('a change of what is not about hooks in a hook file is no difference', async () => {
  put('.kode/config.yaml', 'model: fast\nhooks:\n  tool_call_pre:\n    - exec: ["./guard.sh"]\n');
  await trustProject(place());
  put('.kode/config.yaml', '# comment\nmodel: slow\nhooks:\n  tool_call_pre:\n    - exec: ["./guard.sh"]\n');
  const hooks = await open();
  expect(hooks.diagnostics).toEqual([]);
  expect((await hooks.fire(TOOL)).decision).toBe('block');
  expect(await trustProject(place())).toMatchObject({ already: true });
});

test('a store that others can write to, with a decision about hooks that are gone from the files, lets nothing pass', async () => {
  await trustProject(place());
  rmSync(join(project, '.kode'), { recursive: true });
  chmodSync(join(root, 'state'), 0o777);
  expect((await (await open()).fire(TOOL)).decision).toBe('block');
});

test('a store that others can write to costs a project without hooks and decisions nothing', async () => {
  rmSync(join(project, '.kode'), { recursive: true });
  mkdirSync(join(root, 'state'));
  chmodSync(join(root, 'state'), 0o777);
  expect((await (await open()).fire(TOOL)).decision).toBe('none');
});

test('a damaged decision about hooks that are gone from the files lets nothing pass', async () => {
  await trustProject(place());
  const folder = join(root, 'state/trust', sha(project));
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), '{"v":3');
  rmSync(join(project, '.kode'), { recursive: true });
  expect(await (await open()).fire(TOOL)).toMatchObject({
    decision: 'block',
    block: {
      reason: expect.stringContaining('it is not known whether the hooks of this project are trusted') as string,
    },
  });
});

test('a definition that was replaced is called an older version when it comes back, and does not run', async () => {
  const define = (program: string): void =>
    put('.kode/config.yaml', `hooks:\n  tool_call_pre:\n    - exec: ["${program}"]\n`);
  put('other.sh', GUARD.replace('no', 'never'), 0o755);
  const told = async (): Promise<readonly string[]> => (await open()).diagnostics.map(({ message }) => message);
  const older = expect.stringContaining('.kode/config.yaml changed back to an older version') as string;
  await trustProject(place());
  define('./other.sh');
  await trustProject(place());
  define('./third.sh');
  expect(await told()).not.toContainEqual(older);
  define('./guard.sh');
  expect(await told()).toContainEqual(older);
  expect((await (await open()).fire(TOOL)).block?.reason).toBe('never');
  // That it was replaced is still known after one more decision.
  define('./other.sh');
  put('other.sh', GUARD.replace('no', 'not now'), 0o755);
  await trustProject(place());
  define('./guard.sh');
  expect(await told()).toContainEqual(older);
});

describe('text of a HOOK.md that nothing runs by', () => {
  const hookFile = (description: string, event = 'before_tool'): string =>
    `---\nname: guard\ndescription: ${description}\ntrigger: ${event}\n---\nMore about it.\n`;
  const FILE = '.agents/hooks/guard/HOOK.md';

  beforeEach(async () => {
    put(FILE, hookFile('Guards.'));
    put('.agents/hooks/guard/scripts/run', '#!/bin/sh\necho no >&2\nexit 2\n', 0o755);
    await trustProject(place());
  });

  const told = async (): Promise<readonly string[]> =>
    (await open()).diagnostics.map(({ severity, file, message }) => `${severity} ${file}: ${message}`);

  test.each([
    ['its description', hookFile('Guards a lot.')],
    ['what stands below its front matter', `${hookFile('Guards.')}And more.\n`],
  ])('is told when it changes, as what it is: %s', async (_what, text) => {
    expect(await told()).toEqual([]);
    put(FILE, text);
    expect(await told()).toEqual([
      `info ${FILE}: the text of this definition is not as it was trusted; nothing that runs differs`,
    ]);
    expect(await showTrust(place())).toMatchObject({
      already: true,
      changes: { added: [], removed: [], changed: [], textOnly: [FILE] },
    });
    expect((await (await open()).fire(TOOL)).decision).toBe('block');
  });

  test('is told until it is trusted again', async () => {
    put(FILE, hookFile('Guards a lot.'));
    expect(await trustProject(place())).toMatchObject({ changes: { textOnly: [FILE] }, problem: null });
    expect(await told()).toEqual([]);
    expect((await showTrust(place())).changes).toEqual({ added: [], removed: [], changed: [], textOnly: [] });
  });

  test('is not told beside a change of what runs in the same file', async () => {
    put(FILE, hookFile('Guards a lot.', 'after_tool'));
    expect(await told()).toEqual([expect.stringMatching(/^warning .*HOOK\.md changed/)]);
    expect((await showTrust(place())).changes?.textOnly).toEqual([]);
  });

  test('is told by a host that has been open for long, and no longer when it is as before', async () => {
    // Of files that are older than a few seconds only the times are looked at.
    const now = Date.now.bind(Date);
    const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
    try {
      const hooks = await open();
      const messages = async (): Promise<readonly string[]> =>
        (await hooks.fire(TOOL)).diagnostics.map(({ message }) => message);
      expect(await messages()).toEqual([]);
      put(FILE, hookFile('Guards.', 'after_tool'));
      expect(await messages()).toEqual([expect.stringMatching(/HOOK\.md changed/)]);
      put(FILE, hookFile('Guards.'));
      expect(await messages()).toEqual([]);
    } finally {
      later.mockRestore();
    }
  });
});

describe('a pin of a version that covered less', () => {
  beforeEach(async () => {
    put('guard.sh', '#!/bin/bash\ngrep -qf deny.txt && exit 1\nexit 0\n', 0o755);
    put('deny.txt', 'ls\n');
    put('README.md', 'read me\n');
    await trustProject(place());
    unpin('deny.txt', join(root, 'state'));
  });

  test('stands, and names what it does not pin as that and not as a change', async () => {
    expect((await (await open()).fire(TOOL)).decision).toBe('block');
    expect((await showTrust(place())).changes).toEqual({
      added: [],
      removed: [],
      changed: [],
      textOnly: [],
      unpinned: ['deny.txt'],
    });
    expect((await listTrust(place())).map(({ state }) => state)).toEqual(['trusted']);
  });

  test('is replaced when the project is trusted again: then a change of the file withholds the hook', async () => {
    await trustProject(place());
    expect((await showTrust(place())).changes?.unpinned).toBe(undefined);
    put('deny.txt', 'nothing\n');
    expect((await (await open()).fire(TOOL)).hooks.map(({ status }) => status)).toEqual(['skipped']);
  });

  test('names a changed file beside it as a change', async () => {
    put('guard.sh', '#!/bin/bash\ngrep -qf deny.txt\n', 0o755);
    expect((await showTrust(place())).changes).toMatchObject({ changed: ['guard.sh'], unpinned: ['deny.txt'] });
    expect((await listTrust(place())).map(({ state }) => state)).toEqual(['changed']);
  });

  test('is no gate that stands open: what is written after the trust was given withholds the hook', async () => {
    put('deny.txt', 'nothing\n');
    expect((await (await open()).fire(TOOL)).hooks.map(({ status }) => status)).toEqual(['skipped']);
    expect((await showTrust(place())).changes).toMatchObject({ added: ['deny.txt'] });
    expect((await listTrust(place())).map(({ state }) => state)).toEqual(['changed']);
  });

  test('withholds nothing where it names a file that counts no more, unless that file changes', async () => {
    await trustProject(place());
    repin(join(root, 'state'), 'README.md');
    expect((await (await open()).fire(TOOL)).decision).toBe('block');
    expect((await showTrust(place())).changes).toMatchObject({ removed: [] });
    put('README.md', 'changed\n');
    expect((await (await open()).fire(TOOL)).hooks.map(({ status }) => status)).toEqual(['skipped']);
  });
});
