// Builds packages/core/dist (tsc, one file per source) and packages/cli/dist (esbuild, one file and what it loads on demand).
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hashSources } from './source-hash.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const outDir = join(root, 'packages/cli/dist');
const entry = join(root, 'packages/cli/src/main.ts');
const VENDORED = ['undici', 'yaml', 'unbash', 'jsonc-parser'];
const vendorBeside = {
  name: 'vendor-beside',
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^(${VENDORED.join('|')})$`) }, ({ path, kind }) => {
      if (kind !== 'dynamic-import')
        throw new Error(`${path} must be imported lazily: it is not part of the command's file`);
      return { path: `./vendor/${path}.js`, external: true };
    }),
};
const sources = hashSources(root); // taken before the build: an edit made meanwhile must lead to another build

rmSync(join(outDir, '.build-hash'), { force: true });
await bundleCli();
compileCore();
removeOrphans();
removeLeftovers();
linkCommand();
writeFileSync(join(outDir, '.build-hash'), sources);

// Start-up is latency: the command is one CommonJS file (Node's ES module loader alone costs a fifth of its start),
// and libraries that most calls do without lie beside it, one file each, until they are needed.
async function bundleCli() {
  mkdirSync(join(outDir, 'vendor'), { recursive: true });
  await Promise.all([
    bundle(entry, 'command.js', [vendorBeside]),
    ...VENDORED.map((name) => bundle(name, `vendor/${name}.js`, [])),
  ]);
  cpSync(join(root, 'packages/cli/src/start.cjs'), join(outDir, 'hookline.js'));
  chmodSync(join(outDir, 'hookline.js'), 0o755);
  writeFileSync(join(outDir, 'package.json'), '{ "type": "commonjs" }\n');
  copyBesideBundle();
  writeCodeCache();
}

// One real call, so that the functions which every call needs are compiled when the cache is written.
function writeCodeCache() {
  const home = mkdtempSync(join(tmpdir(), 'hookline-build-'));
  try {
    mkdirSync(join(home, '.qoder'));
    const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 0' }] }] } };
    writeFileSync(join(home, '.qoder/settings.json'), JSON.stringify(settings));
    const event = ['--event', 'PreToolUse', '--tool', 'Bash', '--input', '{}', '--project', home, '--json'];
    const env = { PATH: process.env.PATH, HOME: home, HOOKLINE_WRITE_CACHE: '1' };
    const call = spawnSync(process.execPath, [join(outDir, 'hookline.js'), 'fire', ...event], { env, cwd: home });
    if (call.status !== 0) throw new Error(`the command that was built does not work: ${call.stderr}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function bundle(input, output, plugins) {
  const unfinished = join(outDir, `${output}.${process.pid}`);
  await build({
    entryPoints: [input],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    absWorkingDir: join(root, 'packages/core'),
    mainFields: ['module', 'main'],
    alias: { '@hookline/core': join(root, 'packages/core/src/index.ts') },
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: `const importMetaUrl = require('node:url').pathToFileURL(__filename).href;` },
    plugins,
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  // Renamed into place, so that whoever runs the command meanwhile never reads half a file.
  renameSync(unfinished, join(outDir, output));
}

function copyBesideBundle() {
  const assets = join(root, 'packages/core/assets');
  rmSync(join(outDir, 'assets'), { recursive: true, force: true });
  if (existsSync(assets)) cpSync(assets, join(outDir, 'assets'), { recursive: true });
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

// What an earlier build left and this one did not make would be published too.
function removeLeftovers() {
  const made = new Set([
    'assets',
    'command.js',
    `command.${process.version}.cache`,
    'hookline.js',
    'package.json',
    'vendor',
  ]);
  for (const name of readdirSync(outDir)) if (!made.has(name)) rmSync(join(outDir, name), { recursive: true });
}

// npm links a command only when its file is there at install time, and here it is built afterwards.
function linkCommand() {
  const link = join(root, 'node_modules/.bin/hookline');
  if (process.platform === 'win32' || existsSync(link) || !existsSync(dirname(link))) return;
  symlinkSync('../../packages/cli/dist/hookline.js', link);
}
