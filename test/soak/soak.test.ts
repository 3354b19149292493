import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { needs } from '../support/programs.ts';

interface Soaked {
  readonly status: number | null;
  readonly lines: readonly string[];
}

async function soak(...options: readonly string[]): Promise<Soaked> {
  const program = fileURLToPath(new URL('run.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, lines: printed.trim().split('\n') };
}

/** Processes that lost every mark are seen only where a process namespace can be had. */
const canBeAlone = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

const ALL_HANDLERS = { ...needs('python3', 'setsid', 'unshare'), timeout: 300_000 };
const LEAKS = { ...needs('unshare'), timeout: 120_000 };

test.runIf(canBeAlone)(
  'hooks of all dialects and handlers, healthy ones and faults, leave nothing behind',
  ALL_HANDLERS,
  async () => {
    const { status, lines } = await soak('--runs', '150', '--seconds', '120');
    expect(lines).toEqual([
      expect.stringMatching(
        /^soak: runs \d+, orphans 0, leaked descriptors 0, leaked files 0, heap growth -?[\d.]+ MB$/,
      ),
      expect.stringMatching(/^soak: \d+ events in \d+ s, \d+ runs a second, zombies \d+$/),
    ]);
    expect(status).toBe(0);
  },
);

test.runIf(canBeAlone)(
  'whoever leaks a process, a descriptor, a file, memory, a listener or a timer is found out',
  LEAKS,
  async () => {
    const leaks = 'process,descriptor,file,memory,listener,timer';
    const { status, lines } = await soak('--runs', '20', '--only', 'function', '--patience', '1', '--leak', leaks);
    expect(lines.slice(0, 6)).toEqual([
      expect.stringMatching(/^orphan: \d+ sleep 1000/),
      expect.stringMatching(/^descriptor: \/dev\/null: /),
      expect.stringMatching(/^resource: Timeout: /),
      expect.stringMatching(/^listener: SIGUSR2: 0 before, 1 now$/),
      expect.stringMatching(/^file: left-behind$/),
      expect.stringMatching(/^heap: grew by [\d.]+ MB$/),
    ]);
    expect(status).toBe(1);
  },
);
