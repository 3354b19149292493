import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCases } from '../conformance/run-cases.ts';
import { installPackages } from './install.mjs';
import { findNode, NODE_LINES } from './node-lines.mjs';
import { run } from './run.ts';

let installed: ReturnType<typeof installPackages>;

beforeAll(() => {
  installed = installPackages();
  copyFileSync(join(import.meta.dirname, 'library-suite.mjs'), join(installed.folder, 'library-suite.mjs'));
}, 300_000);

afterAll(() => {
  rmSync(installed.folder, { recursive: true, force: true });
}, 300_000);

describe.each(NODE_LINES)('on Node %s', (line) => {
  const found = findNode(line);
  if ('missing' in found) {
    process.stderr.write(`\nNode ${line} is not tested here: ${found.missing}\n`);
    test.skip(`the installed packages: ${found.missing}`, () => undefined);
    return;
  }

  test('the installed command passes every conformance case', { timeout: 900_000 }, async () => {
    // Each case has a home of its own: what Node keeps of compiled code is shared by all, as by the calls of one user.
    const cache = `XDG_CACHE_HOME=${join(installed.folder, 'cache')}`;
    await runCases({ sample: 1, command: ['env', cache, found.node, installed.command] });
  });

  test('the installed library passes its suite', { timeout: 120_000 }, async () => {
    const { status, out } = await run(found.node, ['--test', 'library-suite.mjs'], { cwd: installed.folder });
    expect(status, out).toBe(0);
  });
});
