import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { CommandRequest } from '../../model/index.ts';
import { createHandlers } from '../create-handlers.ts';

const request = (text: string, script = 'cat; echo "$TEXT" >&2'): CommandRequest => ({
  kind: 'command',
  runId: text,
  program: 'bash',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '', TEXT: text },
  stdin: Buffer.from(`in ${text}`),
  timeoutMs: 60_000,
  atTimeout: 'term',
  background: false,
});

/** What this process holds open of what hooks read and write: two ends of two pipes, and of one file without a name. */
function held(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return /\/(?:busy|spool)-/.exec(readlinkSync(`/proc/self/fd/${descriptor}`)) ?? [];
    } catch {
      return []; // the one by which the list was read
    }
  });
}

const OPENED = ['/busy-', '/busy-', '/busy-', '/busy-', '/spool-', '/spool-'];

const expectOpened = (): Promise<void> =>
  vi.waitFor(() => expect([...held()].toSorted()).toEqual(OPENED), { timeout: 10_000 });

describe.runIf(process.platform === 'linux')('what the next run needs', () => {
  test('is opened once hooks rest, used by one run, and closed with the hooks', async () => {
    const { run, close } = createHandlers({ warm: false });
    for (const text of ['first', 'second', 'third']) {
      const { stdout, stderr } = await run(request(text));
      expect([stdout, stderr]).toEqual([`in ${text}`, `${text}\n`]);
      await expectOpened();
    }
    await close();
    expect(held()).toEqual([]);
    await wait(60);
    expect(held()).toEqual([]);
  });

  test('is there for one of several runs at once, and none gets the words of another', async () => {
    const { run, close } = createHandlers({ warm: false });
    await run(request('before'));
    await expectOpened();
    const texts = ['one', 'two', 'three', 'four'];
    const reports = await Promise.all(texts.map((text) => run(request(text))));
    expect(reports.map(({ stdout, stderr }) => [stdout, stderr])).toEqual(
      texts.map((text) => [`in ${text}`, `${text}\n`]),
    );
    await close();
    expect(held()).toEqual([]);
  });

  test('can be opened by its hook under its names, as ever', async () => {
    const { run, close } = createHandlers({ warm: false });
    await run(request('before'));
    await expectOpened();
    const { stdout, stderr } = await run(request('x', 'cat < /dev/stdin > /dev/stdout; echo e > /dev/stderr'));
    expect([stdout, stderr]).toEqual(['in x', 'e\n']);
    await close();
  });
});
