import { statsOf } from '@hookline/core/internal';
import { fromLines, fromRecord, type ReplaySource } from '@hookline/toolbox';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { wrongCall } from '../../call/wrong-call.ts';

/** The events that a call names, and what must be put away afterwards. */
export interface OpenSources {
  readonly source: ReplaySource;
  readonly close: () => void;
}

/** Files of JSON lines, folders of records and stdin, one after another; by default the user's record. */
export async function openSources(words: readonly string[], record: string): Promise<OpenSources> {
  if (words.length === 0) return { source: { ...fromRecord(record), name: 'the record' }, close: () => undefined };
  const spool = words.includes('-') ? await spoolStdin() : null;
  const close = spool?.remove ?? (() => undefined);
  try {
    return { source: joined(words.map((word) => sourceOf(word, spool))), close };
  } catch (error) {
    close();
    throw error;
  }
}

function sourceOf(word: string, spool: Spool | null): ReplaySource {
  if (word === '-' && spool !== null) return fromLines(spool.file, 'stdin');
  const stats = statsOf(word);
  if (stats === null) throw wrongCall(`there is no file ${word}`);
  return stats.isDirectory() ? fromRecord(word) : fromLines(word);
}

/** A copy of stdin below the temporary folder. */
interface Spool {
  readonly file: string;
  readonly remove: () => void;
}

/** What comes once may have to be read twice. An interrupted call leaves no copy behind either. */
async function spoolStdin(): Promise<Spool> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-replay-'));
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  const file = join(folder, 'stdin.jsonl');
  await pipeline(process.stdin, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return { file, remove };
}

const joined = (sources: readonly ReplaySource[]): ReplaySource => ({
  name: sources.map(({ name }) => name).join(', '),
  async *read() {
    for (const source of sources) yield* source.read();
  },
});
