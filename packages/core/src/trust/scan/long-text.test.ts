import { afterEach, expect, test } from 'vitest';
import { aHook } from '../../../../../test/support/hooks.ts';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { coverHooks } from '../hook-cover.ts';

let project = '';

afterEach(() => removeTree(project));

const FIRST = 'import { existsSync, readFileSync } from "node:fs";\nreadFileSync("conf/deny.txt");\n';
const REST = Array.from({ length: 20_000 }, (_, n) => `if (step${n} > ${n}) other(step${n}, 1 + 2);\n`).join('');
/** Each gives a path to a name and goes through it. */
const USES = Array.from(
  { length: 2_000 },
  (_, n) => `const name${n} = "lib/${n}.js"; for (const x of name${n}) load(x);`,
);

/** Processor time of covering a hook that runs such a program; the program must be found. */
function secondsFor(text: string): number {
  project = makeTree({ 'guard.mjs': text, 'conf/deny.txt': '' });
  const hook = aHook({ handler: { kind: 'command', form: 'shell', shell: 'bash', script: 'node guard.mjs' } });
  const before = process.cpuUsage();
  const [cover] = coverHooks([hook], { project, variables: [], written: [] });
  const { user } = process.cpuUsage(before);
  expect(cover?.files.map(({ path }) => path)).toEqual(['conf/deny.txt', 'guard.mjs']);
  removeTree(project);
  return user / 1e6;
}

// A search of the whole text for each of the names took 50 times as long as the text without them, where it takes 3 times as long.
test('names are not each looked for in the whole of a long program', () => {
  secondsFor(FIRST + REST);
  const withoutNames = secondsFor(FIRST + REST + REST.slice(0, USES.join('\n').length));
  expect(secondsFor(FIRST + USES.join('\n') + REST) / withoutNames).toBeLessThan(20);
});
