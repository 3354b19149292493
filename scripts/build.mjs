// Builds the dist folders of the libraries (tsc, one file per source) and of packages/cli (esbuild, one
// file and what it loads on demand).
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
import {
  agentBeside,
  BRIDGE_HTTP,
  fileOf,
  HTTP_CLIENT,
  httpBeside,
  SHARED,
  sharedBeside,
  toolboxBeside,
  VENDORED,
  vendorBeside,
} from './beside.mjs';
import { bundleCommand, bundleCopied, entryOf } from './bundles.mjs';
import { bundleFire } from './fire-bundle.mjs';
import { hashSources } from './source-hash.mjs';
import { prepareTraining } from './training.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const outDir = join(root, 'packages/cli/dist');
const WRAPPER = '(function (require, module, exports, __filename, __dirname) {';
const CLIENTS = ['client.sh', 'client.bash'];
const BRIDGE = 'hookline-bridge.mjs';
const GUARDS = 'hookline-guards.mjs';
const LIBRARIES = ['packages/core', 'packages/agent', 'packages/toolbox', 'packages/guards'];
const LICENCES = 'LICENCES.txt';
const licences = new Set();
// They write nothing, run nothing, and succeed on any machine.
const TOOLBOX_CALLS = [
  'new guard --dialect kolega --event PreToolUse --dry-run',
  'convert --from qoder --to kode --dry-run',
  'add dangerous-commands --dialect qoder --user --dry-run',
  'test --example PreToolUse',
].map((line) => line.split(' '));
// `fire` is run once per event: it has files of its own, made by fire-bundle.mjs.
const sources = hashSources(root); // taken before the build: an edit made meanwhile must lead to another build

rmSync(join(outDir, '.build-hash'), { force: true });
await bundleCli();
compileLibraries();
removeOrphans();
removeLeftovers();
linkCommand();
writeFileSync(join(outDir, '.build-hash'), sources);

// Start-up is latency: the command is one CommonJS file (Node's ES module loader alone costs a fifth of its start),
// and libraries that most calls do without lie beside it, one file each, until they are needed.
async function bundleCli() {
  mkdirSync(join(outDir, 'vendor'), { recursive: true });
  await Promise.all([
    bundle({ entryPoints: [join(root, 'packages/cli/src/main.ts')] }, 'command.js', [
      vendorBeside,
      agentBeside,
      toolboxBeside,
    ]),
    bundle({ entryPoints: [join(root, 'packages/cli/src/agent-commands.ts')] }, 'agent.js', [vendorBeside]),
    bundle({ entryPoints: [join(root, 'packages/cli/src/toolbox-commands.ts')] }, 'toolbox.js', [vendorBeside]),
    ...Object.entries({ ...VENDORED, ...SHARED }).map(([file, names]) =>
      bundle(entryOf(root, names), `vendor/${file}.js`, [sharedBeside]),
    ),
    copy(BRIDGE, { entryPoints: [join(root, 'packages/toolbox/src/convert/bridge.ts')] }, [httpBeside]),
    copy(BRIDGE_HTTP, { stdin: { contents: HTTP_CLIENT, resolveDir: join(root, 'packages/core') } }),
    copy(GUARDS, { entryPoints: [join(root, 'packages/guards/src/program/main.ts')] }),
  ]);
  cpSync(join(root, 'packages/cli/src/start.cjs'), join(outDir, 'hookline.js'));
  chmodSync(join(outDir, 'hookline.js'), 0o755);
  for (const name of CLIENTS) cpSync(join(root, 'packages/cli/src/resident', name), join(outDir, name));
  writeFileSync(join(outDir, 'package.json'), '{ "type": "commonjs" }\n');
  copyBesideBundle();
  writeFileSync(
    join(outDir, LICENCES),
    Array.from(licences, String)
      .toSorted()
      .join(`\n${'-'.repeat(80)}\n\n`),
  );
  await bundleAsUsed();
}

// Real calls tell which modules of `fire` belong together, and compile the functions that belong into the code caches.
async function bundleAsUsed() {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-build-'));
  try {
    const calls = prepareTraining(folder);
    const vendor = fileOf(VENDORED, (file) => `./vendor/${file}.js`);
    await bundleFire({ root, outDir, vendor, calls, run, write });
    // Each call adds what it has compiled; the second time they find what the first has left, as most calls do.
    for (const name of ['fire', 'fire', 'rest']) calls.forEach((call) => run(call, { HOOKLINE_WRITE_CACHE: name }));
    const steps = [{ calls: [{ name: 'Bash', input: { command: 'true' } }] }, { text: 'done' }];
    writeFileSync(join(folder, 'steps.json'), JSON.stringify(steps));
    const ask = ['ask', 'go', '--script', 'steps.json', '--permission-mode', 'bypass', '--json'];
    run({ home: folder, words: ['list', '--json'] }, { HOOKLINE_WRITE_CACHE: 'command' });
    run({ home: folder, words: ask }, { HOOKLINE_WRITE_CACHE: 'agent' });
    for (const words of TOOLBOX_CALLS) run({ home: calls.at(-1).home, words }, { HOOKLINE_WRITE_CACHE: 'toolbox' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run({ home, words }, variables) {
  const env = { PATH: process.env.PATH, HOME: home, ...variables };
  const call = spawnSync(process.execPath, [join(outDir, 'hookline.js'), ...words], { env, cwd: home, input: '{}' });
  if (call.status !== 0) throw new Error(`the command that was built does not work: ${call.stderr}`);
}

async function bundle(input, output, plugins) {
  const made = await bundleCommand(root, input, plugins);
  write(output, made.text);
  made.licences.forEach((text) => licences.add(text));
}

async function copy(name, input, plugins) {
  putInPlace(name, await bundleCopied(root, name, input, plugins));
}

function write(output, text) {
  // V8 tells texts apart by their lengths only: a cache of another text must never lie beside this one.
  rmSync(join(outDir, output.replace(/js$/, `${process.version}.cache`)), { force: true });
  // What start.cjs runs is the function that Node would make of a module.
  putInPlace(output, output.includes('/') ? text : `${WRAPPER}${text}\n})`);
}

// Renamed into place, so that whoever runs the command meanwhile never reads half a file.
function putInPlace(output, text) {
  const unfinished = join(outDir, `${output}.${process.pid}`);
  writeFileSync(unfinished, text);
  renameSync(unfinished, join(outDir, output));
}

function copyBesideBundle() {
  const assets = join(root, 'packages/core/assets');
  rmSync(join(outDir, 'assets'), { recursive: true, force: true });
  if (existsSync(assets)) cpSync(assets, join(outDir, 'assets'), { recursive: true });
}

function compileLibraries() {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const result = spawnSync(process.execPath, [tsc, '-b', ...LIBRARIES], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(1);
}

// tsc leaves the output of a source that is gone, and it would be published.
function removeOrphans() {
  for (const library of LIBRARIES) {
    const dist = join(root, library, 'dist');
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      const stem = name.match(/^(.*?)(\.d\.ts|\.js)$/)?.[1];
      if (stem && !existsSync(join(root, library, 'src', `${stem}.ts`))) rmSync(join(dist, name));
    }
  }
}

// What an earlier build left and this one did not make would be published too.
function removeLeftovers() {
  const made = new Set([
    'agent.js',
    `agent.${process.version}.cache`,
    'assets',
    BRIDGE,
    BRIDGE_HTTP,
    GUARDS,
    ...CLIENTS,
    'command.js',
    `command.${process.version}.cache`,
    'fire.js',
    `fire.${process.version}.cache`,
    'hookline.js',
    LICENCES,
    'package.json',
    'rest.js',
    'toolbox.js',
    `rest.${process.version}.cache`,
    'vendor',
  ]);
  removeAllBut(outDir, made);
  removeAllBut(join(outDir, 'vendor'), new Set(Object.keys({ ...VENDORED, ...SHARED }).map((file) => `${file}.js`)));
}

function removeAllBut(folder, made) {
  for (const name of readdirSync(folder)) if (!made.has(name)) rmSync(join(folder, name), { recursive: true });
}

// npm links a command only when its file is there at install time, and here it is built afterwards.
function linkCommand() {
  const link = join(root, 'node_modules/.bin/hookline');
  if (process.platform === 'win32' || existsSync(link) || !existsSync(dirname(link))) return;
  symlinkSync('../../packages/cli/dist/hookline.js', link);
}
