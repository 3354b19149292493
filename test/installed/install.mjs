// Packs the published packages and installs them into a folder outside the repository, as a user would.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmEnvironment } from '../../scripts/npm-environment.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const PUBLISHED = ['core', 'agent', 'cli'];

/** The folder and the command in it; `folder` is for the caller to remove. */
export function installPackages() {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-installed-'));
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  for (const name of PUBLISHED) npm(['pack', '--silent', '--pack-destination', tarballs], join(root, 'packages', name));
  writeFileSync(join(folder, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }\n');
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  npm(['install', '--no-audit', '--no-fund', '--prefer-offline', ...files], folder);
  return { folder, tarballs: files, command: join(folder, 'node_modules/hookline/dist/hookline.js') };
}

function npm(args, cwd) {
  const env = npmEnvironment(process.env);
  const call = spawnSync('npm', args, { cwd, env, encoding: 'utf8', shell: process.platform === 'win32' });
  if (call.status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${call.stdout}${call.stderr}`);
}
