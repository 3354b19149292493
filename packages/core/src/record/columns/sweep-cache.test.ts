import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sweepCache } from './sweep-cache.ts';

test('what another process is writing stays, and what one that has ended left does not', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-cache-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const [kept, running] = ['a.jsonl.idx', `b.jsonl.idx.${process.ppid}.tmp`];
  for (const name of [kept, running, 'gone.jsonl.idx', `b.jsonl.idx.${ended}.tmp`])
    writeFileSync(join(folder, name), '');
  sweepCache(folder, ['a.jsonl', 'b.jsonl']);
  expect(readdirSync(folder).toSorted()).toEqual([kept, running]);
});
