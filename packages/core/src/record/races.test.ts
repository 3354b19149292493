import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { readRecord } from './reader.ts';
import { rotate } from './rotate.ts';
import { verifyRecord } from './verify.ts';
import { openRecord } from './writer.ts';
import type { RecordWriter } from './writer.ts';

/** A write, and what others do between its look at the file and the write itself. */
interface Act {
  readonly writer: number;
  readonly lines: number;
  readonly isTurn: boolean;
  readonly meanwhile: readonly Act[];
}

const WRITERS = 4;
const RUNS = Number(process.env['HOOKLINE_RECORD_RUNS'] ?? 100);

const actAt = (depth: number): fc.Arbitrary<Act> =>
  fc.record({
    writer: fc.integer({ min: 0, max: WRITERS - 1 }),
    lines: fc.integer({ min: 1, max: 2 }),
    isTurn: fc.nat({ max: 9 }).map((number) => number === 0),
    meanwhile: depth === 0 ? fc.constant([]) : fc.array(actAt(depth - 1), { maxLength: 2 }),
  });

const acts = fc.array(actAt(3), { minLength: 2, maxLength: 5 });

/** Carries acts out in a fresh record; each writer does one thing at a time. */
function play(folder: string, all: readonly Act[], turns: boolean): number {
  const writers = Array.from({ length: WRITERS }, () => openRecord(folder, { now: () => (clock += 100) }));
  const busy = new Set<number>();
  let clock = 0;
  let count = 0;
  let written = 0;
  const perform = ({ writer, lines, isTurn, meanwhile }: Act): void => {
    const record = writers[writer];
    if (record === undefined || busy.has(writer)) return;
    busy.add(writer);
    const happens = (): void => {
      if (turns && isTurn) rotate(folder, { maxBytes: 1, retention: { keepFiles: 100 }, shippedFrom: null });
      meanwhile.forEach(perform);
    };
    count += 1;
    written += lines;
    appendDuring(record, String(count), { lines, happens });
    busy.delete(writer);
  };
  all.forEach(perform);
  writers[0]?.append(noteEntry(new Date(1_000), 'last'));
  for (const writer of writers) writer.close();
  return written + 1;
}

function appendDuring(
  record: RecordWriter,
  name: string,
  { lines, happens }: { readonly lines: number; readonly happens: () => void },
): void {
  let isPast = false;
  const first: RecordEntry = {
    ...noteEntry(new Date(1_000), ''),
    get text() {
      if (!isPast) {
        isPast = true;
        happens();
      }
      return `${name} first`;
    },
  };
  expect(record.append(first, ...[noteEntry(new Date(1_000), `${name} second`)].slice(0, lines - 1))).toBe(true);
}

function inFolder(act: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-races-'));
  try {
    act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test(
  'whoever writes while another one has looked and not yet written, the record is whole',
  { timeout: 120_000 },
  () => {
    fc.assert(
      fc.property(acts, (all) =>
        inFolder((folder) => {
          const count = play(folder, all, true);
          expect([...readRecord(folder)]).toHaveLength(count);
          expect(verifyRecord(folder)).toMatchObject({ whole: true, lines: count, findings: [] });
        }),
      ),
      { numRuns: RUNS },
    );
  },
);

test('and every line that is removed, and every two that change places, are found', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(acts, (all) =>
      inFolder((folder) => {
        play(folder, all, false);
        const file = join(folder, 'hookline.jsonl');
        const lines = readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '');
        const isFound = (changed: readonly string[]): boolean => {
          writeFileSync(file, changed.map((line) => `${line}\n`).join(''));
          return !verifyRecord(folder).whole;
        };
        for (const index of lines.keys()) expect([index, isFound(lines.toSpliced(index, 1))]).toEqual([index, true]);
        for (const [left, right] of pairsOf(lines.length)) {
          const swapped = lines.with(left, lines[right] ?? '').with(right, lines[left] ?? '');
          expect([left, right, isFound(swapped)]).toEqual([left, right, true]);
        }
      }),
    ),
    { numRuns: RUNS / 4 },
  );
});

/** All neighbours, and some that are further apart. */
const pairsOf = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count - 1 }, (_, left) => [left, left + 1] as const).flatMap(([left, right]) =>
    right + 2 < count ? [[left, right] as const, [left, right + 2] as const] : [[left, right] as const],
  );
