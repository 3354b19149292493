import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casesNotTakenOver } from '../../scripts/handed-out-cases.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-cases-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('lists new and changed cases by file, and no case that is held in the same form', () => {
  write('own/kolega.json', [
    { id: 'same', exit: 0 },
    { id: 'older', exit: 0 },
  ]);
  write('given/cases/kolega.json', [
    { id: 'same', exit: 0 },
    { id: 'older', exit: 2 },
  ]);
  write('given/agents/next.json', [{ id: 'unheard-of' }]);
  expect(casesNotTakenOver(join(folder, 'given'), join(folder, 'own'))).toEqual([
    { file: 'agents/next.json', cases: [{ id: 'unheard-of', state: 'new' }] },
    { file: 'cases/kolega.json', cases: [{ id: 'older', state: 'changed' }] },
  ]);
});

function write(path: string, cases: readonly object[]): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(cases));
}
