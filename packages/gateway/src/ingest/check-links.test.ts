import { basesOf, ChainCheck, currentFile, digestsOf, markOf, openRecord, PlaceSearch } from '@hookline/core/internal';
import { lineDigest, NO_HEAD } from '@hookline/fleet';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLinks, type EarlierMarks } from './check-links.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-links-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of writers that take turns, two lines at a time now and then. */
function written(count: number, writers: number): readonly Buffer[] {
  const records = Array.from({ length: writers }, () => openRecord(folder));
  const note = (n: number) =>
    ({ v: 1, kind: 'note', id: null, at: new Date().toISOString(), text: String(n) }) as const;
  for (let n = 0; n < count; n += 1) {
    const record = records[(n * n + (n >> 2)) % writers];
    record?.append(...(n % 5 === 0 ? [note(n), note(-n)] : [note(n)]));
  }
  for (const record of records) record.close();
  return readFileSync(currentFile(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(line));
}

interface Sent {
  readonly found: readonly string[];
  /** How often earlier lines were read. */
  readonly looks: readonly number[];
}

/** Lines that arrive in chunks of some size. */
async function sent(lines: readonly Buffer[], size: number, { isFirstEpoch = true } = {}): Promise<Sent> {
  const found: string[] = [];
  const looks: number[] = [];
  for (let at = 0; at < lines.length; at += size) {
    const lookBack = async (atLeast: number): Promise<EarlierMarks> => {
      looks.push(atLeast);
      const from = Math.max(0, at - atLeast);
      return { marks: lines.slice(from, at).flatMap((line) => markOf(line) ?? []), isWhole: from === 0, isFirstEpoch };
    };
    const after = at === 0 ? NO_HEAD : lineDigest(lines[at - 1] ?? Buffer.alloc(0));
    const findings = await checkLinks(lookBack, { lines: lines.slice(at, at + size), after, at });
    found.push(...findings.map(({ line, kind }) => `${at + line} ${kind}`));
  }
  return { found, looks };
}

/** What the check of the whole record finds. */
function checked(lines: readonly Buffer[]): readonly string[] {
  const check = new ChainCheck({ beginning: { roots: [], isShortened: false } });
  for (const [n, line] of lines.entries()) check.feed(line, { file: 'f', line: n + 1 });
  const placesOf = (wanted: ReadonlySet<string>): PlaceSearch => {
    const search = new PlaceSearch(wanted);
    for (const mark of lines.flatMap((line) => markOf(line) ?? [])) search.see(mark);
    return search;
  };
  const places = placesOf(digestsOf(check.unsettled())).places();
  const bases = placesOf(basesOf(places)).places();
  check.settle((digest) => places.get(digest) ?? bases.get(digest) ?? null);
  return check.findings().map(({ line, kind }) => `${line} ${kind}`);
}

describe('links of lines that arrive', () => {
  it.each([1, 7, 67, 500])(
    'are whole for one writer in chunks of %i, and only the first chunk looks back',
    async (size) => {
      expect(await sent(written(150, 1), size)).toEqual({ found: [], looks: [0] });
    },
  );

  it.each([3, 67, 500])('are whole for four writers in chunks of %i', async (size) => {
    const lines = written(300, 4);
    expect(checked(lines)).toEqual([]);
    expect((await sent(lines, size)).found).toEqual([]);
  });

  it.each([1, 5, 67, 500])('say what the whole record says where lines are missing, in chunks of %i', async (size) => {
    const lines = written(200, 1);
    for (const tampered of [lines.toSpliced(100, 1), lines.toSpliced(66, 3), lines.toSpliced(2, 150)]) {
      const { found } = await sent(tampered, size);
      expect(found).toHaveLength(1);
      expect(found).toEqual(checked(tampered));
    }
  });

  it('find a line that is there twice, whatever is between', async () => {
    const lines = written(200, 1);
    const again = lines[40] ?? Buffer.alloc(0);
    for (const at of [41, 42, 66, 67, 68, 190])
      for (const size of [5, 67])
        expect((await sent(lines.toSpliced(at, 0, again), size)).found).toContain(`${at + 1} added`);
  });

  it('find lines that changed places, in one chunk and across two', async () => {
    const lines = written(200, 1);
    for (const at of [20, 65]) {
      const moved = [
        ...lines.slice(0, at),
        ...lines.slice(at + 5, at + 10),
        ...lines.slice(at, at + 5),
        ...lines.slice(at + 10),
      ];
      expect((await sent(moved, 500)).found).toContain(`${at + 1} moved`);
      expect((await sent(moved, 67)).found[0]).toMatch(/^(?:21 moved|66 missing)$/);
    }
  });

  it('find an entry that is not in the chain', async () => {
    const lines = written(100, 1);
    const outside = Buffer.from('{"v":1,"kind":"note","id":null,"at":"2026-01-01T00:00:00.000Z","text":"x"}');
    expect((await sent(lines.toSpliced(80, 0, outside), 67)).found).toEqual(['81 added']);
  });

  it('leave to the whole check what a new epoch says about the one before it, and no more', async () => {
    const lines = written(600, 1);
    expect((await sent(lines.slice(100), 67, { isFirstEpoch: false })).found).toEqual([]);
    expect((await sent(lines.slice(100).toSpliced(400, 1), 67, { isFirstEpoch: false })).found).toEqual([
      '401 missing',
    ]);
  });

  it('do not look at a chunk that follows another line than the last', async () => {
    const lines = written(10, 1);
    expect(await checkLinks(async () => null, { lines: lines.slice(5), after: NO_HEAD, at: 3 })).toEqual([]);
  });
});
