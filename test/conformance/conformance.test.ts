import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const command = join(here, '../../packages/cli/dist/hookline.js');

describe('the built command', () => {
  test.each(caseFiles())('conforms to every case of %s', { timeout: 600_000 }, async (path) => {
    const run = await runCases(join(here, path));
    if (run.exitCode !== 0) throw new Error(`${path}:\n${run.output}`);
  });
});

/** The cases that were handed out, and those that this repository adds. */
function caseFiles(): string[] {
  return ['cases', '../conformance-own'].flatMap((folder) =>
    readdirSync(join(here, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name)),
  );
}

function runCases(file: string): Promise<{ exitCode: number; output: string }> {
  const args = [join(here, 'run.mjs'), '--cases', file, '--jobs', '2', '--', process.execPath, command];
  return new Promise((done) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      done({ exitCode: error ? 1 : 0, output: `${stdout}${stderr}` });
    });
  });
}
