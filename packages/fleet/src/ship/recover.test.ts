import { currentFile, openRecord } from '@hookline/core/internal';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lineDigest } from '../protocol/line-digest.ts';
import type { TailAnswer } from '../protocol/messages.ts';
import { recoverPoint } from './recover.ts';

it('finds lines that another process wrote and sent while the gateway was asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-recover-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const record = openRecord(folder);
  const write = (text: string): unknown =>
    record.append({ v: 1, kind: 'note', id: null, at: '2026-01-01T00:00:00.000Z', text });
  const bytes = (): Buffer => readFileSync(currentFile(folder));
  write('one');
  write('two');
  const askTail = async (): Promise<TailAnswer> => {
    write('three');
    const digests = bytes()
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => lineDigest(Buffer.from(line)));
    return { head: digests[2] ?? '', lines: 3, from: 0, digests };
  };
  const { isOurs, lines, files } = await recoverPoint(folder, askTail);
  record.close();
  expect({ isOurs, lines, sent: Object.values(files) }).toEqual({ isOurs: true, lines: 3, sent: [bytes().length] });
});
