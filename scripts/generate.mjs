#!/usr/bin/env node
// Writes what is generated: from the dialects' tables docs/reference/dialects/<id>.md, docs/embed/events.md and schemas/<id>.json,
// the lists of dialects in README.md and other pages, docs/contribute/cells.md, from the agents' tables the list of agents in README.md, from the keys of case files schemas/hooktest.json, from the rows of test/faults docs/reference/faults.md, from the emitted
// types docs/embed/api.md and docs/embed/agent-api.md, and from the imports the picture in docs/contribute/architecture.md. With --check it writes nothing and fails when a file is not up to date.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGENTS, configurationSchema, DIALECTS, EVENT_NAMES, powersOf } from '../packages/core/dist/internal.js';
import { caseFileSchema, lostPowersOf, usualEvents } from '../packages/toolbox/dist/index.js';
import { loadMatrix } from '../test/faults/load-matrix.mjs';
import { agentList } from './render-agents.mjs';
import { renderApi } from './render-api.mjs';
import { renderArchitecture } from './render-architecture.mjs';
import { renderCells } from './render-cells.mjs';
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
  ['docs/contribute/cells.md', renderCells(DIALECTS)],
  ['docs/embed/events.md', renderEvents({ dialects: DIALECTS, eventNames: EVENT_NAMES, powersOf })],
  [ARCHITECTURE, renderArchitecture(await readFile(join(root, ARCHITECTURE), 'utf8'))],
  ...API_PAGES.map(({ page, ...about }) => [page, renderApi(about)]),
  ...(await pagesWith([
    ...dialectLists(DIALECTS),
    agentList({ agents: AGENTS, usualEvents, lostPowersOf, agreement: await readAgreement() }),
  ])),
]);

/** Pages written by hand, with the lines in them that are generated; a page may have several such parts. */
async function pagesWith(parts) {
  const pages = new Map();
  for (const { page, lines, text } of parts) {
    const now = pages.get(page) ?? (await readFile(join(root, page), 'utf8'));
    if (!lines.test(now)) throw new Error(`${page} has no lines that match ${lines}`);
    pages.set(
      page,
      now.replace(lines, () => text),
    );
  }
  return [...pages];
}

/** What the runs of the real programs found. */
async function readAgreement() {
  return JSON.parse(await readFile(join(root, 'test/clients/agreement.json'), 'utf8'));
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
