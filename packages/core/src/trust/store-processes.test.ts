import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTrusted } from '../../../../test/support/pins.ts';
import { openTrustStore } from './store.ts';

let root = '';
let program = '';

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-store-processes-')));
  program = join(root, 'writer.mjs');
  const store = fileURLToPath(new URL('./store.ts', import.meta.url));
  writeFileSync(
    join(root, 'writer.ts'),
    `import { createHash } from 'node:crypto';
     import { openTrustStore } from ${JSON.stringify(store)};
     const [state, root, writer, mode] = process.argv.slice(2);
     const store = openTrustStore(state);
     for (let n = 0; n < 100; n++) {
       const digest = createHash('sha256').update(writer + ':' + n).digest('hex');
       const path = mode === 'same' ? root + '/same' : root + '/' + writer + '-' + n;
       const pin = (path) => ({ v: 3, path, digest, given: { at: '', by: 'a test', terminal: true }, rules: 1, copy: {}, hooks: [], written: [], replaced: [] });
       const result = store.pin(pin(path), 'only-this');
       if (!result.ok) throw new Error(result.why);
       if (mode === 'churn') {
         const results = [store.untrust(root + '/churn'), store.pin(pin(root + '/churn'), 'only-this')];
         for (const churned of results) if (!churned.ok) throw new Error(churned.why);
       }
       process.stdout.write(path + ' ' + digest + '\\n');
     }`,
  );
  await build({
    entryPoints: [join(root, 'writer.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Ended {
  readonly acknowledged: readonly string[];
  readonly code: number | null;
  readonly errors: string;
}

function startWriter(state: string, writer: number, mode: string, killAfterMs?: number): Promise<Ended> {
  const child = spawn(process.execPath, [program, state, root, String(writer), mode]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  if (killAfterMs !== undefined) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), killAfterMs));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, errors, acknowledged: output.split('\n').slice(0, -1) }));
  });
}

const areTrusted = (state: string, acknowledged: readonly string[]): boolean[] => {
  const store = openTrustStore(state);
  return acknowledged.map((line) => isTrusted(store, line.split(' ')[0] ?? '', line.split(' ')[1] ?? ''));
};

test.each(['distinct', 'churn'])(
  '8 processes × 100 decisions on %s projects lose nothing',
  { timeout: 120_000 },
  async (mode) => {
    const state = join(root, `state-${mode}`);
    const ended = await Promise.all(Array.from({ length: 8 }, (_, writer) => startWriter(state, writer, mode)));
    expect(ended.map(({ code, errors }) => ({ code, errors }))).toEqual(ended.map(() => ({ code: 0, errors: '' })));
    const trusted = areTrusted(
      state,
      ended.flatMap(({ acknowledged }) => acknowledged),
    );
    expect(trusted.length).toBe(800);
    expect(trusted.filter((isTrusted) => !isTrusted)).toEqual([]);
    expect(openTrustStore(state).list().length).toBeGreaterThanOrEqual(800);
  },
);

test(
  'of 8 processes that decide about one project at once, one decision stays in force',
  { timeout: 120_000 },
  async () => {
    const state = join(root, 'state-same');
    const ended = await Promise.all(Array.from({ length: 8 }, (_, writer) => startWriter(state, writer, 'same')));
    expect(ended.map(({ code, errors }) => ({ code, errors }))).toEqual(ended.map(() => ({ code: 0, errors: '' })));
    const last = ended.map(({ acknowledged }) => acknowledged.at(-1)?.split(' ')[1]);
    const { pins } = openTrustStore(state).decisions(join(root, 'same'));
    expect(pins).toHaveLength(1);
    expect(last).toContain(pins[0]?.digest);
  },
);

test(
  'a writer that is killed at any moment loses nothing that it acknowledged and damages nothing',
  { timeout: 120_000 },
  async () => {
    const state = join(root, 'state-killed');
    mkdirSync(state, { mode: 0o700 });
    for (let round = 0; round < 10; round++) {
      const { acknowledged } = await startWriter(state, round, 'distinct', round * 3);
      expect(areTrusted(state, acknowledged).every(Boolean)).toBe(true);
    }
    const store = openTrustStore(state);
    store.list();
    expect(store.problems()).toEqual([]);
  },
);
