#!/usr/bin/env node
// Writes what is generated from the dialects' tables, docs/dialects/<id>.md and schemas/<id>.json, from the keys of case
// files, schemas/hooktest.json, and from the rows of test/faults, docs/faults.md.
// With --check it writes nothing and fails when a file is not up to date.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationSchema, DIALECTS } from '../packages/core/dist/internal.js';
import { caseFileSchema } from '../packages/toolbox/dist/index.js';
import { loadMatrix } from '../test/faults/load-matrix.mjs';
import { renderDialect } from './render-dialect.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');

process.env.HOOKLINE_FAULTS = 'full'; // the page tells of the whole
const { faultsPage } = await loadMatrix();

const files = DIALECTS.flatMap((dialect) => [
  [`docs/dialects/${dialect.id}.md`, renderDialect(dialect)],
  [`schemas/${dialect.id}.json`, `${JSON.stringify(configurationSchema(dialect), null, 2)}\n`],
]).concat([
  ['schemas/hooktest.json', `${JSON.stringify(caseFileSchema(), null, 2)}\n`],
  ['docs/faults.md', faultsPage()],
]);

const stale = [];
for (const [name, text] of files) {
  const path = join(root, name);
  if ((await readFile(path, 'utf8').catch(() => null)) === text) continue;
  stale.push(name);
  if (check) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
if (check && stale.length > 0) {
  console.error(`not up to date: ${stale.join(', ')}; run "npm run generate"`);
  process.exitCode = 1;
} else
  console.log(
    check ? `${files.length} generated files are up to date` : `${stale.length} of ${files.length} files written`,
  );
