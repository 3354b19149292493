#!/usr/bin/env node
// Writes into the pages that are named (or into every page with console blocks) what their commands print now; an output that
// differs only in times, durations, digests, ids and temporary names stays as it is. With --check it writes nothing and fails
// when a page is not true. The command must be built: node scripts/build.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONSOLE_PAGES } from './all-pages.mjs';
import { withBlocks } from './read-page.mjs';
import { runPage } from './run-page.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const words = process.argv.slice(2);
const isCheck = words.includes('--check');
const named = words.filter((word) => word !== '--check');
const files = named.length > 0 ? named : CONSOLE_PAGES.map((page) => join(root, page));

for (const file of files) {
  const name = relative(process.cwd(), file);
  const { blocks, problems } = await runPage(file);
  const failures = problems.filter((problem) => problem.includes('ends with status'));
  const told = isCheck ? problems : failures;
  for (const problem of told) console.error(`${name}: ${problem}`);
  if (told.length > 0) process.exitCode = 1;
  const text = readFileSync(file, 'utf8');
  const next = withBlocks(text, blocks);
  if (!isCheck && next !== text) writeFileSync(file, next);
  if (!isCheck) console.log(`${name}: ${next === text ? 'as it was' : 'rewritten'}`);
}
