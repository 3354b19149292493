// Runs the examples one after another: each folder in examples/ holds a run.mjs that checks its own results.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingOf } from './programs.mjs';

const examples = join(dirname(dirname(fileURLToPath(import.meta.url))), 'examples');
const wanted = process.argv.slice(2);
const stories = (existsSync(examples) ? readdirSync(examples).sort() : [])
  .filter((name) => existsSync(join(examples, name, 'run.mjs')))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

if (stories.length === 0) {
  console.error('demo: no example found in examples/.');
  process.exit(1);
}
/** What an example leaves out when a program is missing stands in its needs.json; the example itself says it. */
const leftOut = stories.flatMap((story) => {
  const needs = join(examples, story, 'needs.json');
  return existsSync(needs) ? missingOf(JSON.parse(readFileSync(needs, 'utf8'))) : [];
});
for (const story of stories) {
  console.log(`\n== ${story}`);
  const result = spawnSync(process.execPath, ['run.mjs'], { cwd: join(examples, story), stdio: 'inherit' });
  if (result.status === 0) continue;
  console.error(`demo: ${story} failed`);
  process.exit(1);
}
console.log(`\n${stories.length} passed, 0 failed, ${leftOut.length} skipped`);
