// `hookline studio` as it is built, started as a program starts it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const DIST = join(import.meta.dirname, '../../packages/cli/dist');
export const HOOKLINE = join(DIST, 'hookline.js');

/** Starts it in a project; `startedAt` is the wall clock just before. */
export async function startCommand({ project, env }) {
  const startedAt = Date.now();
  const child = spawn(process.execPath, [HOOKLINE, 'studio', '--no-open', '--json'], { cwd: project, env });
  const ended = once(child, 'exit');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { url, port } = JSON.parse(line);
  const stop = async () => {
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    await ended;
  };
  return { child, url, port, startedAt, stop, memory: () => memoryOf(child.pid) };
}

/** Swaps the code of the link for the token, as the page does, and asks with it. */
export async function askerOf({ url, port }) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code: new URL(url).hash.slice(1) });
  const session = await fetch(`http://127.0.0.1:${port}/api/session`, { method: 'POST', body, headers });
  const authorization = `Bearer ${(await session.json()).token}`;
  return async (path, method = 'GET') => {
    const asked = { method, headers: { authorization, ...headers }, ...(method === 'POST' ? { body: '{}' } : {}) };
    return (await fetch(`http://127.0.0.1:${port}${path}`, asked)).json();
  };
}

/** What the process has in memory now, and the most that it ever had, in MB of 1,000,000 bytes; null where /proc is not. */
function memoryOf(pid) {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const mega = (name) => {
    const kibi = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1];
    return kibi === undefined ? null : (Number(kibi) * 1024) / 1e6;
  };
  return { now: mega('VmRSS'), most: mega('VmHWM') };
}

export async function until(isSo, pauseMs = 5) {
  while (!(await isSo())) await sleep(pauseMs);
}
