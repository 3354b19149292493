import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { transcriptPath } from './places.ts';
import { readTranscript } from './read-transcript.ts';
import { openTranscript } from './transcript.ts';

let root = '';
let program = '';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'hookline-transcript-processes-'));
  program = join(root, 'writer.mjs');
  const source = `
    import { spawnSync } from 'node:child_process';
    import { writeSync } from 'node:fs';
    import { openTranscript } from ${JSON.stringify(fileURLToPath(new URL('./transcript.ts', import.meta.url)))};
    const [folder, name, count, length, limitOffAt] = process.argv.slice(2);
    const transcript = openTranscript(folder, 's', (problem) => writeSync(2, problem + '\\n'));
    for (let n = 0; n < Number(count); n++) {
      if (String(n) === limitOffAt) spawnSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited:unlimited']);
      transcript.append({ type: 'title', title: name + ':' + n + ':' + 'x'.repeat(Number(length)) });
      writeSync(1, name + ':' + n + '\\n');
    }
    transcript.close();`;
  writeFileSync(join(root, 'writer.ts'), source);
  await build({
    entryPoints: [join(root, 'writer.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    alias: {
      '@hookline/core/internal': fileURLToPath(new URL('../../../core/src/internal.ts', import.meta.url)),
      '@hookline/core': fileURLToPath(new URL('../../../core/src/index.ts', import.meta.url)),
    },
    external: ['yaml', 'jiti', 'undici', 'unbash'],
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Ended {
  readonly acknowledged: readonly string[];
  readonly errors: string;
}

/** Runs the writer until it ends; with `killAfterMs` it is killed so long after its first line. */
function run(command: readonly string[], killAfterMs?: number): Promise<Ended> {
  const [first = '', ...rest] = command;
  const child = spawn(first, rest);
  let output = '';
  let errors = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  if (killAfterMs !== undefined) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), killAfterMs));
  return new Promise((resolve) => {
    child.on('close', () => resolve({ acknowledged: output.split('\n').slice(0, -1), errors }));
  });
}

const writer = (...args: readonly string[]): readonly string[] => [process.execPath, program, ...args];

function read(folder: string): { readonly names: readonly string[]; readonly problems: number } {
  const { entries, problems } = readTranscript(transcriptPath(folder, 's'));
  const names = entries.flatMap((entry) => (entry.type === 'title' ? [entry.title.replace(/:x*$/, '')] : []));
  return { names, problems: problems.length };
}

test('SIGKILL in the middle of writing loses no acknowledged line', { timeout: 120_000 }, async () => {
  const folder = join(root, 'killed');
  const all: string[] = [];
  for (let round = 0; round < 10; round++) {
    const { acknowledged, errors } = await run(writer(folder, `w${round}`, '1000000', '8000'), round * 5);
    all.push(...acknowledged);
    const transcript = openTranscript(folder, 's', (problem) => expect.unreachable(problem));
    transcript.append({ type: 'title', title: `after:${round}:` });
    transcript.close();
    all.push(`after:${round}`);
    const { names, problems } = read(folder);
    const known = new Set(names);
    expect([all.filter((name) => !known.has(name)), errors]).toEqual([[], '']);
    expect(problems).toBeLessThanOrEqual(round + 1);
  }
});

test('processes that append to one file at once tear and lose no line', { timeout: 120_000 }, async () => {
  const folder = join(root, 'together');
  const ended = await Promise.all(['a', 'b', 'c', 'd'].map((name) => run(writer(folder, name, '400', '3000'))));
  expect(ended.map(({ errors }) => errors)).toEqual(['', '', '', '']);
  const { names, problems } = read(folder);
  expect(problems).toBe(0);
  expect([...names].sort()).toEqual(ended.flatMap(({ acknowledged }) => acknowledged).sort());
  expect(names.length).toBe(1_600);
});

const CANNOT_GROW = { ...needs('prlimit'), timeout: 60_000 };

test('a file that cannot grow is reported once, and has every line once it can', CANNOT_GROW, async () => {
  const folder = join(root, 'full');
  // 16 KiB is the end of the file in the middle of a line; the writer lifts the limit itself before line 40.
  const limited = ['bash', '-c', 'ulimit -S -f 16; exec "$@"', 'bash', ...writer(folder, 'w', '50', '1000', '40')];
  const { acknowledged, errors } = await run(limited);
  expect(errors).toMatch(/^the transcript \S+ cannot be written \(EFBIG[^\n]*\n$/);
  expect(acknowledged.length).toBe(50);
  expect(read(folder)).toEqual({ names: acknowledged, problems: 1 });
});
