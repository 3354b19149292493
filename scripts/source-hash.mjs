// Hashes everything the build reads, so that a build happens exactly when its result would differ.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const inputs = [
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/bundles.mjs',
  'scripts/licences.mjs',
  'packages/core/package.json',
  'packages/core/tsconfig.json',
  'packages/core/src',
  'packages/core/assets',
  'packages/agent/package.json',
  'packages/agent/tsconfig.json',
  'packages/agent/src',
  'packages/guards/package.json',
  'packages/guards/tsconfig.json',
  'packages/guards/src',
  'packages/toolbox/package.json',
  'packages/toolbox/tsconfig.json',
  'packages/toolbox/src',
  'packages/studio/package.json',
  'packages/studio/tsconfig.json',
  'packages/studio/src',
  'packages/studio/page',
  'packages/fleet/package.json',
  'packages/fleet/tsconfig.json',
  'packages/fleet/src',
  'packages/gateway/package.json',
  'packages/gateway/tsconfig.json',
  'packages/gateway/src',
  'schemas',
  'packages/cli/package.json',
  'packages/cli/src',
];

export function hashFiles(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((input) => filesUnder(root, input))) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

export const hashSources = (root) => hashFiles(root, inputs);

function filesUnder(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return path.endsWith('.test.ts') ? [] : [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, `${path}/${name}`));
}
