import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import type { ModuleRequest, Report } from '../model/index.ts';
import { createModuleRunner } from './module.ts';

const runner = createModuleRunner();
const root = mkdtempSync(join(tmpdir(), 'hookline-module-'));
let folders = 0;

afterAll(async () => {
  await runner.close();
  rmSync(root, { recursive: true, force: true });
});

/** Writes the files into a folder of their own; gives the path of the first. */
function files(texts: Readonly<Record<string, string>>): string {
  const folder = join(root, String((folders += 1)));
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, Object.keys(texts)[0] ?? '');
}

type Options = Partial<Pick<ModuleRequest, 'exportName' | 'timeoutMs'>> & { readonly signal?: AbortSignal };

const EVENT = {
  name: 'PreToolUse',
  payload: { tool_input: { command: 'ls' } },
  session_id: 's1',
  cwd: '/p',
  permission_mode: null,
};

function call(path: string, { exportName = 'default', timeoutMs = 10_000, signal }: Options = {}): Promise<Report> {
  return runner.run({ kind: 'module', runId: 'r', path, exportName, timeoutMs, event: EVENT }, signal);
}

const hook = (body: string): string => files({ 'hook.mjs': `export default async (event) => { ${body} };\n` });

test('an export is called with the frozen event and gives the outcome fields', async () => {
  const path = files({
    'secrets.mjs': `export function blockSecrets(event) {
  const frozen = [event, event.payload, event.payload.tool_input].every(Object.isFrozen);
  return { blocked: true, reason: 'no', updated_input: { frozen, event } };
}`,
  });
  expect(await call(path, { exportName: 'blockSecrets' })).toEqual({
    ending: { how: 'answered' },
    stdout: '',
    stderr: '',
    truncated: [],
    durationMs: expect.any(Number),
    value: { blocked: true, reason: 'no', updated_input: { frozen: true, event: EVENT } },
  });
});

test('the default export is called when no name is given, CommonJS included', async () => {
  expect((await call(hook('return { blocked: false }'))).value).toEqual({ blocked: false });
  const commonjs = files({
    'hook.cjs': 'module.exports = Object.assign(() => ({ whole: true }), { ["na" + "med"]: () => ({ named: true }) });',
  });
  expect((await call(commonjs)).value).toEqual({ whole: true });
  expect((await call(commonjs, { exportName: 'named' })).value).toEqual({ named: true });
});

test('a hook that returns nothing has nothing to say', async () => {
  expect(await call(hook(''))).toMatchObject({ ending: { how: 'answered' }, value: null });
  expect(await call(hook('return null'))).toMatchObject({ ending: { how: 'answered' }, value: null });
});

test.each([
  ['return true', 'the hook returned a value of type boolean; expected an object of outcome fields, or nothing'],
  ['return "deny"', 'the hook returned a value of type string; expected an object of outcome fields, or nothing'],
  ['return []', 'the hook returned a list; expected an object of outcome fields, or nothing'],
  ['return { a: 1n }', 'the hook returned what JSON cannot hold: Do not know how to serialize a BigInt'],
  ['const a = {}; a.a = a; return a', /^the hook returned what JSON cannot hold: Converting circular structure/],
  ['let a = {}; for (let n = 0; n < 600; n++) a = { a }; return a', /nested too deeply/],
  ['return { a: "x".repeat(9 << 20) }', /^the hook returned more than 8388608 characters/],
])('%s is garbled', async (body, why) => {
  expect((await call(hook(body))).ending).toEqual({
    how: 'garbled',
    why: typeof why === 'string' ? why : expect.stringMatching(why),
  });
});

test('a missing file, export or package is not started, and says what was found', async () => {
  const why = async (path: string, exportName?: string): Promise<unknown> =>
    (await call(path, exportName === undefined ? {} : { exportName })).ending;
  expect(await why(join(root, 'absent.mjs'))).toEqual({
    how: 'not-started',
    why: expect.stringMatching(/absent.mjs cannot be run: .*no such file/),
  });
  const path = files({ 'hook.mjs': 'export const one = () => {}; export const two = 2;' });
  expect(await why(path, 'three')).toEqual({
    how: 'not-started',
    why: `${path} has no export "three"; its exports: one, two`,
  });
  expect(await why(path)).toEqual({ how: 'not-started', why: `${path} has no default export; its exports: one, two` });
  expect(await why(path, 'two')).toEqual({
    how: 'not-started',
    why: `the export "two" of ${path} is no function but of type number`,
  });
  expect(await why(path, 'toString')).toMatchObject({ how: 'not-started' });
  const needy = files({ 'hook.mjs': 'import "no-such-package"; export default () => {};' });
  expect(await why(needy)).toEqual({
    how: 'not-started',
    why: expect.stringMatching(/hook.mjs cannot be imported: Error: Cannot find package 'no-such-package'/),
  });
});

test('a module that throws on import has raised, and is tried again after its edit', async () => {
  const path = files({ 'hook.mjs': 'throw new RangeError("no luck");' });
  expect((await call(path)).ending).toEqual({ how: 'raised', why: `importing ${path} raised RangeError: no luck` });
  writeFileSync(path, 'export default () => {');
  expect((await call(path)).ending).toEqual({ how: 'raised', why: expect.stringMatching(/raised SyntaxError: /) });
  writeFileSync(path, 'export default () => ({ fixed: true })');
  expect((await call(path)).value).toEqual({ fixed: true });
});

test.each([
  ['throw new TypeError("bad")', 'TypeError: bad'],
  ['throw "text"', 'threw text'],
  ['throw null', 'threw null'],
  ['throw Object.create(null)', 'threw a value that has no text'],
  ['await Promise.reject(new Error("late"))', 'Error: late'],
  ['process.exit(0)', 'it ended its thread by process.exit(0)'],
  ['process.exit(7)', 'it ended its thread by process.exit(7)'],
  [
    'setTimeout(() => { throw new Error("astray") }); await new Promise(() => {})',
    'it brought its thread down: Error: astray',
  ],
  ['Promise.reject(new Error("unheard")); await new Promise(() => {})', 'it brought its thread down: Error: unheard'],
])('%s has raised, the host survives and the next call works', async (body, why) => {
  const path = files({ 'hook.mjs': `export default async () => { ${body} };\nexport const fine = () => ({});\n` });
  expect((await call(path)).ending).toEqual({ how: 'raised', why });
  expect((await call(path, { exportName: 'fine' })).value).toEqual({});
});

test.each([
  ['loops for ever', 'for (;;);'],
  ['never settles', 'await new Promise(() => {});'],
  ['never settles and keeps busy', 'setInterval(() => {}, 1); await new Promise(() => {});'],
  ['waits for a child', '(await import("node:child_process")).execSync("sleep 63");'],
])('a hook that %s is timed out, and the next call works', async (_, body) => {
  const path = files({
    'hook.mjs': `export default async () => { console.log('started'); ${body} };\nexport const fine = () => ({});\n`,
  });
  const report = await call(path, { timeoutMs: 400 });
  expect(report).toMatchObject({ ending: { how: 'timed-out', afterMs: 400 }, stdout: 'started\n' });
  expect(report.durationMs).toBeLessThan(1400);
  expect((await call(path, { exportName: 'fine' })).value).toEqual({});
});

test('a runaway allocation ends its thread, not the host', async () => {
  const report = await call(hook('const all = []; for (;;) all.push(new Array(100_000).fill(all.length + 0.5));'), {
    timeoutMs: 60_000,
  });
  expect(report.ending).toEqual({ how: 'raised', why: expect.stringMatching(/memory/) });
}, 60_000);

test('console output is captured, also from a hook that does not come back', async () => {
  const path = hook(
    'console.log("out", 1); console.error("err"); process.stdout.write(Buffer.from("bytes"), () => {}); return {}',
  );
  expect(await call(path)).toMatchObject({ stdout: 'out 1\nbytes', stderr: 'err\n', value: {} });
  expect(await call(path)).toMatchObject({ stdout: 'out 1\nbytes', stderr: 'err\n' });
  expect(await call(hook('console.log("last words"); process.exit(1)'))).toMatchObject({ stdout: 'last words\n' });
});

test('output is bounded, and said to be cut', async () => {
  const report = await call(
    hook('for (let n = 0; n < 300; n++) console.log("é".repeat(50_000)); return { blocked: true }'),
  );
  expect(report).toMatchObject({ truncated: ['stdout'], value: { blocked: true } });
  expect(Buffer.byteLength(report.stdout)).toBeGreaterThanOrEqual(1 << 20);
  expect(report.stdout.length).toBeLessThan(1 << 20);
});

test('a module stays loaded between calls, and is loaded anew after an edit of it or of what it imports', async () => {
  const path = files({
    'hook.mjs':
      'import { word } from "./lib/word.mjs";\nlet count = 0;\nexport default () => ({ word, count: ++count });\n',
    'lib/word.mjs': 'export const word = "one";\n',
  });
  expect((await call(path)).value).toEqual({ word: 'one', count: 1 });
  expect((await call(path)).value).toEqual({ word: 'one', count: 2 });
  writeFileSync(join(dirname(path), 'lib/word.mjs'), 'export const word = "two";\n');
  expect((await call(path)).value).toEqual({ word: 'two', count: 1 });
  expect((await call(path)).value).toEqual({ word: 'two', count: 2 });
});

test('an edit that leaves size and time stamps alone is noticed too', async () => {
  const path = files({ 'hook.mjs': '' });
  for (let round = 0; round < 10; round += 1) {
    writeFileSync(path, `export default () => ({ round: ${round} });\n`);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    expect((await call(path)).value).toEqual({ round });
  }
});

test('TypeScript is run, with what it imports', async () => {
  const path = files({
    'hook.ts': `import { verdict, type Verdict } from './verdict.js';
enum Word { No = 'no' }
export const check = (event: { readonly name: string }): Verdict => verdict(event.name + Word.No);
export default (): Verdict => verdict('default');
`,
    'verdict.ts':
      'export interface Verdict { readonly blocked: boolean; readonly reason: string }\nexport const verdict = (reason: string): Verdict => ({ blocked: true, reason });\n',
  });
  expect((await call(path, { exportName: 'check' })).value).toEqual({ blocked: true, reason: 'PreToolUseno' });
  expect((await call(path)).value).toEqual({ blocked: true, reason: 'default' });
  expect((await call(path, { exportName: 'other' })).ending).toEqual({
    how: 'not-started',
    why: `${path} has no export "other"; its exports: check, default`,
  });
  writeFileSync(join(dirname(path), 'verdict.ts'), 'export const verdict = (reason: string) => ({ edited: true });\n');
  expect((await call(path)).value).toEqual({ edited: true });
  expect(readdirSync(dirname(path)).sort()).toEqual(['hook.ts', 'verdict.ts']);
});

test('a hung call costs no other call, also of the same module', async () => {
  const path = files({ 'hook.mjs': 'export default () => { for (;;); };\nexport const fine = () => ({});\n' });
  const hung = call(path, { timeoutMs: 1500 });
  expect((await call(path, { exportName: 'fine' })).value).toEqual({});
  expect((await hung).ending.how).toBe('timed-out');
});

test('fifty calls at once are all answered', async () => {
  const path = hook('return { blocked: true }');
  const reports = await Promise.all(Array.from({ length: 50 }, () => call(path)));
  expect(reports.map(({ value }) => value)).toEqual(Array.from({ length: 50 }, () => ({ blocked: true })));
});

test('the thread is marked, so that hooks cannot fire hooks', async () => {
  const report = await call(hook('return { run: process.env.HOOKLINE_RUN }'));
  expect(report.value).toEqual({ run: expect.stringMatching(/^module-/) });
});

test('a signal cancels a call', async () => {
  const controller = new AbortController();
  const running = call(hook('for (;;);'), { signal: controller.signal });
  await pause(200);
  controller.abort();
  expect((await running).ending).toEqual({ how: 'cancelled' });
});

test('close ends what runs and what it started; later calls are cancelled', needs('setsid'), async () => {
  const own = createModuleRunner();
  const path = hook(
    `(await import('node:child_process')).spawn('setsid', ['sleep', '64'], { env: { ...process.env, MARK: ${JSON.stringify(root)} }, detached: true }); for (;;);`,
  );
  const request: ModuleRequest = {
    kind: 'module',
    runId: 'r',
    path,
    exportName: 'default',
    timeoutMs: 20_000,
    event: EVENT,
  };
  const running = own.run(request);
  await vi.waitFor(() => expect(marked()).not.toEqual([]), 5000);
  await own.close();
  expect((await running).ending).toEqual({ how: 'cancelled' });
  expect(marked()).toEqual([]);
  expect((await own.run(request)).ending).toEqual({ how: 'cancelled' });
});

function marked(): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(`MARK=${root}`));
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

test('a program that a hook waited for when its time was over leaves not even its name in the list of processes', async () => {
  const waiting = hook(`const { spawn } = await import('node:child_process');
    await new Promise((resolve) => spawn('sleep', ['65']).once('exit', () => resolve()));
    await new Promise(() => {});`);
  expect((await call(waiting, { timeoutMs: 1000 })).ending).toEqual({ how: 'timed-out', afterMs: 1000 });
  await vi.waitFor(() => expect(deadChildren()).toEqual([]), { timeout: 5000, interval: 50 });
  await pause(300); // a thread that ends later could leave one then
  expect(deadChildren()).toEqual([]);
});

/** Our children that have ended, but that have not been waited for (zombies). */
function deadChildren(): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').includes(`(sleep) Z ${process.pid} `);
    } catch {
      return false;
    }
  });
}
