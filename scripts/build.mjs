// Builds packages/core/dist (tsc, one file per source) and packages/cli/dist (esbuild, one file).
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hashSources } from './source-hash.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const requireFromCore = createRequire(join(root, 'packages/core/package.json'));
const outDir = join(root, 'packages/cli/dist');
const entry = join(root, 'packages/cli/src/main.ts');
const sources = hashSources(root); // taken before the build: an edit made meanwhile must lead to another build

rmSync(join(outDir, '.build-hash'), { force: true });
await bundleCli();
copyBesideBundle();
compileCore();
removeOrphans();
writeFileSync(join(outDir, '.build-hash'), sources);

async function bundleCli() {
  mkdirSync(outDir, { recursive: true });
  const unfinished = join(outDir, `.hookline.${process.pid}.js`);
  await build({
    entryPoints: [entry],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    alias: { '@hookline/core': join(root, 'packages/core/src/index.ts') },
    banner: { js: banner() },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  chmodSync(unfinished, 0o755);
  // Renamed into place, so that whoever runs the command meanwhile never reads half a file.
  renameSync(unfinished, join(outDir, 'hookline.js'));
}

// CommonJS dependencies call require, which an ES module does not have.
function banner() {
  const shebang = readFileSync(entry, 'utf8').startsWith('#!') ? '' : '#!/usr/bin/env node\n';
  return `${shebang}import { createRequire as createRequireHere } from 'node:module';\nconst require = createRequireHere(import.meta.url);`;
}

function copyBesideBundle() {
  const assets = join(root, 'packages/core/assets');
  rmSync(join(outDir, 'assets'), { recursive: true, force: true });
  if (existsSync(assets)) cpSync(assets, join(outDir, 'assets'), { recursive: true });
  // jiti loads its compiler at run time from "../dist/babel.cjs", seen from the file that it is bundled into.
  cpSync(join(dirname(requireFromCore.resolve('jiti/package.json')), 'dist/babel.cjs'), join(outDir, 'babel.cjs'));
}

function compileCore() {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const result = spawnSync(process.execPath, [tsc, '-b', 'packages/core'], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(1);
}

// tsc leaves the output of a source that is gone, and it would be published.
function removeOrphans() {
  const dist = join(root, 'packages/core/dist');
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const stem = name.match(/^(.*?)(\.d\.ts|\.js)$/)?.[1];
    if (stem && !existsSync(join(root, 'packages/core/src', `${stem}.ts`))) rmSync(join(dist, name));
  }
}
