import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Every mutation must still fit its source, or it would silently test nothing. */
export function misfitsOf(bug) {
  return editsOf(bug).flatMap(({ file, find }) => {
    const count = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split(find).length - 1 : 0;
    return count === 1 ? [] : [`${bug.id}: the text to replace stands ${count} times in ${file}:\n${find}`];
  });
}

function editsOf({ file, find, replace, more = [] }) {
  return [{ file, find, replace }, ...more];
}

/** The sources and what they need; installed packages are only linked. */
export function makeCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'hookline-planted-'));
  for (const name of readdirSync(root)) {
    if (['.git', 'node_modules', 'coverage', 'docs', 'bench', 'examples'].includes(name)) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter: isWanted });
  }
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'packages'))) {
    const modules = join(root, 'packages', name, 'node_modules');
    if (existsSync(modules)) linkModules(modules, join(copy, 'packages', name, 'node_modules'));
  }
  return copy;
}

export function removeCopy(copy) {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}

function isWanted(path) {
  return !/^packages\/[^/]+\/node_modules|\.tsbuildinfo$/.test(relative(root, path));
}

function linkModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== '.vite') symlinkSync(join(from, name), join(to, name));
}

/** Puts a bug into a copy; the result takes it out again. */
export async function plantBug(copy, bug) {
  const originals = new Map();
  for (const { file, find, replace } of editsOf(bug)) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (!originals.has(path)) originals.set(path, text);
    const edited = text.split(find).join(replace);
    await transform(edited, { loader: 'ts' }); // throws: a file that does not parse proves nothing
    writeFileSync(path, edited);
  }
  if (bug.built) await build(copy);
  return () => {
    for (const [path, text] of originals) writeFileSync(path, text);
  };
}

async function build(copy) {
  const dist = join(copy, 'packages/cli/dist');
  const { bin } = JSON.parse(readFileSync(join(copy, 'packages/cli/package.json'), 'utf8'));
  rmSync(dist, { recursive: true, force: true });
  const { output } = await run(copy, process.execPath, ['scripts/build.mjs']);
  // The types of a planted bug may be wrong; the command itself is built before they are looked at.
  if (!existsSync(join(copy, 'packages/cli', bin.hookline))) throw new Error(`the build failed:\n${output}`);
}

/** A bug that makes a test hang is noticed as well, only later. */
const LONGEST_RUN_MS = 600_000;

/** Runs a command in a copy to its end. */
export function run(cwd, command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CI: '1' } });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      child.kill('SIGKILL');
    }, LONGEST_RUN_MS);
    child.once('error', reject);
    child.once('close', (status) => {
      clearTimeout(timer);
      resolve({ status, hung, output: Buffer.concat(chunks).toString() });
    });
  });
}
