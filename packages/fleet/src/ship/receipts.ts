import { fleetFolder, makePrivateFolder, writePrivateFile } from '@hookline/core/internal';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamHead } from '../protocol/messages.ts';

/** A chunk that the gateway has confirmed: the stream had `from` lines before it, and ends like this after it. */
export interface Receipt extends StreamHead {
  readonly stream: string;
  /** As many as `lines`, where the machine has only learned how the stream ends. */
  readonly from: number;
}

const receiptsFile = (stateFolder: string): string => join(fleetFolder(stateFolder), 'receipts');

const MOST_BYTES = 512 * 1024;

/** Notes what was confirmed, so that it can be compared with what the gateway signs later. */
export function addReceipt(stateFolder: string, { stream, from, lines, head }: Receipt): void {
  const file = receiptsFile(stateFolder);
  makePrivateFolder(fleetFolder(stateFolder));
  appendFileSync(file, `${stream} ${from} ${lines} ${head}\n`, { mode: 0o600 });
  if (statSync(file).size > MOST_BYTES) keepReceipts(stateFolder, rowsIn(file).slice(-MOST_KEPT));
}

const MOST_KEPT = 4_000;

/** What was confirmed of a stream and is still noted, oldest first. */
export const readReceipts = (stateFolder: string, stream: string): readonly Receipt[] =>
  rowsIn(receiptsFile(stateFolder)).filter((row) => row.stream === stream);

/** Forgets all others. */
export function keepReceipts(stateFolder: string, rows: readonly Receipt[]): void {
  const text = rows.map(({ stream, from, lines, head }) => `${stream} ${from} ${lines} ${head}\n`).join('');
  writePrivateFile(receiptsFile(stateFolder), text, fleetFolder(stateFolder));
}

const ROW = /^(\d+) (\d+) (\d+) ([0-9a-f]{32})$/;

/** A row that was cut in half by a crash is none. */
function rowsIn(file: string): readonly Receipt[] {
  let text = '';
  try {
    text = readFileSync(file, 'latin1');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((row) => {
    const [, stream = '', from, lines, head = ''] = ROW.exec(row) ?? [];
    return stream === '' ? [] : [{ stream, from: Number(from), lines: Number(lines), head }];
  });
}
