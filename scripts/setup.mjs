// Makes a fresh clone ready: checks Node, installs dependencies when they are stale, builds when sources changed.
// Uses nothing but Node itself, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashFiles, hashSources } from './source-hash.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installStamp = join(root, 'node_modules/.setup-hash');
const buildStamp = join(root, 'node_modules/.build-hash');
const buildOutputs = [
  'packages/core/dist/index.js',
  'packages/agent/dist/index.js',
  'packages/cli/dist/hookline.js',
  'packages/toolbox/dist/index.js',
  'packages/guards/dist/index.js',
  'packages/studio/dist/index.js',
  'packages/fleet/dist/index.js',
  'packages/gateway/dist/index.js',
];

checkNode();
installWhenStale();
buildWhenStale();

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `hookline needs Node 20.19 or newer, and this is Node ${process.versions.node}: please install a newer one.`,
  );
  process.exit(1);
}

function installWhenStale() {
  const wanted = hashFiles(root, ['package-lock.json']);
  if (readStamp(installStamp) === wanted) return;
  console.error('setup: installing dependencies (npm ci)');
  run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(installStamp, wanted);
}

function buildWhenStale() {
  const isBuilt = buildOutputs.every((path) => existsSync(join(root, path)));
  if (isBuilt && readStamp(buildStamp) === hashSources(root)) return;
  console.error('setup: building');
  run(process.execPath, ['scripts/build.mjs']);
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

// What commands print goes to stderr: stdout belongs to the command that asked for the setup.
function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (result.status === 0) return;
  console.error(`setup: "${command} ${args.join(' ')}" failed${result.error ? `: ${result.error.message}` : ''}.`);
  process.exit(1);
}
