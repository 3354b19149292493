// Plays the findings against the first release and against this one: each must show there, and be gone here.
//   npm run test:proof -- findings                     builds the first release from the history of git
//   npm run test:proof -- findings --first COMMAND     takes one that was built before: its hookline.js
//   … --only K1,S2     a few rows          … --write     put the table into docs/contribute/tests.md
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FIDELITY } from './fidelity.mjs';
import { NOT_SHOWN } from './not-shown.mjs';
import { SECURITY } from './security.mjs';
import { inWorld } from './world.mjs';

/** The last commit before the work on the findings began. */
const FIRST_RELEASE = 'de3a24b0e6c36ba966d68c47dcf18dcedb049c3d';
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const PAGE = join(root, 'docs/contribute/tests.md');
const [START, END] = ['<!-- findings: npm run test:proof -- findings --write -->', '<!-- /findings -->'];
const HERE = join(root, 'packages/cli/dist/hookline.js');

const { values } = parseArgs({
  options: { first: { type: 'string' }, only: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const built = values.first === undefined ? buildFirstRelease() : null;
try {
  report(play(values.first ?? join(built, 'packages/cli/dist/hookline.js')));
} finally {
  if (built !== null) rmSync(built, { recursive: true, force: true });
}

/** The first release as it was built then, in a temporary folder, with the dependencies of its own lock file. */
function buildFirstRelease() {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-first-'));
  const archive = execFileSync('git', ['archive', FIRST_RELEASE], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  execFileSync('tar', ['xf', '-', '-C', folder], { input: archive });
  for (const words of [
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    ['run', 'build'],
  ]) {
    const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
    if (status !== 0)
      throw new Error(`the first release cannot be built: npm ${words.join(' ')}: ${stderr.slice(-2000)}`);
  }
  return folder;
}

function play(first) {
  const wanted = values.only?.split(',');
  const rows = Object.entries({ ...FIDELITY, ...SECURITY }).filter(([id]) => wanted?.includes(id) !== false);
  return rows.map(([id, shows]) => {
    const row = { id, first: tried(first, shows), now: tried(HERE, shows) };
    console.log(`${id}: first release: ${said(row.first)}; now: ${said(row.now)}`);
    return row;
  });
}

function tried(command, shows) {
  try {
    return inWorld(command, shows);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function said(result) {
  return result === true ? 'shows' : result === false ? 'does not show' : `failed (${result})`;
}

function report(rows) {
  const wrong = rows.filter(({ first, now }) => first !== true || now !== false);
  const table = [
    `${rows.length} of ${rows.length + Object.keys(NOT_SHOWN).length} findings are played: ${rows.map(({ id }) => id).join(', ')}. Each shows in commit \`${FIRST_RELEASE.slice(0, 8)}\` and not here.`,
    '',
    '| not played | why |',
    '|---|---|',
    ...Object.entries(NOT_SHOWN).map(([id, why]) => `| ${id} | ${why} |`),
  ].join('\n');
  console.log(`\n${table}`);
  for (const { id } of wrong) console.error(`${id}: not shown`);
  if (wrong.length > 0) process.exitCode = 1;
  else if (values.write && values.only === undefined) {
    const [before = '', rest = ''] = readFileSync(PAGE, 'utf8').split(START);
    const [, after] = rest.split(END);
    if (after === undefined) throw new Error(`docs/contribute/tests.md has no place for the table: ${START} … ${END}`);
    writeFileSync(PAGE, `${before}${START}\n${table}\n${END}${after}`);
  }
}
