// The lines of Node that the product supports, and where a binary of each is found on this machine.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmEnvironment } from '../../scripts/npm-environment.mjs';

/** The oldest release that is supported, and the newest of each later line. */
export const NODE_LINES = ['20.19.0', '22', '24', '26'];

const cache = fileURLToPath(new URL('../../node_modules/.cache/node-lines', import.meta.url));

/**
 * A binary of the line: what HOOKLINE_NODE_<major> names, else the registry's package for this system.
 * Either `{ node, version }` or `{ missing }`, which says why there is none.
 */
export function findNode(line) {
  const major = line.split('.')[0];
  const named = process.env[`HOOKLINE_NODE_${major}`];
  if (named !== undefined) return checked(named, major);
  const packageName = `node-${process.platform}-${process.arch}`;
  const folder = join(cache, line);
  const node = join(folder, 'node_modules', packageName, 'bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', `${packageName}@${line}`];
    const env = npmEnvironment(process.env);
    const call = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8', shell: process.platform === 'win32' });
    if (call.status !== 0) return { missing: `npm could not install ${packageName}@${line}` };
  }
  return checked(node, major);
}

function checked(node, major) {
  try {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    return version.startsWith(`v${major}.`) ? { node, version } : { missing: `${node} is ${version}` };
  } catch (error) {
    return { missing: `${node} does not run: ${error.message}` };
  }
}
