#!/usr/bin/env node
// Writes what is generated: from the dialects' tables docs/reference/dialects/<id>.md, docs/embed/events.md and schemas/<id>.json,
// the lists of dialects in README.md and other pages, from the keys of case files schemas/hooktest.json, from the rows of test/faults docs/reference/faults.md, from the emitted
// types docs/embed/api.md and docs/embed/agent-api.md, and from the imports the picture in docs/contribute/architecture.md. With --check it writes nothing and fails when a file is not up to date.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationSchema, DIALECTS, EVENT_NAMES, powersOf } from '../packages/core/dist/internal.js';
import { caseFileSchema } from '../packages/toolbox/dist/index.js';
import { loadMatrix } from '../test/faults/load-matrix.mjs';
import { renderApi } from './render-api.mjs';
import { renderArchitecture } from './render-architecture.mjs';
import { dialectLists } from './render-dialect-lists.mjs';
import { renderDialect } from './render-dialect.mjs';
import { renderEvents } from './render-events.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');

process.env.HOOKLINE_FAULTS = 'full'; // the page tells of the whole
const { faultsPage } = await loadMatrix();

const ARCHITECTURE = 'docs/contribute/architecture.md';

const API_PAGES = [
  {
    page: 'docs/embed/api.md',
    packageName: '@hookline/core',
    types: join(root, 'packages/core/dist/index.d.ts'),
    intro: 'Begin with `createHooks` and `Hooks`; [the guide](README.md) shows them at work.',
  },
  {
    page: 'docs/embed/agent-api.md',
    packageName: '@hookline/agent',
    types: join(root, 'packages/agent/dist/index.d.ts'),
    intro: 'Begin with `createAgent` and `createModel`; [the reference agent](reference-agent.md) says what it does.',
  },
];

const files = DIALECTS.flatMap((dialect) => [
  [`docs/reference/dialects/${dialect.id}.md`, renderDialect(dialect)],
  [`schemas/${dialect.id}.json`, `${JSON.stringify(configurationSchema(dialect), null, 2)}\n`],
]).concat([
  ['schemas/hooktest.json', `${JSON.stringify(caseFileSchema(), null, 2)}\n`],
  ['docs/reference/faults.md', faultsPage()],
  ['docs/embed/events.md', renderEvents({ dialects: DIALECTS, eventNames: EVENT_NAMES, powersOf })],
  [ARCHITECTURE, renderArchitecture(await readFile(join(root, ARCHITECTURE), 'utf8'))],
  ...API_PAGES.map(({ page, ...about }) => [page, renderApi(about)]),
  ...(await Promise.all(dialectLists(DIALECTS).map(async (part) => [part.page, await withPart(part)]))),
]);

/** A page written by hand with the lines that are generated. */
async function withPart({ page, lines, text }) {
  const now = await readFile(join(root, page), 'utf8');
  if (!lines.test(now)) throw new Error(`${page} has no lines that match ${lines}`);
  return now.replace(lines, () => text);
}

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
