import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const command = join(here, '../../packages/cli/dist/hookline.js');
const given = join(here, '../../../shared/conformance');

describe('the built command', () => {
  test.each(caseFiles())('conforms to every case of %s', { timeout: 600_000 }, async (path) => {
    const run = await runCases(join(here, path));
    if (run.exitCode !== 0) throw new Error(`${path}:\n${run.output}`);
  });
});

test('the cases in this folder are those that were handed out', () => {
  if (!existsSync(given)) return;
  expect(filesUnder(here).filter((path) => path !== 'conformance.test.ts')).toEqual(filesUnder(given));
  for (const path of filesUnder(given)) {
    expect(readFileSync(join(here, path), 'utf8'), path).toBe(readFileSync(join(given, path), 'utf8'));
  }
});

/** The cases that were handed out, and those that this repository adds. */
function caseFiles(): string[] {
  return ['cases', '../conformance-own'].flatMap((folder) =>
    readdirSync(join(here, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name)),
  );
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function runCases(file: string): Promise<{ exitCode: number; output: string }> {
  const args = [join(here, 'run.mjs'), '--cases', file, '--jobs', '2', '--', process.execPath, command];
  return new Promise((done) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      done({ exitCode: error ? 1 : 0, output: `${stdout}${stderr}` });
    });
  });
}
