import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteEntry } from './entry.ts';
import { readRecord } from './reader.ts';
import type { TornLine } from './reader.ts';
import { timeline } from './timeline.ts';
import { verifyRecord } from './verify.ts';
import { openRecord } from './writer.ts';

let root = '';
let program = '';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'hookline-record-processes-'));
  program = join(root, 'writer.mjs');
  const here = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
  writeFileSync(
    join(root, 'writer.ts'),
    `import { writeSync } from 'node:fs';
     import { noteEntry, startEntry } from ${here('./entry.ts')};
     import { openRecord } from ${here('./writer.ts')};
     const [folder, writer, count, maxBytes, length] = process.argv.slice(2);
     const record = openRecord(folder, { maxBytes: Number(maxBytes), retention: { keepFiles: 1000 }, onFailure: (why) => { throw new Error(why); } });
     if (count === '0') record.append(startEntry({ id: writer, at: new Date() }, '/p', { hook_event_name: 'Stop' }, []));
     for (let n = 0; n < Number(count); n++) {
       record.append(noteEntry(new Date(), 'x'.repeat(Number(length)), writer + ':' + n));
       writeSync(1, writer + ':' + n + '\\n');
     }
     if (count === '0') setInterval(() => {}, 1000), writeSync(1, 'started\\n');`,
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

function start(
  args: readonly string[],
  killAfterMs?: number,
): Promise<{ acknowledged: readonly string[]; errors: string }> {
  const child = spawn(process.execPath, [program, ...args]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  if (killAfterMs !== undefined) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), killAfterMs));
  return new Promise((resolve) => {
    child.on('close', () => resolve({ errors, acknowledged: output.split('\n').slice(0, -1) }));
  });
}

function read(folder: string): { ids: ReadonlySet<string | null>; count: number; torn: readonly TornLine[] } {
  const torn: TornLine[] = [];
  const ids = [...readRecord(folder, { onTorn: (line) => torn.push(line) })].map(({ id }) => id);
  return { ids: new Set(ids), count: ids.length, torn };
}

test.each([
  ['one file', '100000000'],
  ['files that are put aside all the time', '20000'],
])(
  '8 processes that write at once into %s lose nothing and tear nothing',
  { timeout: 120_000 },
  async (_, maxBytes) => {
    const folder = join(root, `together-${maxBytes}`);
    const ended = await Promise.all(
      Array.from({ length: 8 }, (__, writer) => start([folder, String(writer), '500', maxBytes, '300'])),
    );
    expect(ended.map(({ errors }) => errors)).toEqual(ended.map(() => ''));
    const { ids, count, torn } = read(folder);
    expect(count).toBe(4_000);
    expect(ids.size).toBe(4_000);
    expect(torn).toEqual([]);
    expect(verifyRecord(folder)).toMatchObject({ whole: true, lines: 4_000, findings: [], notices: [] });
    expect(readdirSync(folder).length > 10).toBe(maxBytes === '20000');
  },
);

test(
  'SIGKILL in the middle of writing leaves a readable record in which nothing acknowledged is lost',
  { timeout: 120_000 },
  async () => {
    const folder = join(root, 'killed');
    for (let round = 0; round < 15; round++) {
      const { acknowledged } = await start([folder, `w${round}`, '1000000', '100000000', '8000'], round * 4);
      openRecord(folder).append(noteEntry(new Date(), 'after', `after:${round}`));
      const { ids, torn } = read(folder);
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
      expect(ids.has(`after:${round}`)).toBe(true);
      expect(torn.length).toBeLessThanOrEqual(round + 1);
    }
  },
);

test(
  'a decision whose process died before its end is interrupted; one whose process lives is running',
  { timeout: 60_000 },
  async () => {
    const folder = join(root, 'interrupted');
    const child = spawn(process.execPath, [program, folder, 'd1', '0', '100000000', '0']);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(timeline(readRecord(folder)).map(({ id, status }) => [id, status])).toEqual([['d1', 'running']]);
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
    expect(timeline(readRecord(folder)).map(({ id, status }) => [id, status])).toEqual([['d1', 'interrupted']]);
  },
);
