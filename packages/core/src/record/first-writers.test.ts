import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAnchor } from './anchor.ts';
import { noteEntry } from './entry.ts';
import { verifyRecord } from './verify.ts';
import { openRecord } from './writer.ts';

let folder = '';
const { openSync } = fs;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-first-'));
});
afterEach(() => {
  open(openSync);
  rmSync(folder, { recursive: true, force: true });
});

function open(as: typeof openSync): void {
  fs.openSync = as;
  syncBuiltinESMExports();
}

/** Something happens at the moment at which a file was looked for in vain. */
function whenNotFound(name: string, happens: () => void): void {
  open((path, ...rest) => {
    try {
      return openSync(path, ...rest);
    } catch (error) {
      if (String(path).endsWith(name)) {
        open(openSync);
        happens();
      }
      throw error;
    }
  });
}

test('another process makes the anchor just after it was not found: the record is whole', () => {
  whenNotFound('hookline.anchor', () => createAnchor(folder, null, null));
  const record = openRecord(folder);
  expect(record.append(noteEntry(new Date(1_000), 'first'))).toBe(true);
  record.close();
  expect(verifyRecord(folder)).toMatchObject({ findings: [], lines: 1 });
});
