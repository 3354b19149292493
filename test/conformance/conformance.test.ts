import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { isFull, isProof } from '../support/tier.ts';
import { ownCases, readCases, runCases } from './run-cases.ts';

const BUILT = fileURLToPath(new URL('../../packages/cli/dist/hookline.js', import.meta.url));
const command = [process.execPath, BUILT];

/** One case in so many of our own. */
const SAMPLE = isProof ? 1 : 12;

// The cases that were handed out are run with the installed command: test/installed.
describe.runIf(isFull)('the built command', () => {
  test.each(ownCases().map((file) => [basename(file), file] as const))(
    'conforms to our own cases in %s',
    { timeout: 900_000 },
    async (_name, file) => {
      const isShort = readCases(file).length < 2 * SAMPLE;
      await runCases({ sample: isShort ? 1 : SAMPLE, command, files: [file] });
    },
  );
});

test.skipIf(isFull)('the built command conforms to a sample of our own cases', { timeout: 600_000 }, async () => {
  await runCases({ sample: 64, command, files: ownCases() });
});
