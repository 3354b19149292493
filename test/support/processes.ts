import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { CommandRequest, Report } from '../../packages/core/src/model/index.ts';

/** The path of a misbehaving program. */
export function program(name: string): string {
  return fileURLToPath(new URL(`../programs/${name}`, import.meta.url));
}

let runs = 0;

/** A request that runs a program as the engine would, with the tag of its run in the environment. */
export function commandRequest(
  path: string,
  args: readonly string[] = [],
  more: Partial<CommandRequest> = {},
): CommandRequest {
  runs += 1;
  const runId = `test-${process.pid}-${runs}`;
  return {
    kind: 'command',
    runId,
    program: path,
    args,
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', HOOKLINE_RUN: runId },
    stdin: Buffer.from('{"word":"hello"}'),
    timeoutMs: 20_000,
    atTimeout: 'term',
    background: false,
    ...more,
  };
}

export function shellRequest(script: string, more: Partial<CommandRequest> = {}): CommandRequest {
  return commandRequest('bash', ['-c', script], { script, ...more });
}

/** Every living process in whose environment or arguments the text occurs. */
export function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1 && pid !== process.pid)
    .filter((pid) => `${proc(pid, 'environ')}\0${proc(pid, 'cmdline')}`.includes(text));
}

/** Waits until no process holds the text; a killed one needs a moment to go. */
export async function expectGone(text: string): Promise<void> {
  for (let tries = 0; tries < 200 && processesWith(text).length > 0; tries += 1) await wait(25);
  expect(processesWith(text).map((pid) => proc(pid, 'cmdline').replaceAll('\0', ' '))).toEqual([]);
}

/** What our own process has open: names of files and pipes. Sockets are counted apart: the watchdog has one. */
export function openDescriptors(): { readonly files: readonly string[]; readonly sockets: number } {
  const targets = readdirSync('/proc/self/fd').map((descriptor) => target(descriptor));
  const files = targets.filter((name) => name !== '' && !name.startsWith('socket:') && !name.startsWith('/proc/'));
  return { files: files.toSorted(), sockets: targets.filter((name) => name.startsWith('socket:')).length };
}

/** Carries a run out and checks what holds for every run: one report, in time, nothing left behind. */
export async function runAndCheck(
  run: (request: CommandRequest) => Promise<Report>,
  request: CommandRequest,
): Promise<Report> {
  const before = openDescriptors();
  const startedAt = performance.now();
  const report = await run(request);
  expect(performance.now() - startedAt).toBeLessThan(request.timeoutMs + 1000);
  await expectGone(`HOOKLINE_RUN=${request.runId}`);
  const after = openDescriptors();
  expect(added(before.files, after.files)).toEqual([]); // what an earlier run leaves may still be closed meanwhile
  expect(after.sockets).toBeLessThanOrEqual(before.sockets + 1);
  return report;
}

/** What stands more often in the second list than in the first. */
function added(before: readonly string[], after: readonly string[]): readonly string[] {
  const known = [...before];
  return after.filter((name) => {
    const at = known.indexOf(name);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

function proc(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function target(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
