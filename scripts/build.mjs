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
import { build } from 'esbuild';
import { bundleFire } from './fire-bundle.mjs';
import { licencesIn } from './licences.mjs';
import { hashSources } from './source-hash.mjs';
import { prepareTraining } from './training.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const outDir = join(root, 'packages/cli/dist');
const WRAPPER = '(function (require, module, exports, __filename, __dirname) {';
const CLIENTS = ['client.sh', 'client.bash'];
const BRIDGE = 'hookline-bridge.mjs';
const BRIDGE_HTTP = 'hookline-http.mjs';
const GUARDS = 'hookline-guards.mjs';
const LIBRARIES = ['packages/core', 'packages/agent', 'packages/toolbox', 'packages/guards'];
// Libraries that lie beside the command until they are needed, and the names under which they are imported.
const VENDORED = {
  undici: ['undici'],
  yaml: ['yaml'],
  unbash: ['unbash'],
  'jsonc-parser': ['jsonc-parser'],
  'ai-sdk-anthropic': ['@ai-sdk/anthropic'],
  'ai-sdk-openai': ['@ai-sdk/openai'],
  'ai-sdk-openai-compatible': ['@ai-sdk/openai-compatible'],
  // One file for both, because they share classes.
  'mcp-client': ['@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'],
};
// Used by several of them.
const SHARED = { zod: ['zod/v4'] };
const LICENCES = 'LICENCES.txt';
const licences = new Set();
const fileOf = (files, path = (file) => file) =>
  new Map(Object.entries(files).flatMap(([file, names]) => names.map((name) => [name, path(file)])));
const vendorBeside = {
  name: 'vendor-beside',
  setup: ({ onResolve }) => {
    const files = fileOf(VENDORED);
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
      const file = files.get(path);
      if (file === undefined) return undefined;
      if (kind !== 'dynamic-import')
        throw new Error(`${path} must be imported lazily: it is not part of the command's file`);
      return { path: `./vendor/${file}.js`, external: true };
    });
  },
};
const sharedBeside = {
  name: 'shared-beside',
  setup: ({ onResolve }) => {
    const files = fileOf(SHARED);
    onResolve({ filter: /^zod/ }, ({ path, kind }) => {
      const file = kind === 'entry-point' ? undefined : files.get(path);
      return file === undefined ? undefined : { path: `./${file}.js`, external: true };
    });
  },
};
// The reference agent is a file of its own: the other commands need not read it, and must not hold a part of it.
const agentBeside = {
  name: 'agent-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/agent-commands\.ts$/ }, () => ({ path: './agent.js', external: true }));
    onResolve({ filter: /@hookline\/agent|packages\/agent\/src\/index/ }, ({ importer }) => {
      throw new Error(`${importer} imports the agent: only what agent-commands.ts loads may do that`);
    });
  },
};
// So is the toolbox of hook authors.
const toolboxBeside = {
  name: 'toolbox-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/toolbox-commands\.ts$/ }, () => ({ path: './toolbox.js', external: true }));
    onResolve({ filter: /^@hookline\/(toolbox|guards)$/ }, ({ importer }) => {
      throw new Error(`${importer} imports the toolbox: only what toolbox-commands.ts loads may do that`);
    });
  },
};
// Few converted hooks ask servers: what they need is copied with those only.
const HTTP_CLIENT = `export { Agent, buildConnector, Client, fetch } from 'undici';`;
const httpBeside = {
  name: 'http-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^undici$/ }, () => ({ path: `./${BRIDGE_HTTP}`, external: true }));
  },
};
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
      bundle(entryOf(names), `vendor/${file}.js`, [sharedBeside]),
    ),
    bundleCopied(BRIDGE, { entryPoints: [join(root, 'packages/toolbox/src/convert/bridge.ts')] }, [httpBeside]),
    bundleCopied(BRIDGE_HTTP, { stdin: { contents: HTTP_CLIENT, resolveDir: join(root, 'packages/core') } }),
    bundleCopied(GUARDS, { entryPoints: [join(root, 'packages/guards/src/program/main.ts')] }),
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

// What "hookline convert" and "hookline add" copy into projects: modules that need nothing but each other, run by whatever node a host has.
async function bundleCopied(name, input, plugins = []) {
  const { version } = require('../packages/cli/package.json');
  const folder = join(root, 'packages/toolbox');
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    absWorkingDir: folder,
    mainFields: ['module', 'main'],
    alias: { '@hookline/core': join(root, 'packages/core/src/index.ts') },
    banner: {
      js: `// ${name} ${version}\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`,
    },
    ...input,
    plugins,
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const file = join(outDir, name);
  const notices = licencesIn([metafile], folder).map((text) => `/*\n${text.replaceAll('*/', '* /')}*/\n`);
  writeFileSync(`${file}.${process.pid}`, `${outputFiles[0].text}${notices.join('')}`);
  renameSync(`${file}.${process.pid}`, file);
}

// A library alone is its own entry, which keeps its default export.
function entryOf(names) {
  if (names.length === 1) return { entryPoints: names };
  const contents = names.map((name) => `export * from '${name}';`).join('\n');
  return { stdin: { contents, resolveDir: join(root, 'packages/agent') } };
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
  const folder = join(root, 'packages/agent');
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    absWorkingDir: folder,
    mainFields: ['module', 'main'],
    alias: {
      '@hookline/core': join(root, 'packages/core/src/index.ts'),
      '@hookline/agent': join(root, 'packages/agent/src/index.ts'),
      '@hookline/guards': join(root, 'packages/guards/src/index.ts'),
      '@hookline/toolbox': join(root, 'packages/toolbox/src/index.ts'),
    },
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: `const importMetaUrl = require('node:url').pathToFileURL(__filename).href;` },
    ...input,
    plugins,
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  write(output, outputFiles[0].text);
  licencesIn([metafile], folder).forEach((text) => licences.add(text));
}

function write(output, text) {
  const unfinished = join(outDir, `${output}.${process.pid}`);
  // What start.cjs runs is the function that Node would make of a module.
  writeFileSync(unfinished, output.includes('/') ? text : `${WRAPPER}${text}\n})`);
  // V8 tells texts apart by their lengths only: a cache of another text must never lie beside this one.
  rmSync(join(outDir, output.replace(/js$/, `${process.version}.cache`)), { force: true });
  // Renamed into place, so that whoever runs the command meanwhile never reads half a file.
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
