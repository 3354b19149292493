// Runs the commands of a page as a reader would: one after another, in a fresh copy of the page's project.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSame } from './normalise.mjs';
import { blocksOf, filesOf, OWN_PROJECTS, scriptsOf } from './read-page.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SHOWN_HOME = '/home/you';
const TIME_LIMIT_MS = 120_000;

/** The blocks of a page with what its commands print now, and what is wrong with the page. */
export async function runPage(file) {
  const text = readFileSync(file, 'utf8');
  const found = { blocks: [], problems: [] };
  for (const { parts, name } of stretchesOf(text, basename(file, '.md'))) {
    const place = makePlace(name);
    try {
      const { blocks, problems } = await runParts(parts, place);
      found.blocks.push(...blocks);
      found.problems.push(...problems);
    } finally {
      rmSync(place.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }
  return found;
}

/** What is run in one project: the whole page, or each of its sections; files and console blocks in the order of the page. */
function stretchesOf(text, name) {
  const parts = [...filesOf(text), ...scriptsOf(text), ...blocksOf(text)].toSorted(
    (left, right) => left.start - right.start,
  );
  if (!text.includes(OWN_PROJECTS)) return [{ name, parts }];
  const headings = text.split('\n').flatMap((line, at) => (line.startsWith('## ') ? [at] : []));
  const sectionOf = ({ start }) => headings.findLastIndex((at) => at < start);
  return headings
    .map((_, section) => ({ name, parts: parts.filter((part) => sectionOf(part) === section) }))
    .filter((stretch) => stretch.parts.some(isBlock));
}

const isBlock = (part) => 'steps' in part;

async function runParts(parts, place) {
  const problems = [];
  const rewritten = [];
  let last = { status: 0, folder: place.project };
  let unexplained = null;
  for (const part of parts) {
    if ('path' in part) writeShownFile(part, last.folder);
    if ('script' in part) {
      const result = await runStep(part.script, place, last);
      if (result.status !== 0) problems.push(failure({ line: part.start + 1, command: part.script }, result));
    }
    if (!isBlock(part)) continue;
    const steps = [];
    for (const step of part.steps) {
      if (unexplained !== null && !step.command.includes('$?')) problems.push(unexplained);
      const result = await runStep(step.command, place, last);
      last = result;
      unexplained = result.status === 0 ? null : failure(step, result);
      const isRight = isSame(step.output, result.output);
      if (!isRight) problems.push(difference(step, result.output));
      steps.push(isRight ? step : { ...step, output: result.output });
    }
    rewritten.push({ ...part, steps });
  }
  if (unexplained !== null) problems.push(unexplained);
  return { blocks: rewritten, problems };
}

/** Writes a file that a page shows; one with a first line for the system can be run. */
export function writeShownFile({ path, content }, folder) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode: content.startsWith('#!') ? 0o755 : 0o644 });
}

const failure = ({ line, command }, { status, output }) =>
  [
    `line ${line}: "${command}" ends with status ${status}; if that is meant, show it: $ echo $?`,
    ...output.map((text) => `    ${text}`),
  ].join('\n');

const difference = ({ line, command, output }, came) =>
  [
    `line ${line}: "${command}" prints something else`,
    ...output.map((text) => `  - ${text}`),
    ...came.map((text) => `  + ${text}`),
  ].join('\n');

/** The reader of a page has a terminal, which we have not: what would be told about that goes with the call that gave trust. */
const commandText = (call) => `#!/bin/sh
case " $* " in
  *' trust '* | *' --trust-hooks '*)
    ${call}
    status=$?
    rm -rf "$HOME/.local/state/hookline/unseen-trust"
    exit $status
    ;;
esac
exec ${call}
`;

/** A home of its own, the project below it, and hookline on the path. */
export function makePlace(name) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-page-')));
  const home = join(folder, 'home');
  const project = join(home, 'project');
  for (const each of [project, join(folder, 'bin'), join(folder, 'tmp')]) mkdirSync(each, { recursive: true });
  const example = join(root, 'examples/toolbox', name);
  if (existsSync(example)) cpSync(example, project, { recursive: true });
  const command = join(folder, 'bin/hookline');
  writeFileSync(command, commandText(`'${process.execPath}' '${join(root, 'packages/cli/dist/hookline.js')}' "$@"`));
  chmodSync(command, 0o755);
  return { folder, home, project };
}

// Both streams go to one file, so that their lines keep the order in which they were written.
async function runStep(command, { folder, home, project }, before) {
  const files = { printed: join(folder, 'printed'), folder: join(folder, 'folder') };
  const script = `cd '${before.folder}'; (exit ${before.status})\n${command}\nstatus=$?; pwd > '${files.folder}'; exit $status`;
  const printed = openSync(files.printed, 'w');
  const env = {
    PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    TMPDIR: join(folder, 'tmp'),
  };
  const child = spawn('bash', ['-c', script], {
    cwd: project,
    env,
    stdio: ['ignore', printed, printed],
    timeout: TIME_LIMIT_MS,
  });
  closeSync(printed);
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
  const text = readFileSync(files.printed, 'utf8').replaceAll(home, SHOWN_HOME).replaceAll(folder, '/tmp/place');
  return {
    status,
    folder: existsSync(files.folder) ? readFileSync(files.folder, 'utf8').trim() : before.folder,
    output:
      text === ''
        ? []
        : text
            .replace(/\n$/, '')
            .split('\n')
            .map((line) => line.trimEnd()),
  };
}
