import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, type RunnerTask, type RunnerTestFile } from 'vitest';
import { TURNS } from '../tiers.mjs';
import { takesTurns } from './tier.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The end of the run counts the tests that are skipped with this note. */
const NOT_ITS_TURN = 'not its turn';

beforeEach(({ task, skip }) => {
  if (takesTurns && !hasItsTurn(task.file, task.id)) skip(NOT_ITS_TURN);
});

function hasItsTurn(file: RunnerTestFile, id: string): boolean {
  const path = relative(root, file.filepath);
  const oneIn = TURNS.find(({ folder }) => path.startsWith(folder))?.oneIn ?? 1;
  return testsOf(file.tasks).indexOf(id) % oneIn === 0;
}

const testsOf = (tasks: readonly RunnerTask[]): readonly string[] =>
  tasks.flatMap((task) => (task.type === 'test' ? [task.id] : testsOf(task.tasks)));
