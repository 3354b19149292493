// Measures the guards and two naive baselines on the corpus, and writes the table into docs/write/guards.md.
//   node test/guards/measure.mjs            write the table and print it
//   node test/guards/measure.mjs --check    fail when the table is not what is measured now
//   node test/guards/measure.mjs --wrong    show every wrong verdict of the guards
// HOOKLINE_GUARD_CORPUS=FILE measures commands that are not in the repository instead and writes nothing: see outside.mjs.
import { prepareBashParser } from '@hookline/core/internal';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { findSecrets, GUARDS, judgeCommand, readOptions } from '../../packages/guards/dist/index.js';
import { outsideTables } from './outside.mjs';
import { grepCommand, grepFile, grepSecret, regexCommand, regexFile, regexSecret } from './baselines.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const PAGE = join(here, '../../docs/write/guards.md');
const [START, END] = ['<!-- measured: node test/guards/measure.mjs -->', '<!-- /measured -->'];
const HOME = '/home/me';
const PROJECT = '/home/me/work/app';

const read = (name) => parse(readFileSync(join(here, 'corpus', `${name}.yaml`), 'utf8'));
const clean = (text) => text.replaceAll('‹›', '');

const judged = (command, packs = []) =>
  judgeCommand(command, { home: HOME, project: PROJECT, cwd: PROJECT, unparsable: 'ask', allowed: [], packs })[0]
    ?.does ?? 'pass';

const files = GUARDS.find(({ name }) => name === 'protected-files');
const fileOptions = readOptions(files, {}).values;
const world = {
  home: HOME,
  project: PROJECT,
  env: {},
  readText: () => Promise.resolve(null),
  can: { ask: true, block: true },
  realPath: (path) => Promise.resolve(path),
};

async function judgedFile({ tool, file, command }) {
  const tool_input = tool === 'Bash' ? { command } : { file_path: file };
  const event = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input, cwd: PROJECT };
  return (await files.judge(event, fileOptions, world)).decision ?? 'pass';
}

const COMMANDS = {
  'dangerous-commands': ({ command }) => judged(command) !== 'pass',
  'grep, as documentation shows it': ({ command }) => grepCommand(command),
  'a list of 29 regular expressions': ({ command }) => regexCommand(command),
};
const SECRETS = {
  secrets: ({ text }) => findSecrets(clean(text)).length > 0,
  'grep for four words': ({ text }) => grepSecret(clean(text)),
  'a list of 10 regular expressions': ({ text }) => regexSecret(clean(text)),
};
const FILES = {
  'protected-files': async (row) => (await judgedFile(row)) !== 'pass',
  'grep for three names': grepFile,
  'a list of 7 regular expressions': regexFile,
};
const SETS = [
  { title: 'commands, held out', rows: read('commands-held-out'), judges: COMMANDS },
  { title: 'commands, held out later', rows: read('commands-held-out-later'), judges: COMMANDS },
  { title: 'secrets, held out', rows: read('secrets-held-out'), judges: SECRETS },
  { title: 'protected files, held out', rows: read('protected-files-held-out'), judges: FILES },
  { title: 'commands, developed on', rows: read('commands'), judges: COMMANDS },
  { title: 'secrets, developed on', rows: read('secrets'), judges: SECRETS },
  { title: 'protected files, developed on', rows: read('protected-files'), judges: FILES },
];

const HARMLESS = new Set(['pass', 'clean']);

async function count(rows, judge) {
  const counts = { caught: 0, missed: 0, alarms: 0, passed: 0 };
  for (const row of rows) {
    const isFlagged = await judge(row);
    if (HARMLESS.has(row.verdict)) counts[isFlagged ? 'alarms' : 'passed'] += 1;
    else counts[isFlagged ? 'caught' : 'missed'] += 1;
  }
  return counts;
}

const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

async function table() {
  const lines = [
    '| corpus | who | caught | missed | false alarms | rightly passed | of the bad ones caught | of the good ones stopped |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
  ];
  for (const { title, rows, judges } of SETS) {
    for (const [name, judge] of Object.entries(judges)) {
      const { caught, missed, alarms, passed } = await count(rows, judge);
      lines.push(
        `| ${title} (${rows.length}) | ${name} | ${caught} | ${missed} | ${alarms} | ${passed} | ${share(caught, caught + missed)} | ${share(alarms, alarms + passed)} |`,
      );
    }
  }
  const exact = SETS[0].rows.filter(({ command, verdict }) => judged(command) === verdict).length;
  return [
    ...lines,
    '',
    `On the held-out commands, ${exact} of ${SETS[0].rows.length} verdicts are right to the word (block, ask or pass).`,
  ].join('\n');
}

async function showWrong() {
  for (const { title, rows, judges } of SETS) {
    const [judge] = Object.values(judges);
    for (const row of rows)
      if ((await judge(row)) === HARMLESS.has(row.verdict))
        console.log(`${title}: ${row.verdict}: ${JSON.stringify(row.command ?? row.text ?? row.file)}`);
  }
}

await prepareBashParser();
const outside = process.env['HOOKLINE_GUARD_CORPUS'] ?? '';
if (outside !== '')
  console.log(
    outsideTables(outside, (command, packs) => judged(command, packs) !== 'pass', process.argv.includes('--wrong')),
  );
else if (process.argv.includes('--wrong')) await showWrong();
else {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(START);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`docs/write/guards.md has no place for the table: ${START} … ${END}`);
  const measured = await table();
  const next = `${before}${START}\n${measured}\n${END}${after}`;
  if (!process.argv.includes('--check')) {
    writeFileSync(PAGE, next);
    console.log(measured);
  } else if (next !== page) {
    console.error('the table in docs/write/guards.md is not what is measured now: run node test/guards/measure.mjs');
    process.exitCode = 1;
  }
}
