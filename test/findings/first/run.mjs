// Plays the findings against the first release and against this one: each must show there, and be gone here.
//   npm run test:proof -- findings                     builds the first release from the history of git
//   … --built FOLDER   keep what was built there, and take it from there the next time
//   … --only K1,S2     a few rows          … --write     put the table into docs/contribute/tests.md
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NOT_SHOWN, PARTS } from './plays.mjs';
import { inWorld } from './world.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const PAGE = join(root, 'docs/contribute/tests.md');
const [START, END] = ['<!-- findings: npm run test:proof -- findings --write -->', '<!-- /findings -->'];
const HERE = join(root, 'packages/cli/dist/hookline.js');

const { values } = parseArgs({
  options: { built: { type: 'string' }, only: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const kept = values.built ?? mkdtempSync(join(tmpdir(), 'hookline-first-'));
try {
  report(PARTS.flatMap(play));
} finally {
  if (values.built === undefined) rmSync(kept, { recursive: true, force: true });
}

/** The command of a commit as it was built then, with the dependencies of its own lock file. */
function builtOf(commit) {
  const folder = join(kept, commit.slice(0, 8));
  const command = join(folder, 'packages/cli/dist/hookline.js');
  if (existsSync(command)) return command;
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  execFileSync('tar', ['xf', '-', '-C', folder], { input: archive });
  for (const words of [
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    ['run', 'build'],
  ]) {
    const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
    if (status !== 0)
      throw new Error(`the first release cannot be built: npm ${words.join(' ')}: ${stderr.slice(-2000)}`);
  }
  return command;
}

function play({ commit, rows }) {
  const wanted = values.only?.split(',');
  const own = Object.entries(rows).filter(([id]) => wanted?.includes(id) !== false);
  if (own.length === 0) return [];
  const first = builtOf(commit);
  return own.map(([id, shows]) => {
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

function byNumber(one, other) {
  return one.localeCompare(other, 'en', { numeric: true });
}

function report(rows) {
  const wrong = rows.filter(({ first, now }) => first !== true || now !== false);
  const table = [
    `${rows.length} of ${rows.length + Object.keys(NOT_SHOWN).length} findings are played, and none shows here. They show in the commits of then:`,
    '',
    ...PARTS.map((part) => `- \`${part.commit.slice(0, 8)}\`: ${Object.keys(part.rows).toSorted(byNumber).join(', ')}`),
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
