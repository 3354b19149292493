import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { needs } from '../../../../../test/support/programs.ts';

/** A host outside this repository, bundled with its assets beside it as the command line is. */
const folder = mkdtempSync(join(tmpdir(), 'hookline-host-'));
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const HOST = `
import { createPythonRunner } from ${JSON.stringify(here('../python.ts'))};
import { createModuleRunner } from ${JSON.stringify(here('../module.ts'))};
const project = ${JSON.stringify(folder)};
const event = { name: 'Stop', payload: {}, session_id: null, cwd: project, permission_mode: null };
const frame = { runId: 'r', timeoutMs: 20000, event };
const python = createPythonRunner();
const modules = createModuleRunner();
const [kind, name] = process.argv.slice(2);
const report = kind === 'python'
  ? await python.run({ ...frame, kind, callable: 'guard:' + name, project, env: process.env })
  : await modules.run({ ...frame, kind, path: project + '/' + name, exportName: 'default' });
console.log(JSON.stringify(report.value ?? report.ending));
`;

const GUARD = `
import os, re, subprocess, time
def fine(event):
    return {"fine": True}
def hang(event):
    subprocess.Popen(["setsid", "sleep", "65"])
    time.sleep(60)
def hold(event):
    subprocess.Popen(["sleep", "66"])
    re.match("(a+)+$", "a" * 40 + "b")
`;

beforeAll(async () => {
  writeFileSync(join(folder, 'host.ts'), HOST);
  writeFileSync(join(folder, 'guard.py'), GUARD);
  writeFileSync(join(folder, 'hook.mjs'), 'export default () => ({ fine: true });');
  writeFileSync(join(folder, 'hook.ts'), 'export default (): object => ({ fine: true });');
  cpSync(here('../../../assets'), join(folder, 'assets'), { recursive: true });
  await build({
    entryPoints: [join(folder, 'host.ts')],
    outfile: join(folder, 'host.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function startHost(kind: string, name: string): ChildProcess {
  const env = { ...process.env, MARK: folder };
  return spawn(process.execPath, [join(folder, 'host.mjs'), kind, name], { stdio: ['ignore', 'pipe', 'inherit'], env });
}

async function outputOf(host: ChildProcess): Promise<string> {
  let output = '';
  host.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(host, 'close');
  return output;
}

/** Processes of the host's tree, itself left out. */
function survivors(host: ChildProcess): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== host.pid)
    .filter((name) => environmentOf(name).includes(`MARK=${folder}`));
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

for (const [kind, name, ...programs] of [['python', 'fine', 'python3'] as const, ['module', 'hook.mjs'] as const])
  test(
    `an idle ${kind} worker neither keeps a host alive nor outlives it, and assets are found beside a bundle`,
    needs(...programs),
    async () => {
      const host = startHost(kind, name);
      const startedAt = performance.now();
      expect(await outputOf(host)).toBe('{"fine":true}\n');
      expect(host.exitCode).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(8000);
      await vi.waitFor(() => expect(survivors(host)).toEqual([]), 3000);
    },
  );

test('without jiti anywhere near, TypeScript is not started, and says so', async () => {
  const why = `TypeScript cannot be run here: jiti is not installed; give ${folder}/hook.ts as JavaScript`;
  expect(JSON.parse(await outputOf(startHost('module', 'hook.ts')))).toEqual({ how: 'not-started', why });
});

test('jiti is found where it is installed for a bundle', async () => {
  cpSync(here('../../../../../node_modules/jiti'), join(folder, 'node_modules/jiti'), { recursive: true });
  expect(await outputOf(startHost('module', 'hook.ts'))).toBe('{"fine":true}\n');
});

test.each(['hang', 'hold'])(
  'nothing survives a host that is killed while a callable does "%s"',
  needs('python3', 'setsid'),
  async (name) => {
    const host = startHost('python', name);
    await vi.waitFor(() => expect(survivors(host).length).toBeGreaterThanOrEqual(3), 5000);
    const exited = once(host, 'exit');
    host.kill('SIGKILL');
    await exited;
    await vi.waitFor(() => expect(survivors(host)).toEqual([]), 3000);
  },
);
