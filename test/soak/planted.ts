import { spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Leaks on purpose, so that the count can be seen to fail; several kinds are parted by commas. */
export function plant(leaks: string | null, root: string): void {
  for (const leak of leaks?.split(',') ?? []) {
    const make = LEAKS[leak];
    if (make === undefined) throw new TypeError(`unknown leak "${leak}"; known are ${Object.keys(LEAKS).join(', ')}`);
    make(root);
  }
}

const kept: unknown[] = [];

const LEAKS: Readonly<Record<string, (root: string) => void>> = {
  process: () => spawn('sleep', ['1000'], { detached: true, stdio: 'ignore', env: {} }).unref(),
  descriptor: () => openSync('/dev/null', 'r'),
  file: () => writeFileSync(join(tmpdir(), 'left-behind'), ''),
  memory: () => kept.push(Array.from({ length: 4_000_000 }, (_, index) => index + 0.5)),
  listener: () => process.on('SIGUSR2', () => undefined),
  timer: () => setTimeout(() => undefined, 10_000),
};
