// What is not the loop: a project with two hooks, and a model that knows its lines.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOOKS = [
  {
    name: 'no-rm',
    event: 'pre_tool_use',
    handler: { bash: "grep -q 'rm -rf' && { echo 'use git clean'; exit 2; }; exit 0" },
  },
  { name: 'report', event: 'stop', handler: { bash: "grep -q clean && exit 0; echo 'Say what you did.'; exit 2" } },
];

const LINES = [
  { text: 'I delete the build.', calls: [{ name: 'Bash', input: { command: 'rm -rf build' } }] },
  { text: 'Another way, then.', calls: [{ name: 'Bash', input: { command: 'echo cleaned' } }] },
  { text: 'Done.', calls: [] },
  { text: 'All clean.', calls: [] },
];

let spoken = 0;
/** Stands for a language model: it gets the conversation and says its next line. */
export const model = (_conversation) => LINES[spoken++];

export async function makeProject() {
  const path = await mkdtemp(join(tmpdir(), 'hookline-embed-'));
  await mkdir(join(path, '.polytoken'));
  await writeFile(join(path, '.polytoken/hooks.json'), JSON.stringify(HOOKS));
  return {
    path,
    env: { PATH: process.env.PATH, HOME: path },
    remove: () => rm(path, { recursive: true }),
    expected: [
      'clean up',
      'I delete the build.',
      'error: use git clean',
      'Another way, then.',
      'cleaned\n',
      'Done.',
      'Say what you did.',
      'All clean.',
    ],
  };
}
