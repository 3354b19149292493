// A Stop hook that lets the agent finish only when a real test passes. Everything is real but the model, which is scripted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'hookline-demo-'));
const project = join(folder, 'project');
await cp(here('project'), project, { recursive: true });

const hookline = here('../../packages/cli/dist/hookline.js');
const words = ['ask', 'Make slugs work', '--script', here('script.json'), '--permission-mode', 'acceptEdits'];
const env = { ...process.env, HOME: folder, HOOKLINE_STATE_DIR: join(folder, 'state') };
// One file for both streams keeps their lines in the order in which they were written.
const output = await open(join(folder, 'output.txt'), 'a+');
const result = spawnSync(process.execPath, [hookline, ...words, '--trust-hooks', '--project', project], {
  env,
  stdio: ['ignore', output.fd, output.fd],
});
await output.close();
const printed = await readFile(join(folder, 'output.txt'), 'utf8');
process.stdout.write(printed);

assert.equal(result.status, 0);
assert.match(await readFile(join(project, 'slug.mjs'), 'utf8'), /replaceAll/);
assert.equal(spawnSync('npm', ['test'], { cwd: project, stdio: 'ignore' }).status, 0, 'the test passes in the end');
const blocks = printed.match(/Tests must pass before completing/g) ?? [];
assert.equal(blocks.length, 2, 'the agent was sent back twice');
console.log(`The hook sent the agent back ${blocks.length} times; now the test passes.`);
await rm(folder, { recursive: true });
