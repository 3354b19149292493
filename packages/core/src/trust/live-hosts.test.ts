import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announceProcess, hostAbove, hostPresence, withdrawProcess } from './live-hosts.ts';
import { ancestors, findProcess, isSameStart, ownStart, parseTable } from '../process/process-line.ts';

let state = '';
beforeEach(() => {
  state = join(mkdtempSync(join(tmpdir(), 'hookline-hosts-')), 'state');
});
afterEach(() => {
  rmSync(join(state, '..'), { recursive: true });
});

const entries = (): readonly string[] => (existsSync(join(state, 'hosts')) ? readdirSync(join(state, 'hosts')) : []);

describe('a host of hooks', () => {
  it('is on file from its first hook to its end, once for all that it holds, in a private folder', () => {
    const [one, two] = [hostPresence(state), hostPresence(state)];
    expect(entries()).toEqual([]);
    for (const each of [one, one, two]) each.enter();
    expect(entries()).toEqual([`${process.pid}-${ownStart()}`]);
    expect(statSync(join(state, 'hosts')).mode & 0o777).toBe(0o700);
    one.leave();
    one.leave();
    expect(entries()).toHaveLength(1);
    two.leave();
    expect(entries()).toEqual([]);
  });

  it('is tried again to be put on file when that failed', () => {
    writeFileSync(state, 'in the way');
    const host = hostPresence(state);
    host.enter();
    rmSync(state);
    host.enter();
    expect(entries()).toHaveLength(1);
    host.leave();
  });

  it('is found among the processes above, and only by its own start', () => {
    const parent = findProcess(process.ppid);
    mkdirSync(join(state, 'hosts'), { recursive: true });
    const name = (start: number): string => join(state, 'hosts', `${process.ppid}-${start}`);
    writeFileSync(name((parent?.start ?? 0) + 100), '');
    expect(hostAbove(state)).toBeNull();
    expect(entries()).toEqual([]); // it was of a process that is gone
    writeFileSync(name(parent?.start ?? 0), '');
    expect(hostAbove(state)).toMatchObject({ pid: process.ppid });
    chmodSync(name(parent?.start ?? 0), 0o000);
    expect(hostAbove(state)).toMatchObject({ pid: process.ppid });
  });

  it('may be a process that outlives the one that put it on file', async () => {
    const child = spawn('sleep', ['30']);
    const { pid = 0 } = child;
    announceProcess(state, pid);
    expect(entries()).toEqual([`${pid}-${findProcess(pid)?.start ?? ''}`]);
    withdrawProcess(state, pid);
    expect(entries()).toEqual([]);
    announceProcess(state, pid);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    hostAbove(state);
    expect(entries()).toEqual([]);
  });
});

describe('what ps tells where there is no /proc', () => {
  const TABLE = [
    '    1     0 ??       Mon Nov  2 09:00:00 2026 /sbin/launchd',
    '  812     1 ttys001  Mon Nov 16 12:01:11 2026 /Applications/iTerm.app/Contents/MacOS/iTerm2',
    ' 9000   812 ttys001  Mon Nov 16 12:01:12 2026 -zsh',
    'garbage',
  ].join('\n');

  it('is read row by row: parents, terminals, starts in seconds and the names of programs', () => {
    const rows = parseTable(TABLE);
    expect([...rows.values()].map(({ pid, parent, name, terminal }) => [pid, parent, name, terminal])).toEqual([
      [1, 0, 'launchd', ''],
      [812, 1, 'iTerm2', 'ttys001'],
      [9000, 812, '-zsh', 'ttys001'],
    ]);
    expect(rows.get(9000)?.start).toBe(Date.UTC(2026, 10, 16, 12, 1, 12) / 1000);
  });

  it('agrees with what this system tells, where it has both', async ({ skip }) => {
    if (!existsSync('/bin/ps') || !existsSync('/proc/self/stat')) skip('needs ps and /proc');
    const { execFileSync } = await import('node:child_process');
    const env = { LC_ALL: 'C', TZ: 'UTC' };
    const rows = parseTable(
      execFileSync('/bin/ps', ['-A', '-o', 'pid=,ppid=,tty=,lstart=,comm='], { encoding: 'utf8', env }),
    );
    for (const { pid, parent } of ancestors()) expect(rows.get(pid)?.parent).toBe(parent);
    const started = Date.now() / 1000 - process.uptime();
    expect(Math.abs((rows.get(process.pid)?.start ?? 0) - started)).toBeLessThan(3);
  });

  it('tells processes apart by ticks where there are any', () => {
    expect(isSameStart(5, 5)).toBe(true);
    expect(isSameStart(5, 6)).toBe(!existsSync('/proc/self/stat'));
  });
});
