import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChainCheck } from './chain-check.ts';
import { noteEntry } from './entry.ts';
import { currentFile } from './reader.ts';
import { openRecord } from './writer.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-check-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of several writers that take turns, so that links go back further than one line. */
function linesOf(count: number): readonly Buffer[] {
  const writers = [1, 2, 3].map(() => openRecord(folder));
  for (let index = 0; index < count; index += 1) writers[index % 3]?.append(noteEntry(new Date(), String(index)));
  for (const writer of writers) writer.close();
  const text = readFileSync(currentFile(folder), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(line));
}

/** Fed one by one; the places that are not remembered are looked up as a reader of the whole record would. */
function checked(lines: readonly Buffer[], remembered?: number): readonly string[] {
  const check = new ChainCheck(remembered === undefined ? {} : { remembered });
  lines.forEach((raw, index) => check.feed(raw, { file: 'f', line: index + 1 }));
  const places = new Map<string, { readonly index: number; readonly base: number | string }>();
  let base: number | string = -1;
  lines.forEach((raw, index) => {
    const { chain } = JSON.parse(raw.toString()) as { chain: { prev?: readonly string[]; digest: string } };
    base = chain.prev?.at(-1) ?? base;
    if (!places.has(chain.digest)) places.set(chain.digest, { index, base });
  });
  if (remembered !== undefined) expect(check.uncovered().length).toBeLessThanOrEqual(remembered);
  check.settle((digest) => places.get(digest) ?? null);
  check.end();
  return check.findings().map(({ line, kind, message }) => `${line} ${kind} ${message}`);
}

test('a chain that is whole has no findings, and only its last line is not covered', () => {
  const lines = linesOf(60);
  const check = new ChainCheck();
  lines.forEach((raw, index) => check.feed(raw, { file: 'f', line: index + 1 }));
  check.settle(() => null);
  expect(check.unsettled()).toEqual([]);
  expect(check.uncovered()).toHaveLength(1);
  expect(check.lines()).toBe(60);
});

test('however few lines are remembered, the findings are the same', () => {
  const lines = linesOf(60);
  const swapped = lines.with(20, lines[40] ?? Buffer.alloc(0)).with(40, lines[20] ?? Buffer.alloc(0));
  const tampered: readonly (readonly Buffer[])[] = [
    lines,
    lines.toSpliced(30, 1),
    lines.toSpliced(30, 7),
    swapped,
    lines.toSpliced(50, 0, ...lines.slice(3, 9)),
    lines.toSpliced(5, 0, ...lines.slice(40, 44)),
  ];
  for (const each of tampered) {
    const all = checked(each);
    for (const remembered of [1, 2, 5, 30]) expect(checked(each, remembered)).toEqual(all);
  }
  expect(tampered.map((each) => checked(each).length > 0)).toEqual([false, true, true, true, true, true]);
});
