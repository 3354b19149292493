// Other people's hook systems, installed beside the benchmark and never a dependency of the product.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('.peers/', import.meta.url));

/** Exact versions; each peer lies in a folder of its own, so that a big one does not keep a small one waiting. */
export const PEERS = {
  gemini: { package: '@google/gemini-cli-core', version: '0.61.0', entry: 'dist/index.js', isBig: true },
  hookable: { package: 'hookable', version: '6.1.2', entry: 'dist/index.mjs', isBig: false },
  tapable: { package: 'tapable', version: '2.3.3', entry: 'lib/index.js', isBig: false },
};

/** Installs a peer unless it is there; gives the reason why it cannot be used, or null. Big ones only when there is time. */
export function installPeer(name, hasTime) {
  const peer = PEERS[name];
  if (installedVersion(peer, name) === peer.version) return null;
  if (peer.isBig && !hasTime) return `${peer.package} is not installed yet; a run without --quick installs it`;
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  const wanted = { private: true, dependencies: { [peer.package]: peer.version } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(wanted, null, 2)}\n`);
  console.error(`bench: installing ${peer.package} ${peer.version} into bench/.peers/${name}`);
  const args = ['install', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--no-package-lock'];
  const npm = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', timeout: 600_000 });
  if (installedVersion(peer, name) === peer.version) return null;
  return `${peer.package} could not be installed: ${npm.error?.message ?? npm.stderr.trim().split('\n').at(-1)}`;
}

/** What the peer's package exports. */
export const importPeer = (name) =>
  import(pathToFileURL(join(packageFolder(PEERS[name], name), PEERS[name].entry)).href);

const packageFolder = (peer, name) => join(FOLDER, name, 'node_modules', peer.package);

function installedVersion(peer, name) {
  const file = join(packageFolder(peer, name), 'package.json');
  const isWhole = existsSync(file) && existsSync(join(FOLDER, name, 'node_modules/.package-lock.json'));
  return isWhole ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
